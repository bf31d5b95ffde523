import {recordIn, type JsonRecord} from '../../../contract/json'
import {keptOutByPolicy} from '../../../contract/reasons'
import {numberIn} from '../../fields'
import type {ImportedRecord} from '../../imported'
import {off} from '../../making'
import type {Exchange} from './entry'
import {isDocument} from './kind'
import {headersOf} from './headers'

/** What a page says of each kind of request that a text can stand in for; the first that it names counts. */
const directives: Readonly<Record<string, readonly string[]>> = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  stylesheet: ['style-src-elem', 'style-src', 'default-src'],
  image: ['img-src', 'default-src'],
  font: ['font-src', 'default-src'],
  sub_frame: ['frame-src', 'child-src', 'default-src'],
}

/** A page of the recording. `at` is when it was asked for, in milliseconds since 1970. */
type Page = {
  readonly name: string
  readonly url: string
  readonly isFrame: boolean
  readonly at: number
  readonly policies: readonly string[]
  readonly text: string
}

const attributeOf = (tag: string, name: string): string => {
  const [, quoted, single, bare] =
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, 'i').exec(tag) ?? []
  return quoted ?? single ?? bare ?? ''
}
const tagsOf = (text: string, name: string): readonly string[] =>
  text.match(new RegExp(`<${name}\\b[^>]*>`, 'gi')) ?? []

/** The Content-Security-Policies of a page: a header may hold several, and its own text some more. */
function policiesOf(response: JsonRecord, text: string): readonly string[] {
  const inText = tagsOf(text, 'meta')
    .filter(tag => attributeOf(tag, 'http-equiv').toLowerCase() === 'content-security-policy')
    .map(tag => attributeOf(tag, 'content'))
  const ofHeaders = headersOf(response).flatMap(([name, value]) =>
    name === 'content-security-policy' ? value.split(',') : [],
  )
  return [...ofHeaders, ...inText]
}

/** Whether the page gives its own word for a file: then it may come from anywhere. */
const isVouchedFor = ({url: page, text}: Page, url: string): boolean =>
  [...tagsOf(text, 'script'), ...tagsOf(text, 'link')].some(tag => {
    const named = attributeOf(tag, 'src') || attributeOf(tag, 'href')
    return /\snonce\s*=/i.test(tag) && URL.canParse(named, page) && new URL(named, page).href === url
  })

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

function judged(record: ImportedRecord, page: Page, url: string): ImportedRecord {
  const {rule} = record
  if (rule?.ruleType !== 'Response' || rule.status !== 'Active') return record
  const types = rule.pairs.flatMap(({source}) => source?.filters ?? []).flatMap(({resourceType = []}) => resourceType)
  const names = types.map(type => directives[type])
  if (names.includes(undefined)) return record
  const isVouched = page.policies.length > 0 && isVouchedFor(page, url)
  const kept = page.policies.flatMap(policy =>
    names.flatMap(each => (each && forbidding(policy, each, isVouched)) ?? []),
  )[0]
  if (kept === undefined) return record
  return {
    ...record,
    rule: {...rule, status: 'Inactive'},
    notes: [...record.notes, off('response.content', keptOutByPolicy(kept))],
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')
const timeOf = (entry: JsonRecord): number => Date.parse(textIn(entry['startedDateTime']))

const isOfOne = (one: string, other: string): boolean => {
  const origin = URL.parse(one)?.origin
  return origin !== undefined && origin === URL.parse(other)?.origin
}

/** The addresses that the recording names as where it was asked for. */
const askedBy = (entry: JsonRecord): readonly string[] => [
  textIn(recordIn(entry, '_initiator')['url']),
  ...headersOf(recordIn(entry, 'request')).flatMap(([name, value]) => (name === 'referer' ? [value] : [])),
]

/** The pages of a recording, and what they take from rules. */
export function createPolicies() {
  const pages: Page[] = []
  return {
    /** Takes a page in. A redirect is none. */
    learn(entry: JsonRecord, {kind, url, page: name}: Exchange): void {
      const response = recordIn(entry, 'response')
      const status = numberIn(response['status'])
      // With 304 the browser had its text.
      if (!isDocument(kind) || !((status >= 200 && status < 300) || status === 304)) return
      const text = textIn(recordIn(response, 'content')['text'])
      const isFrame = kind.filter?.resourceType?.includes('main_frame') !== true
      pages.push({name, url, isFrame, at: timeOf(entry), policies: policiesOf(response, text), text})
    },
    /** Scripts, styles, images and fonts that their page would not take from a rule come off. */
    judge(
      records: readonly ImportedRecord[],
      entry: JsonRecord,
      {page: name, url}: Exchange,
    ): readonly ImportedRecord[] {
      const own = pages.filter(each => each.name === name)
      const asked = askedBy(entry)
      // Not all recordings say when.
      const before = own.filter(({at}) => !(at > timeOf(entry)))
      // To another site a browser says no more than where the page is from, and of what a style names the style has asked.
      const page =
        own.findLast(each => asked.includes(each.url)) ??
        before.findLast(({isFrame, url: from}) => !isFrame && asked.some(each => isOfOne(each, from))) ??
        before.findLast(({isFrame}) => !isFrame)
      return page ? records.map(each => judged(each, page, url)) : records
    },
  }
}
