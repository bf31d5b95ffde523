import {badLibrary} from '../../samples/bad-input'
import {mixedRules} from '../../samples/mixed-rules'
import {aGroup, aRecord, cartExperiment, pictured, type StoredLibrary} from '../../samples/workbench'

const empty: StoredLibrary = {groups: [], rules: [], trash: [], paused: false}

const redirect = (name: string, from: string, destination: string) =>
  aRecord('Redirect', name, [
    {source: {key: 'host', operator: 'Equals', value: from}, destinationType: 'url', destination},
  ])

const onShop = [{source: {key: 'Host', operator: 'Equals', value: 'shop.test', filters: []}}]
/** Groups without a name, without rules, off, and one that a rule names and nobody knows. */
const odd: StoredLibrary = {
  ...empty,
  groups: [aGroup('nameless', ''), aGroup('later', 'Later'), aGroup('old', 'Old shop', {status: 'Inactive'})],
  rules: [
    aRecord('Cancel', 'In a group without a name', onShop, {groupId: 'nameless'}),
    aRecord('Cancel', 'In a group that is off', onShop, {groupId: 'old'}),
    aRecord('Cancel', 'In no known group', onShop, {groupId: 'gone'}),
  ],
}

/** Takes every request of a rule by another one, and a header. */
const hidden: StoredLibrary = {
  ...empty,
  rules: [
    redirect('API to localhost', 'api.shop.test', 'http://localhost:3000/'),
    aRecord('Redirect', 'Version 1', [
      {
        source: {key: 'url', operator: 'Equals', value: 'https://api.shop.test/v1/'},
        destinationType: 'url',
        destination: 'https://old.shop.test/',
      },
    ]),
    aRecord('Cancel', 'Stop the shop', onShop),
    aRecord('Replace', 'Copy deck v2', [{...onShop[0], from: 'v1', to: 'v2'}]),
    ...['Staging', 'Live'].map(name =>
      aRecord('Headers', name, [
        {
          source: {key: 'host', operator: 'Equals', value: 'm.shop.test'},
          modifications: [{header: 'X-Env', type: 'Modify', value: name, target: 'Request'}],
        },
      ]),
    ),
  ],
}

/** Every library that a page or state of the catalogue is shown with. */
export const libraries = {
  empty,
  one: {...empty, rules: pictured.rules.slice(0, 1).map(record => ({...record, groupId: ''}))},
  pictured,
  paused: {...pictured, paused: true},
  experiment: {...pictured, rules: [...pictured.rules, cartExperiment]},
  unreadable: {
    ...pictured,
    rules: [{id: 'Redirect_1', ruleType: 'Redirect', name: 'No pairs', own: '<b>kept</b>'}, ...pictured.rules],
  },
  circle: {
    ...empty,
    rules: [redirect('Back to a', 'b.test', 'https://a.test/'), redirect('Old to new', 'a.test', 'https://b.test/')],
  },
  hidden,
  odd,
  bad: badLibrary,
  thousand: {...empty, rules: mixedRules(1_000)},
} as const satisfies Readonly<Record<string, StoredLibrary>>

export type LibraryName = keyof typeof libraries
