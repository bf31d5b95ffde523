import {describe, expect, it} from 'vitest'
import {importNoteTexts} from '../../../src/locales/import-notes'
import {readRule} from '../../../src/model/rule'
import {isLeftOut} from '../../../src/model/problems'
import {readAllRules} from '../../../src/import-export/import-rules'
import {writeSwitchyard} from '../../../src/import-export/formats/switchyard'
import {writeRequestly} from '../../../src/import-export/write-requestly'
import {translateRule} from '../../../src/dnr/translate'
import {describeProblem} from '../../../src/ui/sentences/problems'
import {aPair, aRule, aSource} from '../builders'
import {textOf} from '../../samples/import-export/sample'
import {samplesOf} from '../../samples/import-export/samples'

/** Rules of the samples that are on and that nothing here can do as they are written, and why. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
  // Whoever imports it is told to choose the file.
  Charles: ['a.test/app.js to app.js: file-access-off'],
  // There it does nothing either, and it is named on the record.
  Requestly: ['a Redirect: destination'],
}

describe.each(Object.entries(samplesOf))('imported rules of %s files', (name, samples) => {
  it('are installed when they are enabled', () => {
    const problems = samples.flatMap(sample =>
      readAllRules(textOf(sample)).records.flatMap(({rule}) => {
        if (rule?.status !== 'Active') return []
        const read = readRule({...rule, id: 'any'})
        if (!read.ok) throw new Error(rule.name)
        const {problems: found} = translateRule(read.value, {})
        return found.filter(isLeftOut).map(({code}) => `${rule.name}: ${code}`)
      }),
    )
    expect(problems).toEqual(leftOut[name] ?? [])
  })
})

it.each([
  ['Delay', {delay: 500}, {resourceType: ['script']}, importNoteTexts('outOfReach', {condition: 'none'})],
  ['Request', {type: 'static', value: '{}'}, {requestMethod: ['GET']}, importNoteTexts('noBodyInGet')],
  [
    'Response',
    {type: 'static', value: '{}', serveWithoutRequest: true},
    {resourceType: ['image']},
    importNoteTexts('noPicture', {condition: 'none'}),
  ],
])('a %s rule without effect has a note: %j %j', (ruleType, change, filter, reason) => {
  const source = {key: 'Url', operator: 'Contains', value: 'shop.test', filters: [filter]}
  const rule = {id: 'r', objectType: 'rule', ruleType, name: 'It', status: 'Active', pairs: [{source, ...change}]}
  const {records} = readAllRules(JSON.stringify([{...rule, creationDate: 1, groupId: ''}]))
  expect(records[0]?.notes.map(each => [each.code, importNoteTexts.show(each.reason)])).toEqual([['changed', reason]])
})

it('a note names the condition that has no effect', () => {
  const source = {key: 'Url', operator: 'Contains', value: 'shop.test'}
  const pairs = [
    {source, delay: 500},
    {source: {...source, filters: [{resourceType: ['script']}]}, delay: 500},
  ]
  const rule = {
    id: 'r',
    objectType: 'rule',
    ruleType: 'Delay',
    name: 'It',
    status: 'Active',
    pairs,
    creationDate: 1,
    groupId: '',
  }
  const {records} = readAllRules(JSON.stringify([rule]))
  expect(records[0]?.notes.map(({reason}) => importNoteTexts.show(reason))).toEqual([
    importNoteTexts('outOfReach', {condition: 2}),
  ])
})

describe('conditions and captures without effect', () => {
  const rules = [
    aRule('Redirect', {
      pairs: [aPair('Redirect', {source: aSource('host', 'Equals', 'a.test'), destination: 'https://b.test/$1'})],
    }),
    aRule('Replace', {pairs: [aPair('Replace', {from: '/v\\d/', to: 'w$1'})]}),
    aRule('Cancel', {pairs: [{source: aSource('url', 'Wildcard_Matches', 'api.a.test/*')}]}),
    aRule('Headers', {pairs: [aPair('Headers', {source: aSource('path', 'Matches', '^cart')})]}),
  ]
  const problems = rules.map(rule => translateRule(rule, {}).problems.map(problem => describeProblem(problem).sentence))

  it.each([
    ['Switchyard', writeSwitchyard({rules, groups: []})],
    ['Requestly', writeRequestly({rules, groups: []})],
  ])('of %s are imported with notes', (_format, text) => {
    const {records} = readAllRules(text)
    expect(records.map(({notes}) => notes.map(({reason}) => importNoteTexts.show(reason)))).toEqual(problems)
    expect(records.map(({rule}) => rule?.status)).toEqual(rules.map(() => 'Active'))
  })
})
