import {computed, signal, type ReadonlySignal} from '@preact/signals'
import {useEffect, useMemo, useRef} from 'preact/hooks'
import type {Rule} from '../../../../model/rule'
import {resourceTypes, type Source} from '../../../../model/source'
import {readAddress} from '../../../../matching/address'
import {removeStarsAroundHost} from '../../../../matching/example-urls'
import {generateSampleRequests} from '../../../../simulator/sample-requests'
import {getConditions, type Condition} from '../../../../simulator/conditions'
import {addToQuery, matchesRequest, getNeededText, getExampleUrls} from '../../../../simulator/condition-examples'
import {readTestRequest, type TestRequest} from '../../../../simulator/test-request'
import {usePage} from '../../../state/page-context'
import {getTestRequestKey} from '../../../tester/storage-keys'

const withoutStars = (value: string) =>
  value
    .replace(/:\*+/g, ':8080')
    .replace(/:(\d{1,4})\*+/g, ':$1')
    .replace(/\*+/g, 'x')

const getScheme = (scheme: string) => (/^ws/i.test(scheme) ? 'wss://' : 'https://')

const getPageDomain = ({filters = []}: Source): string =>
  filters.find(each => each.pageDomains?.[0])?.pageDomains?.[0] ?? 'example.com'

function createUrl(source: Source): string {
  const value = source.value.trim()
  if (value === '' || source.operator === 'Matches') return ''
  const domain = getPageDomain(source)
  if (source.key === 'path') return `https://${domain}${value.startsWith('/') ? '' : '/'}${withoutStars(value)}`
  if (source.key === 'host') {
    const host = withoutStars(value.replace(/^\*\.?(?=[^*:])/, 'www.'))
    return /[/?#]/.test(host) ? '' : `https://${host.startsWith(':') ? domain : ''}${host}/`
  }
  if (/^\*+$/.test(value)) return `https://${domain}/`
  const url = withoutStars(removeStarsAroundHost(value).replace(/^[a-z]*\*+:\/\//i, getScheme))
  if (/^[a-z]+:\/\/$/i.test(url)) return `${url}${domain}/`
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url
  if (/^(?:\/|:\d)/.test(url)) return `https://${domain}${url}`
  // A part of a URL such as ?utm_ or @2x.png needs a host before it.
  return /^[\p{L}\p{N}[]/u.test(url) && URL.canParse(`https://${url}`) ? `https://${url}` : `https://${domain}/${url}`
}

const appendToPath = (url: string, text: string): string => `${url.replace(/\/$/, '')}/${text.replace(/^\//, '')}`

function addNeededText(source: Source, url: string, {pair}: Condition, needed: string): readonly string[] {
  if (!('from' in pair)) return [addToQuery(url, needed)]
  const last = source.value.lastIndexOf('*')
  const filledValue = `${source.value.slice(0, last)}${needed}${source.value.slice(last + 1)}`
  const wildcardUrls =
    source.operator === 'Wildcard_Matches' && last >= 0
      ? [createUrl({...source, value: filledValue}), `https://${getPageDomain(source)}/${withoutStars(filledValue)}`]
      : []
  return [appendToPath(url, needed), ...wildcardUrls, addToQuery(url, needed)]
}

function findMatchingUrl(condition: Condition): string {
  const {source} = condition
  const sourceUrl = source ? createUrl(source) : ''
  if (!source || sourceUrl === '' || condition.fault !== null) return ''
  const needed = getNeededText(condition)
  const domain = getPageDomain(source)
  const candidates = [
    sourceUrl,
    ...(source.value.startsWith('*') ? [`https://${domain}/${withoutStars(source.value)}`] : []),
    ...getExampleUrls(condition).flatMap(url => [url.replace('//any.test', `//${domain}`), url]),
  ]
  const matchesCondition = (url: string) => {
    const read = readTestRequest({url, ...defaultRequest})
    return 'url' in read && condition.compare(readAddress(read.url)) !== null
  }
  const hasNeededText = (url: string) => needed === undefined || url.includes(needed)
  const withNeededText = candidates.flatMap(each =>
    needed === undefined ? [each] : [each, ...addNeededText(source, each, condition, needed)],
  )
  return (
    withNeededText.find(url => hasNeededText(url) && matchesCondition(url)) ?? candidates.find(matchesCondition) ?? ''
  )
}

/** Keeps URL and type consistent: a ws: URL always belongs to a WebSocket. */
function adaptToWebSocket(request: TestRequest, {compare, filters}: Condition): TestRequest {
  const url = request.resourceType === 'websocket' ? request.url.replace(/^http/, 'ws') : request.url
  if (!/^wss?:/.test(url) || compare(readAddress(url)) === null) return request
  const isUnrestricted = filters().every(({name}) => name !== 'resourceType' && name !== 'requestMethod')
  return {...request, url, ...(isUnrestricted ? {method: 'GET', resourceType: 'websocket' as const} : {})}
}

const isWebSocketRequest = ({url}: TestRequest) => /^\s*wss?:\/\//i.test(url)

export function updateTestRequest(before: TestRequest, changes: Partial<TestRequest>): TestRequest {
  const after = {...before, ...changes}
  if (isWebSocketRequest(after)) return {...after, method: 'GET', resourceType: 'websocket'}
  return isWebSocketRequest(before) ? {...after, resourceType: defaultRequest.resourceType} : after
}

const defaultRequest = {method: 'GET', resourceType: 'xmlhttprequest', page: '', payload: ''} as const

/** Creates a request for the first condition that can match. `known` fields stay unchanged. */
export function createTestRequest(rule: Rule, known: Partial<TestRequest> = {}): TestRequest {
  const conditions = getConditions(rule)
  const condition = conditions.find(({fault}) => fault === null) ?? conditions[0]
  const samples = [...generateSampleRequests(rule.ruleType, condition?.source?.filters ?? [])]
  if (!condition) return {url: '', ...(samples[0] ?? defaultRequest), ...known}
  const url = findMatchingUrl(condition)
  const sample =
    samples.find(each => matchesRequest(condition, {url, ...each, ...known})) ?? samples[0] ?? defaultRequest
  return {...adaptToWebSocket({url, ...sample}, condition), ...known}
}

export function parseTestRequest(value: unknown): TestRequest | null {
  if (typeof value !== 'object' || value === null) return null
  const {url, method, resourceType, page, payload} = value as Readonly<Record<keyof TestRequest, unknown>>
  const toText = (field: unknown) => (typeof field === 'string' ? field : '')
  if (typeof url !== 'string' || url === '') return null
  return {
    url,
    method: toText(method) || 'GET',
    resourceType: resourceTypes.find(each => each === resourceType) ?? 'xmlhttprequest',
    page: toText(page),
    payload: toText(payload),
  }
}

/** Milliseconds after the last change. */
const pause = 300
/** Characters. Longer requests are not stored. */
const maxStoredLength = 100_000

export type TestRequestState = {
  readonly request: ReadonlySignal<TestRequest | null>
  change(changes: Partial<TestRequest>): void
}

function readRouteQuery(query: URLSearchParams): Partial<TestRequest> {
  const url = query.get('url')
  const type = resourceTypes.find(each => each === query.get('requestType'))
  return {...(url ? {url} : {}), ...(type ? {resourceType: type} : {})}
}

export function useTestRequest(id: string | undefined, rule: ReadonlySignal<Rule>): TestRequestState {
  const {storedValues} = usePage().browserAdapter
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const storedId = useRef(id)
  const state = useMemo(() => {
    const known = readRouteQuery(new URLSearchParams(location.hash.split('?')[1] ?? ''))
    const typed = signal<TestRequest | null>(null)
    const isLoaded = signal(id === undefined)
    const write = () => {
      clearTimeout(timer.current)
      const value = typed.peek()
      if (value === null || storedId.current === undefined || value.url.length + value.payload.length > maxStoredLength)
        return
      void storedValues.write(getTestRequestKey(storedId.current), value).catch(() => undefined)
    }
    return {typed, isLoaded, known, write}
  }, [])
  useEffect(() => {
    storedId.current = id
    if (id === undefined || state.typed.peek() !== null) return state.write()
    let isMounted = true
    const read = async () => {
      const stored = await storedValues.read(getTestRequestKey(id)).catch(() => undefined)
      if (!isMounted) return
      state.typed.value ??= parseTestRequest(stored)
      state.isLoaded.value = true
    }
    void read()
    return () => {
      isMounted = false
    }
  }, [id])
  useEffect(() => state.write, [])
  return useMemo(() => {
    const current = () => state.typed.value ?? createTestRequest(rule.value, state.known)
    return {
      request: computed(() => (state.isLoaded.value ? current() : null)),
      change(changes) {
        state.typed.value = updateTestRequest(current(), changes)
        clearTimeout(timer.current)
        timer.current = setTimeout(state.write, pause)
      },
    }
  }, [rule])
}
