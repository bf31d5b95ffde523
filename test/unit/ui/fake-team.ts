import {fault, verbatim} from '../../../src/model/faults'
import type {MessageResponse, MessageBody, MessageName} from '../../../src/messaging/messages'
import {notFoundError, ServiceError} from '../../../src/api/service-error'
import type {TeamConflict, TeamView} from '../../../src/model/team'

type TeamMessage = Extract<MessageName, `team.${string}`>
type Handlers = {readonly [N in TeamMessage]: (body: MessageBody<N>) => MessageResponse<N>}

/** An account that has just been synced without conflicts, with the given overrides. */
export const aTeam = (overrides: Partial<TeamView> = {}): TeamView => ({
  url: 'https://rules.shop.test',
  keyEnd: '3fa9',
  every: 5,
  isSyncing: false,
  progress: null,
  synced: {at: Date.now(), rules: 104},
  failure: null,
  received: null,
  rules: {count: 104, on: 93, groups: 3},
  code: [],
  waiting: [],
  rejected: [],
  conflicts: [],
  hidden: [],
  unnamed: 0,
  tooDeep: [],
  groupsOfUnknownState: [],
  ...overrides,
})

export const aFailure = (
  code: NonNullable<TeamView['failure']>['code'],
  overrides: Partial<NonNullable<TeamView['failure']>> = {},
): TeamView['failure'] => ({
  code,
  message: verbatim('The server said no.'),
  at: Date.now(),
  retryAt: null,
  times: 1,
  ...overrides,
})

/** A redirect whose name and destination differ, and whose group changed only here. */
export const aConflict = (overrides: Partial<TeamConflict> = {}): TeamConflict => {
  const record = (name: string, destination: string) => ({
    id: 'Redirect_1',
    name,
    objectType: 'rule',
    ruleType: 'Redirect',
    status: 'Active',
    groupId: '',
    modificationDate: Date.now(),
    pairs: [{source: {key: 'url', operator: 'Contains', value: 'shop.test'}, destinationType: 'url', destination}],
  })
  return {
    kind: 'rule',
    id: 'Redirect_1',
    name: 'API to localhost',
    ruleType: 'Redirect',
    mine: record('API to localhost', 'http://localhost:3000/$1'),
    theirs: record('API to dev box', 'http://dev.shop.test:8080/$1'),
    fields: ['pairs', 'name'],
    merged: [{field: 'groupId', by: 'mine'}],
    ...overrides,
  }
}

/** The account messages of the worker. It accepts every web URL and every key but "unknown". */
export function createFakeTeam(start: TeamView | null) {
  let team = start
  const listeners = new Set<() => void>()
  const set = (next: TeamView | null) => {
    team = next
    for (const listener of listeners) listener()
  }
  const change = (how: (team: TeamView) => Partial<TeamView>) => {
    if (!team) throw notFoundError(verbatim('Account'))
    set({...team, ...how(team)})
    return null
  }
  const refuse = (status: 400 | 401, path: string, code: string, reason: string): never => {
    throw new ServiceError(status, code, verbatim(reason), [fault(path, code, verbatim(reason))])
  }

  const handlers: Handlers = {
    'team.view': () => team,
    'team.connect'({url, key, plain = false}) {
      const parsed = URL.parse(url)
      if (!parsed || !/^https?:$/.test(parsed.protocol)) refuse(400, 'url', 'not-a-url', 'This is not a web address.')
      if (parsed?.protocol === 'http:' && parsed.hostname !== 'localhost' && !plain)
        refuse(400, 'url', 'plain-http', 'The key would be sent unencrypted.')
      if (key === 'unknown') refuse(401, 'key', 'unauthorized', 'The server does not know this API key.')
      set(aTeam({url, keyEnd: key.slice(-4)}))
      return null
    },
    'team.disconnect': () => (set(null), null),
    'team.sync': () => change(() => ({synced: {at: Date.now(), rules: 104}, failure: null})),
    'team.stop': () => change(() => ({isSyncing: false, progress: null})),
    'team.every': ({minutes}) => change(() => ({every: minutes})),
    'team.settle': ({id}) =>
      change(({conflicts}) => {
        if (!conflicts.some(each => each.id === id)) throw notFoundError(verbatim('Conflict'))
        return {conflicts: conflicts.filter(each => each.id !== id)}
      }),
    'team.retry': ({ids}) => change(({rejected}) => ({rejected: rejected.filter(({id}) => !ids.includes(id))})),
    'team.drop': ({ids}) => change(({rejected}) => ({rejected: rejected.filter(({id}) => !ids.includes(id))})),
  }
  return {
    handlers,
    set,
    onSync(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
