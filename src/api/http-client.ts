import ky, {TimeoutError} from 'ky'
import * as z from 'zod/mini'
import {toArray, deepest, isTooDeep, isRecord, parsed} from '../model/json'
import {envelopes, errorBody} from './envelopes'
import {readPageRequest} from './paging'
import {fault, faultText, verbatim, type Fault} from '../model/faults'
import type {Envelope, Page, PageRequest, RemoteService, ExpectedVersion} from './rule-service'
import type {Rule, StoredRecord} from '../model/rule'
import {ServiceError, unexplainedCode, type ServiceStatus} from './service-error'
import {RemoteError} from './http-error'

/** Parses `retry-after`, in seconds or as a date, to milliseconds; null if unreadable. */
function parseRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const text = header.trim()
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

class BodyTimeout extends Error {}

/**
 * Reads the body. Rejects with `BodyTimeout` after `timeout` ms without data,
 * since ky's timeout covers only the headers.
 */
async function readBody({body}: Response, timeout: number): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const {done, value} = await withTimeout(reader.read(), timeout).catch((error: unknown) => {
      void reader.cancel().catch(() => undefined)
      throw error
    })
    text += decoder.decode(value, {stream: !done})
    if (done) return text
  }
}

function withTimeout<T>(promise: Promise<T>, timeout: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeoutError = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BodyTimeout()), timeout)
  })
  return Promise.race([promise, timeoutError]).finally(() => clearTimeout(timer))
}

type HttpClientOptions = {
  /** Everything before `/v1`. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly fetch: typeof fetch
  now(): number
  /** Milliseconds without data after which a call fails. */
  readonly timeout: number
  readonly signal?: AbortSignal
}

type CallOptions = {
  readonly json?: unknown
  readonly searchParams?: URLSearchParams
  readonly headers?: Readonly<Record<string, string>>
}

/** A service that supports `if-match` refuses a change of an outdated version. */
const toIfMatch = (expected: ExpectedVersion | undefined): CallOptions =>
  typeof expected === 'number' ? {headers: {'if-match': `"${expected}"`}} : {}

const toIdempotencyKey = (key: string | undefined): CallOptions =>
  key === undefined ? {} : {headers: {'idempotency-key': key}}

/** The `idempotency-key-ttl` header in milliseconds. */
const parseTtl = (header: string | null): number | null =>
  header !== null && /^\d{1,9}$/.test(header) ? Number(header) * 1000 : null

const success = z.literal(true)
/** Checks only the envelope: one odd record must not block the others. */
const envelopeSchema = z.looseObject({success, data: z.looseObject({})})
/** A record without an id would be taken for an emptied rule. */
const recordSchema = z.looseObject({success, data: z.looseObject({id: z.string().check(z.minLength(1))})})

/** All other statuses from 400 to 499 refuse the request itself. */
const retryableStatuses: readonly number[] = [408, 421, 425, 429]
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && !retryableStatuses.includes(status)
const toServiceStatus = (status: number): ServiceStatus =>
  status === 401 || status === 404 || status === 405 ? status : 400

const faultBody = z.object({path: z.string(), code: z.string(), reason: z.string()})

/** The faults in the body of a refusal. Entries of another shape are left out. */
const readFaults = (given: unknown, plain: (message: string) => string): Fault[] =>
  toArray(given).flatMap(each => {
    const {data} = faultBody.safeParse(each)
    return data ? [fault(data.path, data.code, verbatim(plain(data.reason)))] : []
  })

const longestMessage = 1_000

function toServiceError(status: number, text: string, apiKey: string): ServiceError {
  const body = z.safeParse(errorBody, parsed(text))
  if (!body.success)
    return new ServiceError(toServiceStatus(status), unexplainedCode, faultText('serviceRefused', {status}))
  const {code, message, faults} = body.data.error
  // Some services repeat the key that they refuse.
  const redact = (given: string) => given.replaceAll(apiKey, '…').slice(0, longestMessage)
  return new ServiceError(toServiceStatus(status), redact(code), verbatim(redact(message)), readFaults(faults, redact))
}

function toRemoteError(response: Response, now: number): RemoteError {
  const {status, headers} = response
  const wait = parseRetryAfter(headers.get('retry-after'), Date.parse(headers.get('date') ?? '') || now)
  if (status === 429) return new RemoteError('too-many-requests', faultText('serviceSaysSlower'), status, wait)
  if (status >= 500) return new RemoteError('server', faultText('serviceFailed', {status}), status, wait)
  return new RemoteError('unexpected', faultText('serviceAnswered', {status}), status, wait)
}

/**
 * The rule service at a URL. Rejects with a `ServiceError` for a refusal
 * and a `RemoteError` for an unusable answer.
 */
export function createHttpClient({baseUrl, apiKey, fetch, now, timeout, signal}: HttpClientOptions): RemoteService {
  const client = ky.create({
    prefix: baseUrl,
    headers: {'x-api-key': apiKey, accept: 'application/json'},
    fetch,
    timeout,
    retry: 0,
    throwHttpErrors: false,
    cache: 'no-store',
    credentials: 'omit',
    // A followed redirect would carry the key along.
    redirect: 'manual',
  })

  let idempotencyKeyTtl: number | null = null

  async function send(method: string, path: string, options: CallOptions) {
    try {
      const response = await client(path, {method, ...options, ...(signal && {signal})})
      const text = await readBody(response, timeout)
      if (response.ok) idempotencyKeyTtl = parseTtl(response.headers.get('idempotency-key-ttl'))
      return {response, text}
    } catch (error) {
      throw error instanceof TimeoutError || error instanceof BodyTimeout
        ? new RemoteError('timeout', faultText('serviceSilent', {seconds: timeout / 1000}))
        : new RemoteError('unreachable', faultText('serviceUnreachable'))
    }
  }

  async function ask<Answer>(
    schema: z.ZodMiniType,
    method: string,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer> {
    const {response, text} = await send(method, path, options)
    const {status} = response
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400))
      throw new RemoteError('redirected', faultText('serviceElsewhere'), status)
    if (isRefusal(status)) throw toServiceError(status, text, apiKey)
    if (!response.ok) throw toRemoteError(response, now())
    const body = z.safeParse(schema, text === '' ? null : parsed(text))
    if (!body.success) throw new RemoteError('not-json', faultText('serviceAnsweredOther'), status)
    const {data} = (body.data ?? {}) as {data?: unknown}
    // In a list, the caller leaves such records out.
    if (isRecord(data) && isTooDeep(data))
      throw new ServiceError(400, 'too-deep', faultText('serviceTooDeep', {most: deepest}))
    return body.data as Answer
  }

  const getRecordPath = (kind: 'rules' | 'groups', id: string) => `v1/${kind}/${encodeURIComponent(id.toWellFormed())}`
  async function list(kind: 'rules' | 'groups', page: PageRequest = {}): Promise<Page<StoredRecord>> {
    const {offset, pageSize} = readPageRequest(page)
    const searchParams = new URLSearchParams({offset: String(offset), pageSize: String(pageSize)})
    return ask(envelopes.rules, 'GET', `v1/${kind}`, {searchParams})
  }
  // The contract shows no body for DELETE, so an empty one is valid.
  const deletion = z.nullable(z.looseObject({success: z.optional(success)}))

  return {
    createRule: (payload, key) => ask(recordSchema, 'POST', 'v1/rules', {json: payload, ...toIdempotencyKey(key)}),
    updateRule: (id, payload, expected) =>
      ask(envelopeSchema, 'PUT', getRecordPath('rules', id), {json: payload, ...toIfMatch(expected)}),
    async getRule(id) {
      const {data} = await ask<Envelope<Rule>>(recordSchema, 'GET', getRecordPath('rules', id))
      return {success: true, data: {...data, id}}
    },
    listRules: page => list('rules', page),
    createGroup: (payload, key) => ask(recordSchema, 'POST', 'v1/groups', {json: payload, ...toIdempotencyKey(key)}),
    getIdempotencyKeyTtl: () => idempotencyKeyTtl,
    updateGroup: (id, payload, expected) =>
      ask(envelopeSchema, 'PUT', getRecordPath('groups', id), {json: payload, ...toIfMatch(expected)}),
    listGroups: page => list('groups', page),
    async deleteRule(id, expected) {
      await ask(deletion, 'DELETE', getRecordPath('rules', id), toIfMatch(expected))
    },
    async deleteGroup(id, expected) {
      await ask(deletion, 'DELETE', getRecordPath('groups', id), toIfMatch(expected))
    },
  }
}
