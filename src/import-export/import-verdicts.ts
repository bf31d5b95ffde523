import {isRecord, type JsonRecord, without} from '../model/json'
import {serviceOwned} from '../model/payload'
import {readRule, type StoredRecord} from '../model/rule'
import type {ImportedRecord} from './import-types'

/** JSON with sorted fields, without those that are absent, null or an empty list. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, each]) => (each ?? null) !== null && !(Array.isArray(each) && each.length === 0))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)
  return `{${fields.toSorted().join(',')}}`
}

/** Fields that say nothing about the effect of a rule. */
const ofItsPlace = [...serviceOwned, 'groupId', 'isFavourite', 'status', 'schemaVersion']

const targetOf = (change: unknown): unknown => (isRecord(change) ? (change['target'] ?? 'Request') : null)

/** Without ids, request headers first: the order between the two directions does not matter. */
const changesOf = (changes: readonly unknown[]): readonly unknown[] =>
  changes
    .map(change => (isRecord(change) ? {...without(change, 'id'), target: targetOf(change)} : change))
    .toSorted((a, b) => Number(targetOf(a) === 'Response') - Number(targetOf(b) === 'Response'))

/** The resource type of Requestly is a filter here. */
function withoutKind(response: JsonRecord): JsonRecord {
  const rest = without(response, 'resourceType')
  return Object.keys(rest).length > 0 ? {response: rest} : {}
}

function saidBy({modifications, response, ...pair}: JsonRecord): JsonRecord {
  return {
    ...without(pair, 'id'),
    ...(Array.isArray(modifications) ? {modifications: changesOf(modifications)} : {}),
    ...(isRecord(response) ? withoutKind(response) : {response}),
  }
}

/** A text that is equal for two rules with the same effect and name. Null for an invalid record. */
export function getContent(raw: unknown): string | null {
  const read = readRule(isRecord(raw) ? {...raw, id: 'any'} : raw)
  if (!read.ok) return null
  const pairs = read.value.pairs.map(pair => saidBy(pair))
  return canonical({...without(read.value, ...ofItsPlace), pairs})
}

export type Verdict = 'complete' | 'changed' | 'already-here' | 'refused'

export type RecordVerdict = {readonly verdict: Verdict; readonly existingId: string | null}

/** The preview judges the same records again whenever a rule changes. */
const contents = new WeakMap<object, string | null>()
function keptContentOf(raw: object): string | null {
  const kept = contents.get(raw)
  if (kept !== undefined) return kept
  const content = getContent(raw)
  contents.set(raw, content)
  return content
}

function verdictOf({rule, notes}: ImportedRecord, same: string | null): Verdict {
  if (rule === null) return 'refused'
  if (same !== null) return 'already-here'
  return notes.length > 0 ? 'changed' : 'complete'
}

export function getVerdicts(
  rules: readonly StoredRecord[],
  records: readonly ImportedRecord[],
): readonly RecordVerdict[] {
  const names = new Set<unknown>(records.map(({rule}) => rule?.name))
  const known = new Map<string, string>()
  for (const rule of rules) {
    const content = names.has(rule['name']) ? keptContentOf(rule) : null
    if (content !== null) known.set(content, String(rule['id']))
  }
  return records.map(record => {
    const existingId = (record.rule && known.get(keptContentOf(record.rule) ?? '')) ?? null
    return {verdict: verdictOf(record, existingId), existingId}
  })
}
