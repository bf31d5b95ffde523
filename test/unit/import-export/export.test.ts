import {describe, expect, it} from 'vitest'
import {importNoteTexts} from '../../../src/locales/import-notes'
import {readGroupPayload, readRulePayload} from '../../../src/model/payload'
import type {JsonRecord} from '../../../src/model/json'
import {ruleTypes} from '../../../src/model/rules'
import {getContent} from '../../../src/import-export/import-verdicts'
import {
  sortByGroup,
  withoutAccountFields,
  selectGroup,
  selectRules,
  type RuleLibrary,
} from '../../../src/import-export/rule-library'
import {writeSwitchyard} from '../../../src/import-export/formats/switchyard'
import {readAllRules} from '../../../src/import-export/import-rules'
import {writeRequestly} from '../../../src/import-export/write-requestly'
import {mixedRules} from '../../samples/mixed-rules'
import {aRule, aSource} from '../builders'

const account = {
  createdBy: 'user_secret',
  lastModifiedBy: 'user_secret',
  currentOwnerId: 'user_secret',
  currentOwner: 'user_secret',
}
const stamps = {creationDate: 1_700_000_000_000, modificationDate: 1_700_000_000_001, ...account}
const ofAll: readonly JsonRecord[] = ruleTypes.map((type, index) => ({
  ...aRule(type, {
    id: `${type}_${index}`,
    status: index % 2 === 0 ? 'Active' : 'Inactive',
    groupId: index < 4 ? 'Group_1' : '',
  }),
  ...stamps,
  isFavourite: index === 3,
  mark: {of: index},
}))
const groups: readonly JsonRecord[] = [
  {id: 'Group_1', name: 'Shop', objectType: 'group', status: 'Inactive', isFavourite: true, colour: 'red', ...stamps},
  {id: 'Group_2', name: 'Empty', objectType: 'group', status: 'Active', isFavourite: false, ...stamps},
]
const shelf: RuleLibrary = {rules: ofAll, groups}

const valueOf = (reading: ReturnType<typeof readRulePayload> | ReturnType<typeof readGroupPayload>): JsonRecord => {
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults))
  return reading.value
}
/** What creating the record anew would be told, group aside. */
const payloadOf = (record: JsonRecord) => ({...valueOf(readRulePayload(record)), groupId: ''})

describe('a Switchyard file', () => {
  it('gives the same rules and groups when it is imported', () => {
    const {records, groups: made, notes} = readAllRules(writeSwitchyard(shelf))
    expect(records.map(({rule}) => rule)).toEqual(ofAll.map(rule => withoutAccountFields(payloadOf(rule))))
    expect(made.map(({record}) => record)).toEqual(
      groups.map(group => withoutAccountFields(valueOf(readGroupPayload(group)))),
    )
    expect(records.map(({group}) => group)).toEqual([0, 0, 0, 0, null, null, null, null, null])
    expect([
      ...notes,
      ...records.flatMap(each => [...each.notes, ...each.faults]),
      ...made.flatMap(each => each.notes),
    ]).toEqual([])
  })

  it('lists rules in the order in which they act', () => {
    const of = (id: string, groupId: string) => ({
      ...aRule('Redirect', {pairs: [{source: aSource(), destinationType: 'url', destination: 'https://a.test/'}]}),
      id,
      groupId,
    })
    const kept: RuleLibrary = {rules: [of('alone', ''), of('late', 'Group_2'), of('early', 'Group_1')], groups}
    expect(sortByGroup(kept).rules.map(({id}) => id)).toEqual(['early', 'late', 'alone'])
  })

  it('exports the same file again with many rules', () => {
    const rules = mixedRules(500)
    const first = writeSwitchyard({rules, groups: []})
    const {records} = readAllRules(first)
    const again = readAllRules(
      writeSwitchyard({rules: records.map(({rule}) => rule as unknown as JsonRecord), groups: []}),
    )
    expect(again.records.map(({rule}) => rule)).toEqual(records.map(({rule}) => rule))
    expect(records.map(({rule}) => getContent(rule))).toEqual(rules.map(getContent))
  })

  it('returns a rule with unknown filters enabled, with a note', () => {
    const sources = [
      {...aSource(), filters: [{requestMethods: ['POST']}]},
      {...aSource(), filter: {requestMethod: ['POST']}},
    ]
    const rules = sources.map(each => ({...aRule('Cancel', {pairs: [{source: each}]}), id: 'Cancel_1'}))
    const {records} = readAllRules(writeSwitchyard({rules, groups: []}))
    expect(records.map(({rule}) => rule)).toEqual(rules.map(payloadOf))
    expect(records.map(({rule}) => rule?.status)).toEqual(['Active', 'Active'])
    expect(records.flatMap(({notes}) => notes.map(({reason}) => importNoteTexts.show(reason)))).toEqual([
      'The filter requestMethods “["POST"]” is unknown. Without it, the rule applies to more requests.',
      'The field filter “{"requestMethod":["POST"]}” is unknown. Without it, the rule may apply to more requests.',
    ])
  })

  it('keeps an unreadable record, which the import explains', () => {
    const text = writeSwitchyard({rules: [{id: 'x', ruleType: 'Cancel', name: 'half'}], groups: []})
    expect(JSON.parse(text)).toMatchObject({rules: [{id: 'x', ruleType: 'Cancel', name: 'half'}]})
    expect(readAllRules(text).records[0]?.faults[0]).toMatchObject({path: 'objectType', code: 'missing'})
  })
})

describe("a file in Requestly's format", () => {
  it('lists the rules first, with pairs in the shape of Requestly', () => {
    const list = JSON.parse(writeRequestly(shelf)) as JsonRecord[]
    expect(list.map(({objectType}) => objectType)).toEqual([...ofAll.map(() => 'rule'), 'group', 'group'])
    const pairs = Object.fromEntries(
      list.flatMap(({ruleType, pairs: [pair] = []}: JsonRecord & {pairs?: unknown[]}) =>
        ruleType === undefined ? [] : [[ruleType, pair]],
      ),
    )
    expect(pairs).toMatchObject({
      Headers: {
        source: {key: 'Url'},
        modifications: {Request: [{header: 'x-test', type: 'Modify', value: '1'}], Response: []},
      },
      Request: {request: {type: 'static', value: '{}'}},
      Response: {response: {type: 'static', value: 'hello', resourceType: 'unknown'}},
      Delay: {delay: '100'},
    })
  })

  it('gives rules of the same content when it is imported', () => {
    const bodies = [
      aRule('Response', {pairs: [{type: 'code', value: 'function (args) {}', statusCode: 404}]}),
      aRule('Request'),
    ]
    const sources = [
      aRule('Cancel', {pairs: [{source: aSource('host', 'Equals', 'a.test', [{requestMethod: ['GET']}])}]}),
    ]
    const rules = [...ofAll, ...bodies, ...sources, ...mixedRules(100)]
    const {records} = readAllRules(writeRequestly({rules, groups}))
    // So that they are known to be here already.
    expect(records.map(({rule}) => getContent(rule))).toEqual(rules.map(rule => getContent(withoutAccountFields(rule))))
  })

  it('returns an invalid or looping redirect enabled, with a note', () => {
    const source = aSource('url', 'Matches', '^https://a\\.test/(.*)$')
    const rules = ['a.test/new', 'https://a.test/x/$1'].map(destination =>
      aRule('Redirect', {pairs: [{source, destinationType: 'url', destination}]}),
    )
    const {records} = readAllRules(writeRequestly({rules, groups}))
    expect(records.map(({rule}) => rule?.status)).toEqual(['Active', 'Active'])
    expect(records.flatMap(({notes}) => notes.map(({path}) => path))).toEqual([
      'pairs[0].destination',
      'pairs[0].destination',
    ])
  })

  it('keeps the resource types of a changed API response', () => {
    const file = (resourceType: string) => [
      {
        objectType: 'rule',
        ruleType: 'Response',
        name: 'rest',
        pairs: [{source: aSource(), response: {type: 'static', value: '{}', resourceType}}],
      },
    ]
    const [read] = readAllRules(JSON.stringify(file('restApi'))).records
    const pairs = read?.rule?.pairs.map(pair => ({...pair, source: {...aSource(), filters: []}}))
    const widened = {...read?.rule, id: 'Response_1', pairs}
    const text = writeRequestly({rules: [widened], groups: []})
    expect(JSON.parse(text)).toMatchObject([{pairs: [{response: {resourceType: 'unknown'}}]}])
    expect(getContent(readAllRules(text).records[0]?.rule)).toBe(getContent(widened))
    const kept = writeRequestly({rules: [{...read?.rule, id: 'Response_1'}], groups: []})
    expect(JSON.parse(kept)).toMatchObject([{pairs: [{response: {resourceType: 'restApi'}}]}])
    expect(getContent(readAllRules(kept).records[0]?.rule)).toBe(getContent(read?.rule))
  })
})

describe('exported data', () => {
  it.each([writeSwitchyard, writeRequestly])('contains no user of the account', write =>
    expect(write(shelf)).not.toContain('secret'),
  )

  it('is everything, some rules with their groups, or one group', () => {
    const some = selectRules(shelf, new Set(['Redirect_0', 'Delay_8']))
    expect(some.rules.map(({id}) => id)).toEqual(['Redirect_0', 'Delay_8'])
    expect(some.groups.map(({id}) => id)).toEqual(['Group_1'])
    expect(selectGroup(shelf, 'Group_1').rules).toHaveLength(4)
    expect(selectGroup(shelf, 'Group_2')).toEqual({rules: [], groups: [groups[1]]})
  })
})
