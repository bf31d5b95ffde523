import {verbatim} from '../../../src/model/faults'
import type {TeamConflict, TeamView} from '../../../src/model/team'
import {now, pictured} from '../../samples/workbench'

const minute = 60_000

/** As the worker replies; see `Reply` in the contract. */
type Reply = {readonly ok: true; readonly value: unknown} | {readonly ok: false; readonly error: object}
/** The worker's replies about a team account, by message, and which groups are the team's. */
export type Team = {readonly replies: Readonly<Record<string, Reply>>; readonly groups: readonly string[]}

const synced: TeamView = {
  url: 'https://rules.shop.test',
  keyEnd: '3fa9',
  every: 5,
  isSyncing: false,
  progress: null,
  synced: {at: now - minute, rules: 104},
  failure: null,
  received: null,
  rules: {count: 104, on: 93, groups: 3},
  code: ['Response_payment-declined', 'Request_always-buy-3'],
  waiting: [],
  rejected: [],
  conflicts: [],
  hidden: [],
  unnamed: 0,
  tooDeep: [],
  groupsOfUnknownState: [],
}
const failure = (code: NonNullable<TeamView['failure']>['code'], retryAt: number | null = null) => ({
  failure: {code, message: verbatim('The server answers 503.'), at: now - minute, retryAt, times: 1},
})
const entry = (id: string, name: string, ruleType: string) => ({kind: 'rule', id, name, ruleType}) as const
const waiting = [
  {...entry('Redirect_api-to-localhost', 'API to localhost', 'Redirect'), what: 'update'},
  {...entry('Delay_gone', 'Slow search', 'Delay'), what: 'delete'},
] as const

const api = pictured.rules.find(({name}) => name === 'API to localhost') ?? {}
const sent = (destination: string, more: object) => ({
  ...api,
  pairs: (api['pairs'] as readonly object[]).map(pair => ({...pair, destination})),
  ...more,
})
const conflict: TeamConflict = {
  ...entry('Redirect_api-to-localhost', 'API to localhost', 'Redirect'),
  mine: sent('http://localhost:3000/$1', {modificationDate: now - 12 * minute}),
  theirs: sent('http://dev.shop.test:8080/$1', {
    name: 'API to dev box',
    modificationDate: now - 5 * minute,
    lastModifiedBy: 'Mira',
  }),
  fields: ['pairs', 'name'],
  merged: [{field: 'groupId', by: 'mine'}],
}
const deleted: TeamConflict = {
  ...entry('Headers_accept-language-de', 'Accept-Language de', 'Headers'),
  mine: pictured.rules.find(({name}) => name === 'Accept-Language de') ?? {},
  theirs: null,
  fields: [],
  merged: [],
}

const ofView = (view: TeamView | null, replies: Team['replies'] = {}): Team => ({
  replies: {'team.view': {ok: true, value: view}, 'team.sync': {ok: true, value: null}, ...replies},
  groups: view === null ? [] : ['group_localisation', 'group_qa'],
})
const refusing = (path: string, code: string, reason: string): Team =>
  ofView(null, {
    'team.connect': {
      ok: false,
      error: {status: 400, code, reason: verbatim(reason), faults: [{path, code, reason: verbatim(reason)}]},
    },
  })

/** Every state of the team account that a page of the catalogue is shown with. */
export const teams = {
  none: ofView(null),
  'refuses-key': refusing('key', 'unauthorized', 'The server does not know this API key.'),
  'refuses-plain': refusing('url', 'plain-http', 'The API key would be sent unencrypted.'),
  syncing: ofView({...synced, isSyncing: true, progress: {come: 750, total: 10_000}}),
  synced: ofView(synced),
  offline: ofView({...synced, waiting, ...failure('unreachable')}),
  'slow-down': ofView({...synced, ...failure('too-many-requests', now + 38_000)}),
  failed: ofView({...synced, ...failure('server', now + 240_000)}),
  'key-rejected': ofView({...synced, ...failure('key')}),
  conflicts: ofView({...synced, waiting: waiting.slice(0, 1), conflicts: [conflict, deleted]}),
  unsettled: ofView({
    ...synced,
    waiting,
    rejected: [
      {
        ...entry('Replace_copy-deck-v2', 'Copy deck v2', 'Replace'),
        status: 400,
        message: verbatim('pairs[0].from is empty'),
      },
    ],
    hidden: [{...entry('Cancel_hidden', 'No chat bubble', 'Cancel'), isOn: false}],
    unnamed: 2,
  }),
} as const satisfies Readonly<Record<string, Team>>

export type TeamName = keyof typeof teams
