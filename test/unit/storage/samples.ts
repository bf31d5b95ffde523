import {aPayload} from '../api/payloads'

const record = {
  id: 'Cancel_a',
  name: 'No ads',
  description: '',
  objectType: 'rule',
  ruleType: 'Cancel',
  status: 'Active',
  groupId: 'Group_g',
  pairs: [{id: 'pair_a', source: {key: 'host', operator: 'Equals', value: 'ads.test', filters: []}}],
  creationDate: 1_700_000_000_000,
  modificationDate: 1_700_000_000_000,
  createdBy: 'User_u',
  lastModifiedBy: 'User_u',
  currentOwnerId: 'User_u',
  isSample: false,
  isFavourite: true,
  schemaVersion: '3.0.0',
}
const group = {id: 'Group_g', name: 'Shop', objectType: 'group', status: 'Inactive', isFavourite: false}

const backup = {
  key: [1_700_000_000_002, 'daily', 1, 1],
  value: {
    text: JSON.stringify({
      rules: [{id: 'Cancel_a', number: 1, rank: 2, record}],
      groups: [{id: 'Group_g', rank: 1, record: group}],
    }),
  },
} as const

/** The data of each database version. A sample is frozen once its version is released. */
const first = {
  version: 1,
  backups: [],
  rules: [
    {id: 'Cancel_a', number: 1, rank: 2, record},
    {id: 'Script_b', number: 3, rank: 1.5, record: {ruleType: 'Script', anything: [null]}},
  ],
  groups: [{id: 'Group_g', rank: 1, record: group}],
  trash: [
    {
      id: 'Delay_c',
      kind: 'rule',
      entry: {id: 'Delay_c', number: 2, rank: 1, record: {...aPayload('Delay'), id: 'Delay_c', groupId: 'Group_g'}},
      from: 'Shop',
      deletedAt: 1_700_000_000_000,
    },
    {
      id: 'Group_h',
      kind: 'group',
      entry: {id: 'Group_h', rank: 2, record: {...group, id: 'Group_h', name: 'Old'}},
      held: ['Script_b'],
      from: '',
      deletedAt: 1_700_000_000_001,
    },
  ],
  values: {
    revision: 7,
    paused: true,
    nextNumber: 4,
    userId: 'User_u',
    installMemory: {revision: 6, refused: {Cancel_a: 'Why not'}},
  },
} as const

export const samples = [first, {...first, version: 2, backups: [backup]}] as const
