import type {JsonRecord} from '../../../contract/json'
import {keptOutByPolicy} from '../../../contract/reasons'
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

/** Whether a tag of the page that names a file says this of it. */
const isNamedWith = ({url: page, text}: Policed, url: string, attribute: RegExp): boolean =>
  [...tagsOf(text, 'script'), ...tagsOf(text, 'link')].some(tag => {
    const named = attributeOf(tag, 'src') || attributeOf(tag, 'href')
    return attribute.test(tag) && URL.canParse(named, page) && new URL(named, page).href === url
  })

/** Whether the page gives its own word for a file: then it may come from anywhere. */
const isVouchedFor = (page: Policed, url: string): boolean => isNamedWith(page, url, /\snonce\s*=/i)

/** Whether the page takes a file only as it was. */
export const isSealed = (page: Policed | undefined, url: string): boolean =>
  page !== undefined && isNamedWith(page, url, /\sintegrity\s*=/i)

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

/** Scripts, styles, images and fonts that the page which asked would not take from a rule come off. */
export function underPolicy(
  record: ImportedRecord,
  page: Policed | undefined,
  {url, mimeType}: {readonly url: string; readonly mimeType: string},
): ImportedRecord {
  const {rule} = record
  if (page === undefined || rule?.ruleType !== 'Response' || rule.status !== 'Active') return record
  const types = rule.pairs.flatMap(({source}) => source?.filters ?? []).flatMap(({resourceType = []}) => resourceType)
  const names = usesOf(types.length > 0 ? {resourceType: types} : {}, mimeType).map(use => directives[use])
  if (names.includes(undefined)) return record
  const isVouched = page.policies.length > 0 && isVouchedFor(page, url)
  const kept = page.policies.flatMap(policy =>
    names.flatMap(each => (each && forbidding(policy, each, isVouched)) ?? []),
  )[0]
  return kept === undefined ? record : switchedOff(record, 'response.content', keptOutByPolicy(kept))
}
