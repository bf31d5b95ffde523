import {type JsonRecord, recordIn} from '../../../model/json'
import {noteText} from '../../notes'
import {withoutFragment} from '../../../matching/address'
import type {ImportedRecord} from '../../import-types'
import {switchOff} from '../../create-records'
import {getHeaders} from './headers'
import {type Exchange, isDocument, getUses} from './exchange'
import {toNumber} from '../../fields'

const tagsOf = (text: string, name: string): readonly string[] =>
  text.match(new RegExp(`<${name}\\b[^>]*>`, 'gi')) ?? []

const namedCharacters: Readonly<Record<string, string>> = {amp: '&', apos: "'", gt: '>', lt: '<', quot: '"'}

const unescaped = (value: string): string =>
  value.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|apos|gt|lt|quot));/gi, (all, hex, decimal, name: string = '') => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
    return namedCharacters[name.toLowerCase()] ?? (code <= 0x10_ff_ff ? String.fromCodePoint(code) : all)
  })

function attributeOf(tag: string, name: string): string {
  const [, quoted, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'i').exec(tag) ?? []
  return unescaped(quoted ?? single ?? bare ?? '')
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

function policiesOf(response: JsonRecord, text: string): readonly string[] {
  const inText = tagsOf(text, 'meta')
    .filter(tag => attributeOf(tag, 'http-equiv').toLowerCase() === 'content-security-policy')
    .map(tag => attributeOf(tag, 'content'))
  const ofHeaders = getHeaders(response).flatMap(([name, value]) =>
    name === 'content-security-policy' ? value.split(',') : [],
  )
  return [...ofHeaders, ...inText]
}

function baseOf(url: string, text: string): string {
  const base = tagsOf(text, 'base')
    .map(tag => attributeOf(tag, 'href'))
    .find(href => href !== '')
  return (base !== undefined && URL.parse(base, url)?.href) || url
}

function tagsByUrl(url: string, text: string): ReadonlyMap<string, readonly string[]> {
  const base = baseOf(url, text)
  const made = new Map<string, string[]>()
  for (const tag of ['script', 'link', 'use'].flatMap(name => tagsOf(text, name))) {
    const named = attributeOf(tag, 'src') || attributeOf(tag, 'href') || attributeOf(tag, 'xlink:href')
    const file = named === '' ? undefined : URL.parse(named, base)?.href
    if (file === undefined) continue
    const tags = made.get(withoutFragment(file)) ?? []
    made.set(withoutFragment(file), tags)
    tags.push(tag)
  }
  return made
}

const isNamedWith = (page: PagePolicy | undefined, url: string, said: RegExp): boolean =>
  page?.tags.get(url)?.some(tag => said.test(tag)) === true

const isVouchedFor = (page: PagePolicy, url: string): boolean => isNamedWith(page, url, /\snonce\s*=/i)

export const isUsedAsSprite = (page: PagePolicy | undefined, url: string): boolean => isNamedWith(page, url, /^<use\b/i)

export const hasIntegrity = (page: PagePolicy | undefined, url: string): boolean =>
  isNamedWith(page, url, /\sintegrity\s*=/i)

/** The directive that forbids a `data:` URL. */
function forbidding(policy: string, names: readonly string[], isVouched: boolean): string | undefined {
  const said = new Map(
    policy.split(';').map(each => {
      const [name = '', ...sources] = each.trim().toLowerCase().split(/\s+/)
      return [name, sources] as const
    }),
  )
  const name = names.find(each => said.has(each))
  const isIn = said
    .get(name ?? '')
    ?.some(each => each === 'data:' || each === "'strict-dynamic'" || (isVouched && each.startsWith("'nonce-")))
  return isIn === true ? undefined : name
}

function keptOutBy({rule}: ImportedRecord, page: PagePolicy, url: string, mimeType: string): string | undefined {
  if (rule?.ruleType !== 'Response' || rule.status !== 'Active') return undefined
  const types = rule.pairs.flatMap(({source}) => source?.filters ?? []).flatMap(({resourceType = []}) => resourceType)
  const names = getUses(types.length > 0 ? {resourceType: types} : {}, mimeType).map(use => directives[use])
  if (names.includes(undefined)) return undefined
  const isVouched = page.policies.length > 0 && isVouchedFor(page, url)
  return page.policies.flatMap(policy => names.flatMap(each => (each && forbidding(policy, each, isVouched)) ?? []))[0]
}

/** Switches off answers that the policy of the page would not let in as a `data:` URL. */
export function applyPagePolicy(
  records: readonly ImportedRecord[],
  page: PagePolicy | undefined,
  {url, mimeType}: {readonly url: string; readonly mimeType: string},
): readonly ImportedRecord[] {
  const [kept] = page ? records.flatMap(each => keptOutBy(each, page, url, mimeType) ?? []) : []
  return kept === undefined
    ? records
    : records.map(each => switchOff(each, 'response.content', noteText('keptOutByPolicy', {directive: kept})))
}

/** `at` is the time of the request, in ms since 1970. */
export type RecordedPage = PagePolicy & {
  readonly name: string
  readonly isFrame: boolean
  readonly startedAt: number
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const timeOf = (entry: JsonRecord): number => Date.parse(textIn(entry['startedDateTime']))

const isOfOne = (one: string, other: string): boolean => {
  const origin = URL.parse(one)?.origin
  return origin !== undefined && origin === URL.parse(other)?.origin
}

const askedBy = (entry: JsonRecord): readonly string[] => [
  textIn(recordIn(entry, '_initiator')['url']),
  ...getHeaders(recordIn(entry, 'request')).flatMap(([name, value]) => (name === 'referer' ? [value] : [])),
]

export function createPages() {
  const pages: RecordedPage[] = []
  return {
    learn(entry: JsonRecord, {recordedType, url, page: name}: Exchange): void {
      const response = recordIn(entry, 'response')
      const status = toNumber(response['status'])
      if (!isDocument(recordedType) || !((status >= 200 && status < 300) || status === 304)) return
      const text = textIn(recordIn(response, 'content')['text'])
      const isFrame = recordedType.filter?.resourceType?.includes('main_frame') !== true
      pages.push({
        name,
        url,
        isFrame,
        startedAt: timeOf(entry),
        policies: policiesOf(response, text),
        tags: tagsByUrl(url, text),
      })
    },
    whoAsked(entry: JsonRecord, {page: name}: Exchange): RecordedPage | undefined {
      const own = pages.filter(each => each.name === name)
      const asked = askedBy(entry)
      const before = own.filter(({startedAt}) => !(startedAt > timeOf(entry)))
      // Across sites the referrer is an origin only, and the referrer of what a style loads is the style.
      return (
        own.findLast(each => asked.includes(each.url)) ??
        before.findLast(({isFrame, url: from}) => !isFrame && asked.some(each => isOfOne(each, from))) ??
        before.findLast(({isFrame}) => !isFrame)
      )
    },
  }
}
