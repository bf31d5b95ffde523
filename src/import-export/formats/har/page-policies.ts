import {type JsonRecord, recordIn} from '../../../model/json'
import {noteText} from '../../notes'
import type {ImportedRecord} from '../../import-types'
import {switchOff} from '../../create-records'
import {getHeaders} from './headers'
import {type Exchange, isDocument, isRedirect, getUses} from './exchange'
import {toNumber} from '../../fields'

/** The directives that apply to each type; the first that a policy has counts. */
const directives: Readonly<Record<string, readonly string[]>> = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  stylesheet: ['style-src-elem', 'style-src', 'default-src'],
  image: ['img-src', 'default-src'],
  font: ['font-src', 'default-src'],
  sub_frame: ['frame-src', 'child-src', 'default-src'],
}

/** The content security policies of the recorded pages, by the id of the page. */
export type PagePolicies = ReadonlyMap<string, readonly string[]>

const getPolicies = (entry: JsonRecord): readonly string[] =>
  getHeaders(recordIn(entry, 'response')).flatMap(([name, value]) =>
    name === 'content-security-policy' ? value.split(',') : [],
  )

export function readPagePolicies(recorded: readonly (readonly [JsonRecord, Exchange])[]): PagePolicies {
  const documents = recorded.filter(
    ([entry, {recordedType}]) =>
      isDocument(recordedType) &&
      recordedType.filter?.resourceType?.includes('main_frame') === true &&
      !isRedirect(toNumber(recordIn(entry, 'response')['status'])),
  )
  return new Map(documents.map(([entry, {page}]) => [page, getPolicies(entry)]))
}

/** The directive that forbids a `data:` URL. */
function findForbiddingDirective(policy: string, names: readonly string[]): string | undefined {
  const sourcesByName = new Map(
    policy.split(';').map(each => {
      const [name = '', ...sources] = each.trim().toLowerCase().split(/\s+/)
      return [name, sources] as const
    }),
  )
  const name = names.find(each => sourcesByName.has(each))
  const sources = sourcesByName.get(name ?? '') ?? []
  return sources.some(each => each === 'data:' || each === "'strict-dynamic'") ? undefined : name
}

function getForbiddingDirective({rule}: ImportedRecord, policies: readonly string[], mimeType: string) {
  if (rule?.ruleType !== 'Response' || rule.status !== 'Active') return undefined
  const types = rule.pairs.flatMap(({source}) => source?.filters ?? []).flatMap(({resourceType = []}) => resourceType)
  const names = getUses(types.length > 0 ? {resourceType: types} : {}, mimeType).flatMap(use => directives[use] ?? [])
  return policies.flatMap(policy => findForbiddingDirective(policy, names) ?? [])[0]
}

/** Switches off answers that the policy of the page would not let in as a `data:` URL. */
export function applyPagePolicy(
  records: readonly ImportedRecord[],
  policies: PagePolicies,
  {page, mimeType}: Exchange,
): readonly ImportedRecord[] {
  const own = policies.get(page) ?? []
  const [directive] = records.flatMap(each => getForbiddingDirective(each, own, mimeType) ?? [])
  return directive === undefined
    ? records
    : records.map(each => switchOff(each, 'response.content', noteText('keptOutByPolicy', {directive})))
}
