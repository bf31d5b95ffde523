import type {ResourceType} from '../model/source'
import {canonicalUrl, withoutFragment} from '../matching/address'
import {readRequest, type ParsedRequest} from '../matching/request'

/** A request as it stands in the fields of the tester. */
export type TestRequest = {
  /** As typed; without a scheme, https is meant. */
  readonly url: string
  readonly method: string
  readonly resourceType: ResourceType
  /** The page that asks, as typed; empty for one of the same host. */
  readonly page: string
  readonly payload: string
}

/** Longer ones are taken by no server, and would take too long to compare at each key. */
const longestUrl = 10_000

export type TestRequestFault = 'empty' | 'too-long' | 'not-a-url' | 'not-the-web'
/** `requestAt`: the same request at another address, as after a redirect. */
export type ReadableRequest = {readonly url: string; readonly requestAt: (url: string) => ParsedRequest}
export type TestRequestReading = ReadableRequest | {readonly fault: TestRequestFault}

const withScheme = (typed: string): string => {
  const bare = typed.trim()
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(bare)) return bare
  // localhost:3000 has no scheme, data:,x has one.
  return /^(?:\[|[^/?#:]+(?::\d|[/?#]|$))/.test(bare) ? `https://${bare}` : bare
}

/** What rules are asked about, or why nothing can be. */
export function readTestRequest({url: typed, method, resourceType, page, payload}: TestRequest): TestRequestReading {
  if (typed.trim() === '') return {fault: 'empty'}
  if (typed.length > longestUrl) return {fault: 'too-long'}
  const written = canonicalUrl(withScheme(typed))
  if (written === undefined) return {fault: 'not-a-url'}
  // Chromium takes a space in a host, which leads nowhere.
  if (new URL(written).hostname.includes('%')) return {fault: 'not-a-url'}
  if (!/^(?:http|ws)s?:\/\/[^/]/.test(written)) return {fault: 'not-the-web'}
  const url = withoutFragment(written)
  // What is no address is a page of no domain: to take it for one of the same host would be to say that it matches.
  const pageUrl = page.trim() === '' ? url : (canonicalUrl(withScheme(page)) ?? '')
  return {
    url,
    requestAt: asked =>
      readRequest({url: asked, method, resourceType, pageUrl, ...(payload.trim() === '' ? {} : {payload})}),
  }
}
