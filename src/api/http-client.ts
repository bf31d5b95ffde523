import ky, {TimeoutError} from 'ky'
import * as z from 'zod/mini'
import {deepest, isTooDeep, isRecord, parsed} from '../model/json'
import {envelopes, errorBody} from './envelopes'
import type {Fault} from '../model/faults'
import {readPageRequest} from './paging'
import {
  serviceAnswered,
  serviceAnsweredOther,
  serviceElsewhere,
  serviceFailed,
  serviceRefused,
  serviceSaysSlower,
  serviceSilent,
  serviceTooDeep,
  serviceUnreachable,
} from '../model/reasons'
import type {Envelope, Page, PageRequest, RemoteService, Seen} from './rule-service'
import type {Rule, StoredRecord} from '../model/rule'
import {ServiceError, unexplained, type ServiceStatus} from './service-error'
import {RemoteError} from './http-error'

/** Milliseconds to wait by a `retry-after` header, in seconds or as a date; null where it is unreadable. */
function retryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

class Silence extends Error {}

/** The body. Rejects with `Silence` after `patience` ms without data: ky's timeout ends with the headers. */
async function textOf({body}: Response, patience: number): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const {done, value} = await within(reader.read(), patience).catch((error: unknown) => {
      void reader.cancel().catch(() => undefined)
      throw error
    })
    text += decoder.decode(value, {stream: !done})
    if (done) return text
  }
}

function within<T>(doing: Promise<T>, patience: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Silence()), patience)
  })
  return Promise.race([doing, silence]).finally(() => clearTimeout(timer))
}

type RemoteNeeds = {
  /** Everything before `/v1`. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch: typeof fetch
  now(): number
  /** Milliseconds that the service may be silent. */
  readonly timeout: number
  readonly signal?: AbortSignal
}

type CallOptions = {
  readonly json?: unknown
  readonly searchParams?: URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes a service that knows `if-match` refuse a change of an outdated version. */
const ifSeen = (seen: Seen | undefined): CallOptions =>
  typeof seen === 'number' ? {headers: {'if-match': `"${seen}"`}} : {}

const withKey = (key: string | undefined): CallOptions => (key === undefined ? {} : {headers: {'idempotency-key': key}})

/** The `idempotency-key-ttl` header in milliseconds. */
const readTtl = (header: string | null): number | null =>
  header !== null && /^\d{1,9}$/.test(header) ? Number(header) * 1000 : null

const success = z.literal(true)
/** Checks only the envelope: one odd record must not block the others. */
const read = z.looseObject({success, data: z.looseObject({})})
/** A single record needs an id; without one it would be taken for an emptied rule. */
const named = z.looseObject({success, data: z.looseObject({id: z.string().check(z.minLength(1))})})

/** "Not now": all other statuses from 400 to 499 refuse the request itself. */
const passing: readonly number[] = [408, 421, 425, 429]
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && !passing.includes(status)
const asServiceStatus = (status: number): ServiceStatus =>
  status === 401 || status === 404 || status === 405 ? status : 400

const faultsOf = (given: unknown): Fault[] =>
  Array.isArray(given)
    ? given.filter(
        (each): each is Fault =>
          isRecord(each) && ['path', 'code', 'reason'].every(name => typeof each[name] === 'string'),
      )
    : []

const longestReason = 1_000

function refusalOf(status: number, text: string, apiKey: string): ServiceError {
  const told = z.safeParse(errorBody, parsed(text))
  if (!told.success) return new ServiceError(asServiceStatus(status), unexplained, serviceRefused(status))
  const {code, message, faults} = told.data.error
  // Some services repeat the key that they refuse.
  const plain = (said: string) => said.replaceAll(apiKey, '…').slice(0, longestReason)
  const given = faultsOf(faults).map(each => ({...each, reason: plain(each.reason)}))
  return new ServiceError(asServiceStatus(status), plain(code), plain(message), given)
}

function failureOf(response: Response, now: number): RemoteError {
  const {status, headers} = response
  const wait = retryAfter(headers.get('retry-after'), Date.parse(headers.get('date') ?? '') || now)
  if (status === 429) return new RemoteError('too-many-requests', serviceSaysSlower, status, wait)
  if (status >= 500) return new RemoteError('server', serviceFailed(status), status, wait)
  return new RemoteError('unexpected', serviceAnswered(status), status, wait)
}

/** The rule service at a URL. Rejects with a `ServiceError` where it refuses and a `RemoteError` where it does not answer. */
export function openRemote({baseUrl, apiKey, fetch: send, now, timeout, signal}: RemoteNeeds): RemoteService {
  const client = ky.create({
    prefix: baseUrl,
    headers: {'x-api-key': apiKey, accept: 'application/json'},
    fetch: send,
    timeout,
    retry: 0,
    throwHttpErrors: false,
    cache: 'no-store',
    credentials: 'omit',
    // A followed redirect would carry the key along.
    redirect: 'manual',
  })

  let idempotencyKeyTtl: number | null = null

  async function answer(method: string, path: string, options: CallOptions) {
    try {
      const response = await client(path, {method, ...options, ...(signal && {signal})})
      const text = await textOf(response, timeout)
      if (response.ok) idempotencyKeyTtl = readTtl(response.headers.get('idempotency-key-ttl'))
      return {response, text}
    } catch (error) {
      throw error instanceof TimeoutError || error instanceof Silence
        ? new RemoteError('timeout', serviceSilent(timeout / 1000))
        : new RemoteError('unreachable', serviceUnreachable)
    }
  }

  async function ask<Answer>(
    schema: z.ZodMiniType,
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer> {
    const {response, text} = await answer(method, path, options)
    const {status} = response
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400))
      throw new RemoteError('redirected', serviceElsewhere, status)
    if (isRefusal(status)) throw refusalOf(status, text, apiKey)
    if (!response.ok) throw failureOf(response, now())
    const said = z.safeParse(schema, text === '' ? null : parsed(text))
    if (!said.success) throw new RemoteError('not-json', serviceAnsweredOther, status)
    const {data} = (said.data ?? {}) as {data?: unknown}
    // In a list such a record is set aside by the caller.
    if (isRecord(data) && isTooDeep(data)) throw new ServiceError(400, 'too-deep', serviceTooDeep(deepest))
    return said.data as Answer
  }

  const one = (kind: 'rules' | 'groups', id: string) => `v1/${kind}/${encodeURIComponent(id.toWellFormed())}`
  async function list(kind: 'rules' | 'groups', page: PageRequest = {}): Promise<Page<StoredRecord>> {
    const {offset, pageSize} = readPageRequest(page)
    const searchParams = new URLSearchParams({offset: String(offset), pageSize: String(pageSize)})
    return ask(envelopes.rules, 'GET', `v1/${kind}`, {searchParams})
  }
  // The contract shows no answer to DELETE, so an empty one will do.
  const deletion = z.nullable(z.looseObject({success: z.optional(success)}))

  return {
    createRule: (payload, key) => ask(named, 'POST', 'v1/rules', {json: payload, ...withKey(key)}),
    updateRule: (id, payload, seen) => ask(read, 'PUT', one('rules', id), {json: payload, ...ifSeen(seen)}),
    async getRule(id) {
      const {data} = await ask<Envelope<Rule>>(named, 'GET', one('rules', id))
      return {success: true, data: {...data, id}}
    },
    listRules: page => list('rules', page),
    createGroup: (payload, key) => ask(named, 'POST', 'v1/groups', {json: payload, ...withKey(key)}),
    getIdempotencyKeyTtl: () => idempotencyKeyTtl,
    updateGroup: (id, payload, seen) => ask(read, 'PUT', one('groups', id), {json: payload, ...ifSeen(seen)}),
    listGroups: page => list('groups', page),
    async deleteRule(id, seen) {
      await ask(deletion, 'DELETE', one('rules', id), ifSeen(seen))
    },
    async deleteGroup(id, seen) {
      await ask(deletion, 'DELETE', one('groups', id), ifSeen(seen))
    },
  }
}
