import type {StoredRecord} from '../../../src/model/rule'
import {json} from './connected'
import {aDevice, serviceUrl, type Device, type Fetch, type Life, type Network} from './team'

/** The differences between services. */
export type Traits = {
  readonly listsGroups?: boolean
  readonly deletes?: boolean
  /** Rejects a change of an outdated version. */
  readonly knowsIfMatch?: boolean
  /** Converts a received rule. */
  readonly keeps?: (record: StoredRecord) => StoredRecord
}

type Shelf = Map<string, StoredRecord>
type Call = {readonly method: string; readonly path: string}

const defaults = {
  status: 'Active',
  description: '',
  groupId: '',
  isSample: false,
  isFavourite: false,
  schemaVersion: '3.0.0',
}
const refusal = (status: number) => json({success: false, error: {code: 'no', message: `No (${status})`}}, status)

/** Sources in the shape of the app, as some services store them. */
export const inAppShape = (record: StoredRecord): StoredRecord => ({
  ...record,
  pairs: (record['pairs'] as StoredRecord[]).map(pair => {
    const {key, operator, value} = pair['source'] as StoredRecord
    return {...pair, source: {key: key === 'url' ? 'Url' : key, operator, value}}
  }),
})

/** A service in memory, as strict as the contract. `calls` holds every received call. */
export function modelService({
  listsGroups = true,
  deletes = true,
  knowsIfMatch = false,
  keeps = each => each,
}: Traits = {}) {
  const shelves = {rules: new Map() as Shelf, groups: new Map() as Shelf}
  const calls: Call[] = []
  let made = 0
  let now = 1_000_000

  function list(shelf: Shelf, url: URL): Response {
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const end = offset + Number(url.searchParams.get('pageSize') ?? 30)
    const nextOffset = end < shelf.size ? end : null
    return json({success: true, data: [...shelf.values()].slice(offset, end), total: shelf.size, nextOffset})
  }

  function make(kind: keyof typeof shelves, body: StoredRecord): StoredRecord {
    const id = `${kind === 'rules' ? String(body['ruleType']) : 'Group'}_s${++made}`
    const record = {...defaults, ...body, id, modificationDate: ++now, creationDate: now}
    return kind === 'rules' ? keeps(record) : record
  }

  function answer({method, path}: Call, url: URL, body: StoredRecord, seen: string | null): Response {
    const [, , kind, id] = path.split('/') as [string, string, keyof typeof shelves, string | undefined]
    const shelf = shelves[kind]
    const groupId = (body['groupId'] ?? '') as string
    if (kind === 'rules' && groupId !== '' && !shelves.groups.has(groupId)) return refusal(404)
    if (id === undefined) {
      if (method === 'GET') return kind === 'groups' && !listsGroups ? refusal(404) : list(shelf, url)
      const record = make(kind, body)
      shelf.set(String(record['id']), record)
      return json({success: true, data: record})
    }
    if (method === 'GET' && kind === 'groups') return refusal(405)
    if (method === 'DELETE' && !deletes) return refusal(405)
    const kept = shelf.get(id)
    if (!kept) return refusal(404)
    if (method === 'GET') return json({success: true, data: kept})
    if (knowsIfMatch && seen !== null && seen !== `"${String(kept['modificationDate'])}"`)
      return json({success: false, error: {code: 'changed-since', message: 'Changed meanwhile'}}, 400)
    if (method === 'DELETE') {
      shelf.delete(id)
      for (const [rule, record] of shelves.rules)
        if (record['groupId'] === id) shelves.rules.set(rule, {...record, groupId: ''})
      return json({success: true})
    }
    const changed = {...kept, ...body, id, modificationDate: ++now}
    shelf.set(id, kind === 'rules' ? keeps(changed) : changed)
    return json({success: true, data: shelf.get(id)})
  }

  const send: Fetch = async (...given) => {
    const request = new Request(...given)
    const url = new URL(request.url)
    const call = {method: request.method, path: url.pathname}
    calls.push(call)
    const text = await request.text()
    const body = text === '' ? {} : (JSON.parse(text) as StoredRecord)
    const {headers} = request
    return answer(call, url, body, headers.get('if-match'))
  }

  return {
    send,
    calls,
    rules: shelves.rules,
    groups: shelves.groups,
    /** Creates or changes a record as another user. */
    put(kind: keyof typeof shelves, record: StoredRecord, id?: string): string {
      const kept =
        id === undefined ? make(kind, record) : {...shelves[kind].get(id), ...record, modificationDate: ++now}
      shelves[kind].set(String(kept['id']), kept)
      return String(kept['id'])
    },
    countOf: (method: string, path = '') =>
      calls.filter(call => call.method === method && call.path.startsWith(path)).length,
  }
}

/** A service with these traits and a synced device. `life` begins after the sync. */
export async function withModel(traits: Traits = {}, life: Life = {}) {
  const service = modelService(traits)
  const first = await aDevice(service.send)
  await first.sync.connect({url: serviceUrl, key: 'a-key-of-a-workspace'})
  await first.synced()
  return {service, device: await first.reborn(life)}
}

/** A network that fails matching calls while it is active. */
export function failing(
  is: (method: string, path: string, body: string) => boolean,
  answer: () => Promise<Response>,
): Network {
  return send =>
    async (...given) => {
      const request = new Request(...given)
      const body = await request.clone().text()
      return is(request.method, new URL(request.url).pathname, body) ? answer() : send(request)
    }
}

export const cut = (): Promise<Response> => Promise.reject(new TypeError('fetch failed'))
export const broken = async (): Promise<Response> => refusal(500)

/** A network that loses the response of the first matching call. */
export function losing(method: string): Network {
  let isOver = false
  return send =>
    async (...given) => {
      const request = new Request(...given)
      const answer = await send(request)
      if (isOver || request.method !== method) return answer
      isOver = true
      return cut()
    }
}

/** The only team rule or group of a device. */
export async function only(
  {library}: Device,
  kind: 'rules' | 'groups' = 'rules',
): Promise<{id: string; record: StoredRecord}> {
  const all = (await library.snapshot())[kind].filter(({remote}) => remote !== undefined)
  const [one] = all
  if (!one || all.length !== 1) throw new Error(`There are ${all.length}`)
  return one
}
