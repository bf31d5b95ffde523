import {isRecord, type JsonRecord} from '../contract/json'
import {without} from '../contract/records'
import {serviceOwned} from '../contract/rule-service'
import {readRule, type StoredRecord} from '../contract/rule'
import type {ImportedRecord} from './imported'

/** The same text for the same value, in whatever order its fields stand. Absent, null and empty lists are the same. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, each]) => (each ?? null) !== null && !(Array.isArray(each) && each.length === 0))
    .map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`)
  return `{${fields.toSorted().join(',')}}`
}

/** What belongs to where a rule is kept, not to what it does. */
const ofItsPlace = [...serviceOwned, 'groupId', 'isFavourite', 'status', 'schemaVersion']

const targetOf = (change: unknown): unknown => (isRecord(change) ? (change['target'] ?? 'Request') : null)

/** A list of changes without their ids, those of requests first: between the two directions there is no order. */
const changesOf = (changes: readonly unknown[]): readonly unknown[] =>
  changes
    .map(change => (isRecord(change) ? {...without(change, 'id'), target: targetOf(change)} : change))
    .toSorted((a, b) => Number(targetOf(a) === 'Response') - Number(targetOf(b) === 'Response'))

/** To which kind of request Requestly gives an answer stands in the filters here. */
function withoutKind(response: JsonRecord): JsonRecord {
  const rest = without(response, 'resourceType')
  return Object.keys(rest).length > 0 ? {response: rest} : {}
}

/** A condition and what it does, without what only says how another tool has written it. */
function saidBy({modifications, response, ...pair}: JsonRecord): JsonRecord {
  return {
    ...without(pair, 'id'),
    ...(Array.isArray(modifications) ? {modifications: changesOf(modifications)} : {}),
    ...(isRecord(response) ? withoutKind(response) : {response}),
  }
}

/**
 * What a rule says, as one text that is the same for two rules which do and are called the same: without ids, dates, group, pin and switch.
 * Null for a record that is no rule.
 */
export function contentOf(raw: unknown): string | null {
  const read = readRule(isRecord(raw) ? {...raw, id: 'any'} : raw)
  if (!read.ok) return null
  const pairs = read.value.pairs.map(pair => saidBy(pair))
  return canonical({...without(read.value, ...ofItsPlace), pairs})
}

export type Verdict = 'complete' | 'changed' | 'already-here' | 'refused'

/** What becomes of a record, and the id of the rule here that says the same. */
export type Judged = {readonly verdict: Verdict; readonly same: string | null}

/** What is judged again holds mostly the same records, and none of them is ever changed. */
const contents = new WeakMap<object, string | null>()
function keptContentOf(raw: object): string | null {
  const kept = contents.get(raw)
  if (kept !== undefined) return kept
  const content = contentOf(raw)
  contents.set(raw, content)
  return content
}

function verdictOf({rule, notes}: ImportedRecord, same: string | null): Verdict {
  if (rule === null) return 'refused'
  if (same !== null) return 'already-here'
  return notes.length > 0 ? 'changed' : 'complete'
}

/** Judges the records of a file by the rules that are here, one for one. */
export function judgedBy(rules: readonly StoredRecord[], records: readonly ImportedRecord[]): readonly Judged[] {
  const names = new Set<unknown>(records.map(({rule}) => rule?.name))
  const known = new Map<string, string>()
  for (const rule of rules) {
    // What is called otherwise is another.
    const content = names.has(rule['name']) ? keptContentOf(rule) : null
    if (content !== null) known.set(content, String(rule['id']))
  }
  return records.map(record => {
    const same = (record.rule && known.get(keptContentOf(record.rule) ?? '')) ?? null
    return {verdict: verdictOf(record, same), same}
  })
}
