import {aPayload, documentedPairs, documentedSource, withoutField, type Payload} from '../api/payloads'

/** Payloads that each violate one rule of the contract, and the field of the refusal. */
export const invalidRules: readonly (readonly [what: string, payload: Payload, field: string])[] = [
  ['no name', withoutField(aPayload(), 'name'), 'name'],
  ['no objectType', withoutField(aPayload(), 'objectType'), 'objectType'],
  ['no ruleType', withoutField(aPayload(), 'ruleType'), 'ruleType'],
  ['no pairs', withoutField(aPayload(), 'pairs'), 'pairs'],
  ['a null for the name', aPayload('Cancel', {name: null}), 'name'],
  ['an empty name', aPayload('Cancel', {name: ' '}), 'name'],
  ['a number for a name', aPayload('Cancel', {name: 5}), 'name'],
  ['a group’s objectType', aPayload('Cancel', {objectType: 'group'}), 'objectType'],
  ['an unknown ruleType', aPayload('Cancel', {ruleType: 'Script'}), 'ruleType'],
  ['a ruleType that is a name of every object', aPayload('Cancel', {ruleType: 'constructor'}), 'ruleType'],
  ['an unknown status', aPayload('Cancel', {status: 'On'}), 'status'],
  ['a number for a description', aPayload('Cancel', {description: 1}), 'description'],
  ['a number for a group', aPayload('Cancel', {groupId: 1}), 'groupId'],
  ['pairs that are no list', aPayload('Cancel', {pairs: {source: documentedSource}}), 'pairs'],
  ['pairs that are empty', aPayload('Cancel', {pairs: []}), 'pairs'],
  ['a pair that is null', aPayload('Cancel', {pairs: [null]}), 'pairs[0]'],
  ['no source', aPayload('Cancel', {pairs: [{}]}), 'pairs[0].source'],
  ['no operator', aPayload('Cancel', {pairs: [{source: {key: 'Url', value: 'a'}}]}), 'pairs[0].source.operator'],
  [
    'an unknown key in the second pair',
    aPayload('Cancel', {pairs: [documentedPairs.Cancel, {source: {...documentedSource, key: 'port'}}]}),
    'pairs[1].source.key',
  ],
  [
    'an empty source',
    aPayload('Cancel', {pairs: [{source: {...documentedSource, value: ''}}]}),
    'pairs[0].source.value',
  ],
  ['no destination', aPayload('Redirect', {pairs: [{source: documentedSource}]}), 'pairs[0].destination'],
  ['a Replace without from', aPayload('Replace', {pairs: [{source: documentedSource, to: 'a'}]}), 'pairs[0].from'],
  [
    'a header change without its value',
    aPayload('Headers', {pairs: [{source: documentedSource, modifications: [{header: 'a', type: 'Add'}]}]}),
    'pairs[0].modifications[0].value',
  ],
  [
    'an unknown header change',
    aPayload('Headers', {pairs: [{source: documentedSource, modifications: [{header: 'a', type: 'Set', value: ''}]}]}),
    'pairs[0].modifications[0].type',
  ],
  [
    'a parameter change without its value',
    aPayload('QueryParam', {pairs: [{source: documentedSource, modifications: [{param: 'a', type: 'Modify'}]}]}),
    'pairs[0].modifications[0].value',
  ],
  ['a UserAgent without one', aPayload('UserAgent', {pairs: [{source: documentedSource}]}), 'pairs[0].userAgent'],
  ['an unknown body type', aPayload('Request', {pairs: [{type: 'file', value: ''}]}), 'pairs[0].type'],
  ['no body', aPayload('Response', {pairs: [{type: 'static'}]}), 'pairs[0].value'],
  [
    'a text for serveWithoutRequest',
    aPayload('Response', {pairs: [{type: 'static', value: '', serveWithoutRequest: 'yes'}]}),
    'pairs[0].serveWithoutRequest',
  ],
  [
    'a status text in letters that no response can have',
    aPayload('Response', {pairs: [{type: 'static', value: '', statusText: '日本'}]}),
    'pairs[0].statusText',
  ],
  ['a delay in words', aPayload('Delay', {pairs: [{source: documentedSource, delay: 'long'}]}), 'pairs[0].delay'],
  ['a negative delay', aPayload('Delay', {pairs: [{source: documentedSource, delay: -1}]}), 'pairs[0].delay'],
  [
    'a regex that is none',
    aPayload('Cancel', {pairs: [{source: {key: 'url', operator: 'Matches', value: '/a(/'}}]}),
    'pairs[0].source.value',
  ],
  [
    'a regex that is none, where the page does the work',
    aPayload('Request', {
      pairs: [
        {type: 'static', value: ''},
        {type: 'static', value: '', source: {key: 'url', operator: 'Matches', value: '['}},
      ],
    }),
    'pairs[1].source.value',
  ],
]
