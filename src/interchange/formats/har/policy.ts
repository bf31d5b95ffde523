import type {JsonRecord} from '../../../contract/json'
import {keptOutByPolicy} from '../../../contract/reasons'
import {withoutFragment} from '../../../matching/address'
import type {ImportedRecord} from '../../imported'
import {switchedOff} from '../../making'
import {headersOf} from './headers'
import {attributeOf, tagsOf} from './html-tags'
import {usesOf} from './kind'

/** What a page says of each kind of request that a text can stand in for; the first that it names counts. */
const directives: Readonly<Record<string, readonly string[]>> = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  stylesheet: ['style-src-elem', 'style-src', 'default-src'],
  image: ['img-src', 'default-src'],
  font: ['font-src', 'default-src'],
  sub_frame: ['frame-src', 'child-src', 'default-src'],
}

/** What of a page tells which texts it takes. */
export type Policed = {readonly url: string; readonly text: string; readonly policies: readonly string[]}

/** The Content-Security-Policies of a page: a header may hold several, and its own text some more. */
export function policiesOf(response: JsonRecord, text: string): readonly string[] {
  const inText = tagsOf(text, 'meta')
    .filter(tag => attributeOf(tag, 'http-equiv').toLowerCase() === 'content-security-policy')
    .map(tag => attributeOf(tag, 'content'))
  const ofHeaders = headersOf(response).flatMap(([name, value]) =>
    name === 'content-security-policy' ? value.split(',') : [],
  )
  return [...ofHeaders, ...inText]
}

/** From where the paths of a page lead on. */
function baseOf({url, text}: Policed): string {
  const base = tagsOf(text, 'base')
    .map(tag => attributeOf(tag, 'href'))
    .find(href => href !== '')
  return (base !== undefined && URL.parse(base, url)?.href) || url
}

const tagsOfPages = new WeakMap<Policed, ReadonlyMap<string, readonly string[]>>()

/** The tags of a page by the file that they name; told once, as a recording has many answers and a page's text may be long. */
function tagsByFile(page: Policed): ReadonlyMap<string, readonly string[]> {
  const known = tagsOfPages.get(page)
  if (known) return known
  const base = baseOf(page)
  const made = new Map<string, string[]>()
  for (const tag of ['script', 'link', 'use'].flatMap(name => tagsOf(page.text, name))) {
    const named = attributeOf(tag, 'src') || attributeOf(tag, 'href') || attributeOf(tag, 'xlink:href')
    const file = named === '' ? undefined : URL.parse(named, base)?.href
    if (file === undefined) continue
    const tags = made.get(withoutFragment(file)) ?? []
    made.set(withoutFragment(file), tags)
    tags.push(tag)
  }
  tagsOfPages.set(page, made)
  return made
}

const isNamedWith = (page: Policed | undefined, url: string, said: RegExp): boolean =>
  page !== undefined &&
  tagsByFile(page)
    .get(url)
    ?.some(tag => said.test(tag)) === true

/** Whether the page gives its own word for a file: then it may come from anywhere. */
const isVouchedFor = (page: Policed, url: string): boolean => isNamedWith(page, url, /\snonce\s*=/i)

/** Whether the page takes drawings out of a file. */
export const isDrawnFrom = (page: Policed | undefined, url: string): boolean => isNamedWith(page, url, /^<use\b/i)

/** Whether the page takes a file only as it was. */
export const isSealed = (page: Policed | undefined, url: string): boolean => isNamedWith(page, url, /\sintegrity\s*=/i)

/** The directive of these kinds that keeps a text out: a rule gives it as a `data:` address. */
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

/** The directive by which the page that asked takes no text of a rule for this answer. */
function keptOutBy({rule}: ImportedRecord, page: Policed, url: string, mimeType: string): string | undefined {
  if (rule?.ruleType !== 'Response' || rule.status !== 'Active') return undefined
  const types = rule.pairs.flatMap(({source}) => source?.filters ?? []).flatMap(({resourceType = []}) => resourceType)
  const names = usesOf(types.length > 0 ? {resourceType: types} : {}, mimeType).map(use => directives[use])
  if (names.includes(undefined)) return undefined
  const isVouched = page.policies.length > 0 && isVouchedFor(page, url)
  return page.policies.flatMap(policy => names.flatMap(each => (each && forbidding(policy, each, isVouched)) ?? []))[0]
}

/** Scripts, styles, images and fonts that the page which asked would not take from a rule come off, and how long they took with them. */
export function underPolicy(
  records: readonly ImportedRecord[],
  page: Policed | undefined,
  {url, mimeType}: {readonly url: string; readonly mimeType: string},
): readonly ImportedRecord[] {
  const [kept] = page ? records.flatMap(each => keptOutBy(each, page, url, mimeType) ?? []) : []
  return kept === undefined
    ? records
    : records.map(each => switchedOff(each, 'response.content', keptOutByPolicy(kept)))
}
