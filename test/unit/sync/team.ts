import 'fake-indexeddb/auto'
import {openLibrary, type OpenLibrary} from '../../../src/storage/library'
import {createHttpClient} from '../../../src/api/http-client'
import type {StoredRecord} from '../../../src/model/rule'
import type {TeamSync, TeamView} from '../../../src/model/team'
import {createSync} from '../../../src/sync/sync'
import type {sharedApp} from '../team-server/open-server'

export type Fetch = typeof fetch
/** The network between a browser and the service. */
export type Network = (send: Fetch) => Fetch

/** Called before each transaction. It may throw like a full disk. */
type Storage = () => void

export type Life = {
  readonly network?: Network
  /** Calls and transactions until the worker is stopped. */
  readonly steps?: number
  readonly storage?: Storage
  /** The timeout of a call in milliseconds. */
  readonly patience?: number
}

export type Device = {
  readonly library: OpenLibrary
  readonly sync: TeamSync
  /** The current time in milliseconds since 1970, which tests change. */
  readonly clock: {now: number}
  /** The time of the next scheduled sync. */
  next(): number | null
  /** Number of installations after changes. */
  changes(): number
  /** Whether a sync is marked as unfinished. */
  isUnfinished(): boolean
  /** Number of progress events. */
  told(): number
  view(): Promise<TeamView>
  /** Syncs until nothing is left to send. */
  synced(): Promise<TeamView>
  /** Starts another worker on the same database. */
  reborn(life?: Life): Promise<Device>
  /** Resolves when the worker is stopped. */
  readonly death: Promise<void>
}

/** Allows this number of steps; later ones never end. */
function lifeOf(steps: number) {
  let left = steps
  let die: () => void = () => undefined
  const death = new Promise<void>(done => {
    die = done
  })
  return {
    death,
    async step<T>(doing: () => Promise<T>): Promise<T> {
      if (--left >= 0) return doing()
      die()
      return new Promise<T>(() => undefined)
    },
  }
}

let devices = 0
const straight: Network = send => send

export const serviceUrl = 'http://localhost:8080'

/** The team server's app behind a network. */
export async function directTo(server: ReturnType<typeof sharedApp>): Promise<Fetch> {
  const {app} = await server.started()
  return async (...given) => app.fetch(new Request(...given))
}

/** `look`: the stored time of the last comparison. */
type Kept = {
  readonly databaseName: string
  readonly clock: {now: number}
  readonly look: {at: number | null}
  /** Whether a sync has started and not ended. */
  readonly unfinished: {is: boolean}
}

export async function aDevice(
  send: Fetch,
  life: Life = {},
  kept: Kept = {
    databaseName: `device-${++devices}`,
    clock: {now: Date.now()},
    look: {at: null},
    unfinished: {is: false},
  },
): Promise<Device> {
  const {network = straight, steps = Infinity, storage = () => undefined, patience = 5_000} = life
  const {databaseName, clock, look} = kept
  const {death, step} = lifeOf(steps)
  let ids = 0
  const needs = {
    databaseName,
    now: () => clock.now++,
    suffix: () => `${databaseName.replaceAll('-', '')}x${++ids}x${Math.random().toString(36).slice(2, 8)}`,
  }
  const library = await openLibrary(needs)
  let next: number | null = null
  let changes = 0
  let told = 0
  const sync = createSync({
    change: doing =>
      step(async () => {
        storage()
        return library.change(doing)
      }),
    library: needs,
    chance: () => 0.5,
    async changed() {
      changes++
    },
    announce() {
      told++
    },
    lastCheck: {
      read: async () => look.at,
      async write(at) {
        look.at = at
      },
    },
    async markUnfinished(is) {
      kept.unfinished.is = is
    },
    schedule(at) {
      next = at
    },
    openService: ({url, key}, signal) =>
      createHttpClient({
        baseUrl: url,
        apiKey: key,
        fetch: (...given) => step(() => network(send)(...given)),
        now: () => clock.now,
        timeout: patience,
        ...(signal && {signal}),
      }),
  })
  async function view(): Promise<TeamView> {
    const seen = await sync.view()
    if (seen === null) throw new Error('There is no account')
    return seen
  }
  return {
    library,
    sync,
    clock,
    next: () => next,
    isUnfinished: () => kept.unfinished.is,
    changes: () => changes,
    told: () => told,
    view,
    async synced() {
      for (let times = 0; times < 200; times++) {
        await sync.run('whole')
        const seen = await view()
        if (seen.failure === null && seen.waiting.length === 0) return seen
        // Tasks that wait for a later time are ignored.
        clock.now += 61_000
      }
      throw new Error(
        `It comes to no end: ${JSON.stringify((({waiting, failure, hidden, rejected}) => ({waiting, failure, hidden, rejected}))(await view()))}`,
      )
    },
    reborn: (again = {}) => aDevice(send, {network, ...again}, kept),
    death,
  }
}

const ownFields = [
  'id',
  'modificationDate',
  'creationDate',
  'lastModifiedBy',
  'createdBy',
  'currentOwnerId',
  'extensionRules',
]

/** Records by name without local fields. `groupName` returns the name of a record's group. */
export function said(records: readonly StoredRecord[], groups: readonly StoredRecord[]): StoredRecord[] {
  const names = new Map(groups.map(({id, name}) => [id, name]))
  const plain = (record: StoredRecord): StoredRecord => ({
    ...Object.fromEntries(Object.entries(record).filter(([name]) => !ownFields.includes(name))),
    ...('groupId' in record && {groupId: names.get(record['groupId']) ?? record['groupId']}),
  })
  const key = (record: StoredRecord) =>
    JSON.stringify(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return records.map(plain).toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
}

/** All records of the service, read through its API. */
export async function atService(send: Fetch, key: string): Promise<{rules: StoredRecord[]; groups: StoredRecord[]}> {
  const all = async (kind: string) => {
    const found: StoredRecord[] = []
    for (let offset: number | null = 0; offset !== null;) {
      const answer = await send(`${serviceUrl}/v1/${kind}?offset=${offset}&pageSize=75`, {headers: {'x-api-key': key}})
      const page = (await answer.json()) as {data: StoredRecord[]; nextOffset: number | null}
      found.push(...page.data)
      offset = page.nextOffset
    }
    return found
  }
  return {rules: await all('rules'), groups: await all('groups')}
}

/** The team records of a device. */
export async function onDevice({library}: Device): Promise<{rules: StoredRecord[]; groups: StoredRecord[]}> {
  const {rules, groups} = await library.snapshot()
  const teams = (kept: readonly {record: StoredRecord; remote?: unknown}[]) =>
    kept.flatMap(({record, remote}) => (remote === undefined ? [] : [record]))
  return {rules: teams(rules), groups: teams(groups)}
}
