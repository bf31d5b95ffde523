import {type JsonRecord, recordIn} from '../../../model/json'
import {noteText} from '../../notes'
import {withoutFragment} from '../../../matching/address'
import type {ImportedRecord} from '../../import-types'
import {switchOff} from '../../create-records'
import {getHeaders} from './headers'
import {type Exchange, isDocument} from './exchange'
import {toNumber} from '../../fields'

const findTags = (text: string, name: string): readonly string[] =>
  text.match(new RegExp(`<${name}\\b[^>]*>`, 'gi')) ?? []

const namedCharacters: Readonly<Record<string, string>> = {amp: '&', apos: "'", gt: '>', lt: '<', quot: '"'}

const unescapeHtml = (value: string): string =>
  value.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|apos|gt|lt|quot));/gi, (all, hex, decimal, name: string = '') => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
    return namedCharacters[name.toLowerCase()] ?? (code <= 0x10_ff_ff ? String.fromCodePoint(code) : all)
  })

function getAttribute(tag: string, name: string): string {
  const [, quoted, single, unquoted] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'i').exec(tag) ?? []
  return unescapeHtml(quoted ?? single ?? unquoted ?? '')
}

/** The directives that apply to each type; the first that a policy has counts. */
const directives: Readonly<Record<string, readonly string[]>> = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  stylesheet: ['style-src-elem', 'style-src', 'default-src'],
  image: ['img-src', 'default-src'],
  font: ['font-src', 'default-src'],
  sub_frame: ['frame-src', 'child-src', 'default-src'],
}

export type PagePolicy = {
  readonly url: string
  readonly policies: readonly string[]
  readonly tags: ReadonlyMap<string, readonly string[]>
}

function getPolicies(response: JsonRecord, text: string): readonly string[] {
  const metaPolicies = findTags(text, 'meta')
    .filter(tag => getAttribute(tag, 'http-equiv').toLowerCase() === 'content-security-policy')
    .map(tag => getAttribute(tag, 'content'))
  const headerPolicies = getHeaders(response).flatMap(([name, value]) =>
    name === 'content-security-policy' ? value.split(',') : [],
  )
  return [...headerPolicies, ...metaPolicies]
}

function getBaseUrl(url: string, text: string): string {
  const base = findTags(text, 'base')
    .map(tag => getAttribute(tag, 'href'))
    .find(href => href !== '')
  return (base !== undefined && URL.parse(base, url)?.href) || url
}

function groupTagsByUrl(url: string, text: string): ReadonlyMap<string, readonly string[]> {
  const base = getBaseUrl(url, text)
  const tagsByFile = new Map<string, string[]>()
  for (const tag of ['script', 'link', 'use'].flatMap(name => findTags(text, name))) {
    const src = getAttribute(tag, 'src') || getAttribute(tag, 'href') || getAttribute(tag, 'xlink:href')
    const file = src === '' ? undefined : URL.parse(src, base)?.href
    if (file === undefined) continue
    const tags = tagsByFile.get(withoutFragment(file)) ?? []
    tagsByFile.set(withoutFragment(file), tags)
    tags.push(tag)
  }
  return tagsByFile
}

const hasTagWith = (page: PagePolicy | undefined, url: string, pattern: RegExp): boolean =>
  page?.tags.get(url)?.some(tag => pattern.test(tag)) === true

const hasNonce = (page: PagePolicy, url: string): boolean => hasTagWith(page, url, /\snonce\s*=/i)

export const isUsedAsSprite = (page: PagePolicy | undefined, url: string): boolean => hasTagWith(page, url, /^<use\b/i)

export const hasIntegrity = (page: PagePolicy | undefined, url: string): boolean =>
  hasTagWith(page, url, /\sintegrity\s*=/i)

/** The directive that forbids a `data:` URL. */
function findForbiddingDirective(policy: string, names: readonly string[], isVouchedFor: boolean): string | undefined {
  const sourcesByName = new Map(
    policy.split(';').map(each => {
      const [name = '', ...sources] = each.trim().toLowerCase().split(/\s+/)
      return [name, sources] as const
    }),
  )
  const name = names.find(each => sourcesByName.has(each))
  const allowsDataUrls = sourcesByName
    .get(name ?? '')
    ?.some(each => each === 'data:' || each === "'strict-dynamic'" || (isVouchedFor && each.startsWith("'nonce-")))
  return allowsDataUrls === true ? undefined : name
}

function getForbiddingDirective({rule}: ImportedRecord, page: PagePolicy, url: string): string | undefined {
  if (rule?.ruleType !== 'Response' || rule.status !== 'Active') return undefined
  const types = rule.pairs.flatMap(({source}) => source?.filters ?? []).flatMap(({resourceType = []}) => resourceType)
  const names = types.filter(type => type !== 'xmlhttprequest').map(type => directives[type])
  if (names.includes(undefined)) return undefined
  const isVouchedFor = page.policies.length > 0 && hasNonce(page, url)
  return page.policies.flatMap(policy =>
    names.flatMap(each => (each && findForbiddingDirective(policy, each, isVouchedFor)) ?? []),
  )[0]
}

/** Switches off answers that the policy of the page would not let in as a `data:` URL. */
export function applyPagePolicy(
  records: readonly ImportedRecord[],
  page: PagePolicy | undefined,
  url: string,
): readonly ImportedRecord[] {
  const [directive] = page ? records.flatMap(each => getForbiddingDirective(each, page, url) ?? []) : []
  return directive === undefined
    ? records
    : records.map(each => switchOff(each, 'response.content', noteText('blockedByPolicy', {directive})))
}

/** `at` is the time of the request, in ms since 1970. */
export type RecordedPage = PagePolicy & {
  readonly name: string
  readonly isFrame: boolean
  readonly startedAt: number
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '')
const getStartTime = (entry: JsonRecord): number => Date.parse(toText(entry['startedDateTime']))

const isSameOrigin = (one: string, other: string): boolean => {
  const origin = URL.parse(one)?.origin
  return origin !== undefined && origin === URL.parse(other)?.origin
}

const getReferrers = (entry: JsonRecord): readonly string[] => [
  toText(recordIn(entry, '_initiator')['url']),
  ...getHeaders(recordIn(entry, 'request')).flatMap(([name, value]) => (name === 'referer' ? [value] : [])),
]

export function createPages() {
  const pages: RecordedPage[] = []
  return {
    learn(entry: JsonRecord, {recordedType, url, page: name}: Exchange): void {
      const response = recordIn(entry, 'response')
      const status = toNumber(response['status'])
      if (!isDocument(recordedType) || !((status >= 200 && status < 300) || status === 304)) return
      const text = toText(recordIn(response, 'content')['text'])
      const isFrame = recordedType.filter?.resourceType?.includes('main_frame') !== true
      pages.push({
        name,
        url,
        isFrame,
        startedAt: getStartTime(entry),
        policies: getPolicies(response, text),
        tags: groupTagsByUrl(url, text),
      })
    },
    whoAsked(entry: JsonRecord, {page: name}: Exchange): RecordedPage | undefined {
      const samePage = pages.filter(each => each.name === name)
      const referrers = getReferrers(entry)
      const earlierPages = samePage.filter(({startedAt}) => !(startedAt > getStartTime(entry)))
      // Across sites the referrer is only an origin; for a resource of a stylesheet it is the
      // stylesheet.
      return (
        samePage.findLast(each => referrers.includes(each.url)) ??
        earlierPages.findLast(({isFrame, url: from}) => !isFrame && referrers.some(each => isSameOrigin(each, from))) ??
        earlierPages.findLast(({isFrame}) => !isFrame)
      )
    },
  }
}
