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
import {testedPlace} from '../../../tester/kept'

const withoutStars = (value: string) =>
  value
    .replace(/:\*+/g, ':8080')
    .replace(/:(\d{1,4})\*+/g, ':$1')
    .replace(/\*+/g, 'x')

const schemeOf = (written: string) => (/^ws/i.test(written) ? 'wss://' : 'https://')

const domainOf = ({filters = []}: Source): string =>
  filters.find(each => each.pageDomains?.[0])?.pageDomains?.[0] ?? 'example.com'

function addressFor(source: Source): string {
  const value = source.value.trim()
  if (value === '' || source.operator === 'Matches') return ''
  const domain = domainOf(source)
  if (source.key === 'path') return `https://${domain}${value.startsWith('/') ? '' : '/'}${withoutStars(value)}`
  if (source.key === 'host') {
    const host = withoutStars(value.replace(/^\*\.?(?=[^*:])/, 'www.'))
    return /[/?#]/.test(host) ? '' : `https://${host.startsWith(':') ? domain : ''}${host}/`
  }
  if (/^\*+$/.test(value)) return `https://${domain}/`
  const url = withoutStars(removeStarsAroundHost(value).replace(/^[a-z]*\*+:\/\//i, schemeOf))
  if (/^[a-z]+:\/\/$/i.test(url)) return `${url}${domain}/`
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url
  if (/^(?:\/|:\d)/.test(url)) return `https://${domain}${url}`
  // A part of a URL such as ?utm_ or @2x.png needs a host before it.
  return /^[\p{L}\p{N}[]/u.test(url) && URL.canParse(`https://${url}`) ? `https://${url}` : `https://${domain}/${url}`
}

const inPath = (url: string, text: string): string => `${url.replace(/\/$/, '')}/${text.replace(/^\//, '')}`

function holdingAll(source: Source, plain: string, {pair}: Condition, needed: string): readonly string[] {
  if (!('from' in pair)) return [addToQuery(plain, needed)]
  const last = source.value.lastIndexOf('*')
  const filled = `${source.value.slice(0, last)}${needed}${source.value.slice(last + 1)}`
  const instead =
    source.operator === 'Wildcard_Matches' && last >= 0
      ? [addressFor({...source, value: filled}), `https://${domainOf(source)}/${withoutStars(filled)}`]
      : []
  return [inPath(plain, needed), ...instead, addToQuery(plain, needed)]
}

function addressOf(condition: Condition): string {
  const {source} = condition
  const plain = source ? addressFor(source) : ''
  if (!source || plain === '' || condition.fault !== null) return ''
  const needed = getNeededText(condition)
  const domain = domainOf(source)
  const plains = [
    plain,
    ...(source.value.startsWith('*') ? [`https://${domain}/${withoutStars(source.value)}`] : []),
    ...getExampleUrls(condition).flatMap(url => [url.replace('//any.test', `//${domain}`), url]),
  ]
  const isMeant = (url: string) => {
    const read = readTestRequest({url, ...anything})
    return 'url' in read && condition.compare(readAddress(read.url)) !== null
  }
  const holds = (url: string) => needed === undefined || url.includes(needed)
  const all = plains.flatMap(each =>
    needed === undefined ? [each] : [each, ...holdingAll(source, each, condition, needed)],
  )
  return all.find(url => holds(url) && isMeant(url)) ?? plains.find(isMeant) ?? ''
}

/** A WebSocket has a ws: URL, and a ws: URL is always a WebSocket. */
function asWebSocket(tested: TestRequest, {compare, filters}: Condition): TestRequest {
  const url = tested.resourceType === 'websocket' ? tested.url.replace(/^http/, 'ws') : tested.url
  if (!/^wss?:/.test(url) || compare(readAddress(url)) === null) return tested
  const isOpen = filters().every(({name}) => name !== 'resourceType' && name !== 'requestMethod')
  return {...tested, url, ...(isOpen ? {method: 'GET', resourceType: 'websocket' as const} : {})}
}

const isOfWebSocket = ({url}: TestRequest) => /^\s*wss?:\/\//i.test(url)

export function changedTo(before: TestRequest, changes: Partial<TestRequest>): TestRequest {
  const after = {...before, ...changes}
  if (isOfWebSocket(after)) return {...after, method: 'GET', resourceType: 'websocket'}
  return isOfWebSocket(before) ? {...after, resourceType: anything.resourceType} : after
}

const anything = {method: 'GET', resourceType: 'xmlhttprequest', page: '', payload: ''} as const

/** A request for the first condition that can match. `given`: the known fields. */
export function startFor(rule: Rule, given: Partial<TestRequest> = {}): TestRequest {
  const conditions = getConditions(rule)
  const condition = conditions.find(({fault}) => fault === null) ?? conditions[0]
  const asks = [...generateSampleRequests(rule.ruleType, condition?.source?.filters ?? [])]
  if (!condition) return {url: '', ...(asks[0] ?? anything), ...given}
  const url = addressOf(condition)
  const asked = asks.find(each => matchesRequest(condition, {url, ...each, ...given})) ?? asks[0] ?? anything
  return {...asWebSocket({url, ...asked}, condition), ...given}
}

export function readKept(kept: unknown): TestRequest | null {
  if (typeof kept !== 'object' || kept === null) return null
  const {url, method, resourceType, page, payload} = kept as Readonly<Record<keyof TestRequest, unknown>>
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  if (typeof url !== 'string' || url === '') return null
  return {
    url,
    method: text(method) || 'GET',
    resourceType: resourceTypes.find(each => each === resourceType) ?? 'xmlhttprequest',
    page: text(page),
    payload: text(payload),
  }
}

/** Milliseconds after the last key. */
const pause = 300
/** Characters; longer requests are not stored. */
const mostKept = 100_000

export type TestedState = {
  readonly tested: ReadonlySignal<TestRequest | null>
  change(changes: Partial<TestRequest>): void
}

function givenIn(query: URLSearchParams): Partial<TestRequest> {
  const url = query.get('url')
  const type = resourceTypes.find(each => each === query.get('requestType'))
  return {...(url ? {url} : {}), ...(type ? {resourceType: type} : {})}
}

export function useTested(id: string | undefined, rule: ReadonlySignal<Rule>): TestedState {
  const {storedValues} = usePage().browserAdapter
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const place = useRef(id)
  const state = useMemo(() => {
    const given = givenIn(new URLSearchParams(location.hash.split('?')[1] ?? ''))
    const own = signal<TestRequest | null>(null)
    const isRead = signal(id === undefined)
    const write = () => {
      clearTimeout(timer.current)
      const value = own.peek()
      if (value === null || place.current === undefined || value.url.length + value.payload.length > mostKept) return
      void storedValues.write(testedPlace(place.current), value).catch(() => undefined)
    }
    return {own, isRead, given, write}
  }, [])
  useEffect(() => {
    place.current = id
    if (id === undefined || state.own.peek() !== null) return state.write()
    let isHere = true
    const read = async () => {
      const last = await storedValues.read(testedPlace(id)).catch(() => undefined)
      if (!isHere) return
      state.own.value ??= readKept(last)
      state.isRead.value = true
    }
    void read()
    return () => {
      isHere = false
    }
  }, [id])
  useEffect(() => state.write, [])
  return useMemo(() => {
    const current = () => state.own.value ?? startFor(rule.value, state.given)
    return {
      tested: computed(() => (state.isRead.value ? current() : null)),
      change(changes) {
        state.own.value = changedTo(current(), changes)
        clearTimeout(timer.current)
        timer.current = setTimeout(state.write, pause)
      },
    }
  }, [rule])
}
