import type {JsonRecord} from '../../../contract/json'
import {keptOutByPolicy} from '../../../contract/reasons'
import type {ImportedRecord} from '../../imported'
import {off} from '../../making'
import {headersOf} from './headers'
import type {Answered} from './told-apart'

/** What a page says of each kind of request that a text can stand in for; the first that it names counts. */
const directives: Readonly<Record<string, readonly string[]>> = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  stylesheet: ['style-src-elem', 'style-src', 'default-src'],
  image: ['img-src', 'default-src'],
  font: ['font-src', 'default-src'],
}

/** The Content-Security-Policies of an answer, which one header may hold several of. */
export const policiesOf = (response: JsonRecord): readonly string[] =>
  headersOf(response).flatMap(([name, value]) => (name === 'content-security-policy' ? value.split(',') : []))

/** The directive of these kinds that keeps a text out: a rule gives it as a `data:` address. Whoever has the page's own word for it may come from anywhere. */
function forbidding(policy: string, names: readonly string[]): string | undefined {
  const said = new Map(
    policy.split(';').map(each => {
      const [name = '', ...sources] = each.trim().toLowerCase().split(/\s+/)
      return [name, sources] as const
    }),
  )
  const name = names.find(each => said.has(each))
  const isIn = said
    .get(name ?? '')
    ?.some(each => each === 'data:' || each === "'strict-dynamic'" || each.startsWith("'nonce-"))
  return isIn ? undefined : name
}

function judged(record: ImportedRecord, policies: readonly string[]): ImportedRecord {
  const {rule} = record
  if (rule?.ruleType !== 'Response' || rule.status !== 'Active') return record
  const types = rule.pairs.flatMap(({source}) => source?.filters ?? []).flatMap(({resourceType = []}) => resourceType)
  const names = types.map(type => directives[type])
  const kept = policies.flatMap(policy => names.flatMap(each => (each && forbidding(policy, each)) ?? []))[0]
  if (kept === undefined || names.includes(undefined)) return record
  return {
    ...record,
    rule: {...rule, status: 'Inactive'},
    notes: [...record.notes, off('response.content', keptOutByPolicy(kept))],
  }
}

/** Scripts, styles, images and fonts that their page would not take from a rule come off. `policies` are those of each page, as the file names it. */
export const withinPolicies = (
  all: readonly Answered[],
  policies: ReadonlyMap<string, readonly string[]>,
): readonly Answered[] =>
  all.map(answered => ({
    ...answered,
    records: answered.records.map(record => judged(record, policies.get(answered.exchange.page) ?? [])),
  }))
