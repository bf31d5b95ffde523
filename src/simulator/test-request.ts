import type {ResourceType} from '../model/source'
import {canonicalUrl, withoutFragment} from '../matching/address'
import {readRequest, type ParsedRequest} from '../matching/request'

/** The fields of the tester. */
export type TestRequest = {
  /** As typed. The default scheme is https. */
  readonly url: string
  readonly method: string
  readonly resourceType: ResourceType
  /** The URL of the requesting page, as typed. Empty for a page on the same host. */
  readonly page: string
  readonly payload: string
}

/** Servers reject longer URLs, and matching them at each keystroke would be slow. */
const longestUrl = 10_000

export type TestRequestFault = 'empty' | 'too-long' | 'not-a-url' | 'not-the-web'
/** `requestAt` returns the same request with another URL, as after a redirect. */
export type ReadableRequest = {readonly url: string; readonly requestAt: (url: string) => ParsedRequest}
export type TestRequestReading = ReadableRequest | {readonly fault: TestRequestFault}

const withScheme = (typed: string): string => {
  const trimmed = typed.trim()
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) return trimmed
  // `localhost:3000` has no scheme, `data:,x` has one.
  return /^(?:\[|[^/?#:]+(?::\d|[/?#]|$))/.test(trimmed) ? `https://${trimmed}` : trimmed
}

/** Parses the fields of the tester. */
export function readTestRequest({url: typed, method, resourceType, page, payload}: TestRequest): TestRequestReading {
  if (typed.trim() === '') return {fault: 'empty'}
  if (typed.length > longestUrl) return {fault: 'too-long'}
  const written = canonicalUrl(withScheme(typed))
  if (written === undefined) return {fault: 'not-a-url'}
  // Chromium accepts a space in a host, but such a host cannot exist.
  if (new URL(written).hostname.includes('%')) return {fault: 'not-a-url'}
  if (!/^(?:http|ws)s?:\/\/[^/]/.test(written)) return {fault: 'not-the-web'}
  const url = withoutFragment(written)
  // An invalid page URL has no domain, so that no page filter matches it.
  const pageUrl = page.trim() === '' ? url : (canonicalUrl(withScheme(page)) ?? '')
  return {
    url,
    requestAt: asked =>
      readRequest({url: asked, method, resourceType, pageUrl, ...(payload.trim() === '' ? {} : {payload})}),
  }
}
