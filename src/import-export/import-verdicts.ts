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
const fieldsWithoutEffect = [...serviceOwned, 'groupId', 'isFavourite', 'status', 'schemaVersion']

const getTarget = (change: unknown): unknown => (isRecord(change) ? (change['target'] ?? 'Request') : null)

/** Without ids, request headers first: the order between the two directions does not matter. */
const normalizeModifications = (changes: readonly unknown[]): readonly unknown[] =>
  changes
    .map(change => (isRecord(change) ? {...without(change, 'id'), target: getTarget(change)} : change))
    .toSorted((a, b) => Number(getTarget(a) === 'Response') - Number(getTarget(b) === 'Response'))

/** The resource type of Requestly is a filter here. */
function withoutResourceType(response: JsonRecord): JsonRecord {
  const rest = without(response, 'resourceType')
  return Object.keys(rest).length > 0 ? {response: rest} : {}
}

function normalizePair({modifications, response, ...pair}: JsonRecord): JsonRecord {
  return {
    ...without(pair, 'id'),
    ...(Array.isArray(modifications) ? {modifications: normalizeModifications(modifications)} : {}),
    ...(isRecord(response) ? withoutResourceType(response) : {response}),
  }
}

/** A text that is equal for two rules with the same effect and name. Null for an invalid record. */
export function getContent(raw: unknown): string | null {
  const read = readRule(isRecord(raw) ? {...raw, id: 'any'} : raw)
  if (!read.ok) return null
  const pairs = read.value.pairs.map(pair => normalizePair(pair))
  return canonical({...without(read.value, ...fieldsWithoutEffect), pairs})
}

export type Verdict = 'complete' | 'changed' | 'already-here' | 'refused'

export type RecordVerdict = {readonly verdict: Verdict; readonly existingId: string | null}

/** The preview judges the same records again whenever a rule changes. */
const contents = new WeakMap<object, string | null>()
function getCachedContent(raw: object): string | null {
  const cached = contents.get(raw)
  if (cached !== undefined) return cached
  const content = getContent(raw)
  contents.set(raw, content)
  return content
}

function getVerdict({rule, notes}: ImportedRecord, same: string | null): Verdict {
  if (rule === null) return 'refused'
  if (same !== null) return 'already-here'
  return notes.length > 0 ? 'changed' : 'complete'
}

export function getVerdicts(
  rules: readonly StoredRecord[],
  records: readonly ImportedRecord[],
): readonly RecordVerdict[] {
  const names = new Set<unknown>(records.map(({rule}) => rule?.name))
  const idsByContent = new Map<string, string>()
  for (const rule of rules) {
    const content = names.has(rule['name']) ? getCachedContent(rule) : null
    if (content !== null) idsByContent.set(content, String(rule['id']))
  }
  return records.map(record => {
    const existingId = (record.rule && idsByContent.get(getCachedContent(record.rule) ?? '')) ?? null
    return {verdict: getVerdict(record, existingId), existingId}
  })
}
