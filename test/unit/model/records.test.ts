import {describe, expect, it} from 'vitest'
import {readGroup} from '../../../src/model/group'
import {readGroupPayload, readRulePayload} from '../../../src/model/payload'
import {readRule} from '../../../src/model/rule'
import {ruleTypes, type RuleType} from '../../../src/model/rules'
import {aPayload, documentedPairs, documentedSource, type Payload} from '../api/payloads'

const source = {key: 'url', operator: 'Equals', value: 'https://www.google.com/', filters: []}
const asKept = (ruleType: string, pairs: unknown, overrides: Payload = {}) => ({
  id: `${ruleType}_1`,
  ruleType,
  pairs,
  ...overrides,
})

const pairsOf = (ruleType: RuleType, pairs: unknown) => {
  const read = readRule(asKept(ruleType, pairs))
  return read.ok ? read.value.pairs : read.faults
}

/** What accounts hold, and what it reads as. */
const shapes: readonly (readonly [type: RuleType, what: string, kept: unknown, read: Payload])[] = [
  ['Redirect', 'the documented shape', documentedPairs.Redirect, {...documentedPairs.Redirect, source}],
  [
    'Redirect',
    'no destinationType',
    {source, destination: 'https://a.test/'},
    {source, destinationType: 'url', destination: 'https://a.test/'},
  ],
  ['Cancel', 'a key in capitals', {source: {...source, key: 'Host'}}, {source: {...source, key: 'host'}}],
  ['Cancel', 'filters as an object', {source: {...source, filters: {}}}, {source}],
  ['Cancel', 'filters as a list of an empty object', {source: {...source, filters: [{}]}}, {source}],
  ['Cancel', 'filters as null', {source: {...source, filters: null}}, {source}],
  ['Cancel', 'no filters', {source: documentedSource}, {source}],
  [
    'Cancel',
    'filters as one object with single values',
    {source: {...source, filters: {requestMethod: 'post', pageDomains: '', resourceType: ['image'], extra: ''}}},
    {source: {...source, filters: [{requestMethod: ['POST'], resourceType: ['image'], extra: ''}]}},
  ],
  [
    'Cancel',
    'an unused payload filter',
    {source: {...source, filters: [{requestMethod: ['GET'], requestPayload: {key: '', value: ''}}]}},
    {source: {...source, filters: [{requestMethod: ['GET']}]}},
  ],
  [
    'Cancel',
    'a payload filter without an operator',
    {source: {...source, filters: [{requestPayload: {key: 'a.b', value: 'c'}}]}},
    {source: {...source, filters: [{requestPayload: {key: 'a.b', value: 'c', operator: 'Equals'}}]}},
  ],
  [
    'Cancel',
    'a payload filter that does not say of which field',
    {source: {...source, filters: [{requestPayload: {value: 'c'}}, {requestPayload: {key: '', value: 'c'}}]}},
    {
      source: {
        ...source,
        filters: [
          {requestPayload: {key: '', value: 'c', operator: 'Equals'}},
          {requestPayload: {key: '', value: 'c', operator: 'Equals'}},
        ],
      },
    },
  ],
  [
    'Cancel',
    'filters of fields that are not ours',
    {source: {...source, filters: [{mine: '', other: []}]}},
    {source: {...source, filters: [{mine: '', other: []}]}},
  ],
  [
    'Cancel',
    'an unused payload filter with a field that is not ours',
    {source: {...source, filters: [{requestPayload: {key: '', value: '', z: 9}}]}},
    {source: {...source, filters: [{requestPayloadExtra: {z: 9}}]}},
  ],
  ['Replace', 'extra fields', {source, from: 'a', to: '', extra: null}, {source, from: 'a', to: '', extra: null}],
  [
    'Headers',
    'changes by message',
    {
      source,
      modifications: {
        Request: [{header: 'a', type: 'Add', value: '1', id: 'x'}],
        Response: [{header: 'b', type: 'Remove', value: null}],
      },
    },
    {
      source,
      modifications: [
        {header: 'a', type: 'Add', value: '1', id: 'x', target: 'Request'},
        {header: 'b', type: 'Remove', target: 'Response'},
      ],
    },
  ],
  [
    'Headers',
    'changes by message, with a field that is not ours beside them',
    {source, modifications: {Request: [], extra: {a: 1}, none: null}},
    {source, modifications: [], modificationsExtra: {extra: {a: 1}, none: null}},
  ],
  [
    'Headers',
    'flat changes, one with a target',
    {
      source,
      modifications: [
        {header: 'a', type: 'Modify', value: ''},
        {header: 'b', type: 'Remove', target: 'Response'},
      ],
    },
    {
      source,
      modifications: [
        {header: 'a', type: 'Modify', value: ''},
        {header: 'b', type: 'Remove', target: 'Response'},
      ],
    },
  ],
  [
    'UserAgent',
    'the app’s own fields',
    {source, userAgent: 'A/1', env: 'mac', envType: 'device'},
    {source, userAgent: 'A/1', env: 'mac', envType: 'device'},
  ],
  [
    'QueryParam',
    'Remove All without a name, and a null value',
    {source, modifications: [{type: 'Remove All'}, {param: 'a', type: 'Remove', value: null}]},
    {
      source,
      modifications: [
        {type: 'Remove All', param: ''},
        {param: 'a', type: 'Remove'},
      ],
    },
  ],
  ['Request', 'a nested body', {source, request: {type: 'static', value: '{}'}}, {source, type: 'static', value: '{}'}],
  [
    'Request',
    'an unused source',
    {source: {key: 'Url', operator: 'Contains', value: ''}, request: {type: 'code', value: 'f'}},
    {type: 'code', value: 'f'},
  ],
  [
    'Request',
    'an unused source with empty filters',
    {source: {key: 'Url', operator: '', value: '', filters: [{requestMethod: []}]}, type: 'code', value: 'f'},
    {type: 'code', value: 'f'},
  ],
  [
    'Request',
    'filters without a place',
    {source: {value: '', operator: '', filters: {requestMethod: 'post', mine: 1}}, type: 'code', value: 'f'},
    {
      source: {key: 'url', operator: 'Contains', value: '', filters: [{requestMethod: ['POST'], mine: 1}]},
      type: 'code',
      value: 'f',
    },
  ],
  [
    'Response',
    'fields that are not ours in an unused source',
    {source: {key: 'Host', operator: 'Equals', value: '', mine: null}, type: 'code', value: 'f'},
    {source: {key: 'host', operator: 'Equals', value: '', filters: [], mine: null}, type: 'code', value: 'f'},
  ],
  [
    'Response',
    'a nested answer',
    {
      source: documentedSource,
      response: {
        type: 'static',
        value: '',
        statusCode: '404',
        statusText: '',
        resourceType: 'restApi',
        serveWithoutRequest: null,
      },
    },
    {source, type: 'static', value: '', statusCode: 404, statusText: '', response: {resourceType: 'restApi'}},
  ],
  ['Response', 'an unused status', {response: {type: 'code', value: 'f', statusCode: ''}}, {type: 'code', value: 'f'}],
  [
    'Response',
    'a status as a number',
    {type: 'static', value: 'a', statusCode: 201},
    {type: 'static', value: 'a', statusCode: 201},
  ],
  ['Delay', 'digits in a text', {source, delay: '2000'}, {source, delay: 2000}],
]

describe('reading a stored rule', () => {
  it.each(shapes)('%s: %s', (ruleType, _what, kept, read) => {
    expect(pairsOf(ruleType, [kept])).toEqual([read])
  })

  it('covers each of the nine rule types', () => {
    expect(ruleTypes.filter(type => !shapes.some(([of]) => of === type))).toEqual([])
  })

  it.each(ruleTypes)('reading the result of a %s rule again changes nothing', ruleType => {
    const once = readRule(asKept(ruleType, [documentedPairs[ruleType]]))
    expect(once.ok && readRule(once.value)).toEqual(once)
  })

  it('applies the documented defaults to missing and null fields', () => {
    const nothing = {name: null, description: null, status: null, groupId: null, isFavourite: null, createdBy: null}
    const read = readRule(asKept('Cancel', [documentedPairs.Cancel], nothing))
    expect(read).toEqual({
      ok: true,
      value: {
        id: 'Cancel_1',
        name: '',
        description: '',
        objectType: 'rule',
        ruleType: 'Cancel',
        status: 'Active',
        groupId: '',
        pairs: [{source}],
      },
    })
  })

  it('keeps every unknown field, including null ones', () => {
    const unknown = {color: 'red', none: null, nested: {a: [1]}}
    const read = readRule(asKept('Cancel', [{...documentedPairs.Cancel, ...unknown}], unknown))
    expect(read).toMatchObject({ok: true, value: {...unknown, pairs: [unknown]}})
  })

  it('drops extensionRules, which are always derived', () => {
    const read = readRule(asKept('Cancel', [documentedPairs.Cancel], {extensionRules: 'anything'}))
    expect(read.ok && 'extensionRules' in read.value).toBe(false)
  })

  it('does not read inherited object properties as filters', () => {
    const filters: unknown = JSON.parse('[{"requestMethod": ["GET"], "__proto__": {"resourceType": ["image"]}}]')
    expect(pairsOf('Cancel', [{source: {...source, filters}}])).toEqual([
      {source: {...source, filters: [{requestMethod: ['GET']}]}},
    ])
  })
})

/** Fields that nothing needs, of types that they do not have. */
const misfits = {
  creationDate: '2024-01-01T00:00:00Z',
  modificationDate: [],
  createdBy: {id: 1},
  lastModifiedBy: 5,
  currentOwnerId: false,
  isFavourite: 0,
}

describe('an optional field of the wrong type', () => {
  it('is dropped when a rule is read', () => {
    const all = {...misfits, description: 5, isSample: 'false', schemaVersion: 3, color: 5}
    const read = readRule(asKept('Cancel', [documentedPairs.Cancel], all))
    const plain = readRule(asKept('Cancel', [documentedPairs.Cancel], {color: 5}))
    expect(read.ok).toBe(true)
    expect(read).toEqual(plain)
  })

  it('is dropped when a group is read', () => {
    const kept = {id: 'Group_1', name: 'Shop', description: 5}
    const read = readGroup({...kept, ...misfits})
    expect(read).toMatchObject({ok: true, value: {isFavourite: false, description: 5}})
    expect(read).toEqual(readGroup(kept))
  })

  it('is reported as a fault of a payload', () => {
    const faultOf = (read: ReturnType<typeof readRulePayload> | ReturnType<typeof readGroupPayload>) =>
      read.ok ? [] : read.faults.map(({path}) => path)
    expect(faultOf(readRulePayload(aPayload('Cancel', {description: 5, isFavourite: 0})))).toEqual([
      'description',
      'isFavourite',
    ])
    expect(faultOf(readGroupPayload({name: 'a', isFavourite: 0}))).toEqual(['isFavourite'])
  })
})

describe('an invalid record', () => {
  it.each([
    ['null', null, ''],
    ['a text', 'rule', ''],
    ['no type', {id: 'a', pairs: []}, 'ruleType'],
    ['an unknown type', asKept('Script', []), 'ruleType'],
    ['a type that cannot be written', {...asKept('Cancel', []), ruleType: {toString: false}}, 'ruleType'],
    ['no pairs', asKept('Cancel', undefined), 'pairs'],
    ['pairs of null', asKept('Cancel', null), 'pairs'],
    ['a pair of null', asKept('Cancel', [null]), 'pairs[0]'],
    ['no source', asKept('Cancel', [{}]), 'pairs[0].source'],
    ['a number for a status', asKept('Cancel', [], {status: 1}), 'status'],
    ['another objectType', asKept('Cancel', [], {objectType: 'group'}), 'objectType'],
    ['a list for a name', asKept('Cancel', [], {name: []}), 'name'],
  ])('reports the path and the reason: %s', (_what, kept, path) => {
    const read = readRule(kept)
    expect(read.ok ? [] : read.faults.map(fault => fault.path)).toEqual([path])
  })
})
