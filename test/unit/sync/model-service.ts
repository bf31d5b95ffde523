import type {StoredRecord} from '../../../src/model/rule'
import {json} from './connected'
import {aDevice, serviceUrl, type Device, type Fetch, type Life, type Network} from './team'

/** What services differ in. */
export type Traits = {
  readonly listsGroups?: boolean
  readonly deletes?: boolean
  /** Refuses a change of a version that is no longer the kept one. */
  readonly knowsIfMatch?: boolean
  /** Says in `createdBy` whose API key a record was created with. */
  readonly namesCreators?: boolean
  /** What it makes of a rule that it is sent. */
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

/** Sources as the app writes them, whatever they came as: services write pairs in a shape of their own. */
export const inAppShape = (record: StoredRecord): StoredRecord => ({
  ...record,
  pairs: (record['pairs'] as StoredRecord[]).map(pair => {
    const {key, operator, value} = pair['source'] as StoredRecord
    return {...pair, source: {key: key === 'url' ? 'Url' : key, operator, value}}
  }),
})

/** The service in memory, as strict as the contract; every call that reached it is in `calls`. */
export function modelService({
  listsGroups = true,
  deletes = true,
  knowsIfMatch = false,
  namesCreators = false,
  keeps = each => each,
}: Traits = {}) {
  const shelves = {rules: new Map() as Shelf, groups: new Map() as Shelf}
  const calls: Call[] = []
  /** The name that each rule and group was created with, by its id. */
  const firstNames = new Map<string, unknown>()
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

  function answer({method, path}: Call, url: URL, body: StoredRecord, seen: string | null, by: string): Response {
    const [, , kind, id] = path.split('/') as [string, string, keyof typeof shelves, string | undefined]
    const shelf = shelves[kind]
    const groupId = (body['groupId'] ?? '') as string
    if (kind === 'rules' && groupId !== '' && !shelves.groups.has(groupId)) return refusal(404)
    if (id === undefined) {
      if (method === 'GET') return kind === 'groups' && !listsGroups ? refusal(404) : list(shelf, url)
      const record = make(kind, {...body, ...(namesCreators && {createdBy: `User of ${by}`})})
      shelf.set(String(record['id']), record)
      firstNames.set(String(record['id']), body['name'])
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
    return answer(call, url, body, headers.get('if-match'), headers.get('x-api-key') ?? '')
  }

  return {
    send,
    calls,
    firstNames,
    rules: shelves.rules,
    groups: shelves.groups,
    /** Makes or changes a record as a colleague would. */
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

/** A service of such traits, and a device that has synced with it. `life` begins after that. */
export async function withModel(traits: Traits = {}, life: Life = {}) {
  const service = modelService(traits)
  const first = await aDevice(service.send)
  await first.sync.connect({url: serviceUrl, key: 'a-key-of-a-workspace'})
  await first.synced()
  return {service, device: await first.reborn(life)}
}

/** A network on which some calls, while it is so, never come back as they were sent. */
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

/** A network on which the first such call is done, and its answer is lost. */
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

/** The only rule or group of the team that a device has. */
export async function only(
  {library}: Device,
  kind: 'rules' | 'groups' = 'rules',
): Promise<{id: string; record: StoredRecord}> {
  const all = (await library.snapshot())[kind].filter(({remote}) => remote !== undefined)
  const [one] = all
  if (!one || all.length !== 1) throw new Error(`There are ${all.length}`)
  return one
}
