import type {StoredRecord} from '../contract/rule'
import {contentOf} from './content'
import type {ImportedRecord} from './imported'

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
