import * as z from 'zod/mini'
import {isRuleType, pairKinds, type RuleType} from '../../../contract/rules'
import {readRule, status, type Rule} from '../../../contract/rule'
import type {AnyPair} from './draft'

/** What is being written, as it outlives the page. */
export type Written = {
  readonly ruleType: RuleType
  /** The rule that it was written from, with what clashes as it was before; null for a new one. */
  readonly ancestor: Rule | null
  readonly fields: z.infer<typeof writtenFields>
  readonly pairs: readonly {readonly pair: AnyPair; readonly origin?: string}[]
}
/** One text, which a store reads and writes quicker than a tree; `at` beside it, so that old ones are found unread. */
export type DraftRecord = {
  readonly version: 1
  readonly at: number
  readonly text: string
  /** The page that wrote it. */
  readonly by?: string | undefined
}

const writtenFields = z.object({name: z.string(), description: z.string(), groupId: z.string(), status})
const record = z.object({version: z.literal(1), at: z.number(), text: z.string(), by: z.optional(z.string())})
const written = z.object({
  ruleType: z.string(),
  ancestor: z.nullable(z.unknown()),
  fields: writtenFields,
  pairs: z.array(z.object({pair: z.unknown(), origin: z.optional(z.string())})),
})

// A number field that holds no number: JSON would make it null, which no schema takes.
const noNumber = '\u0000NaN'
const packed = (_name: string, value: unknown) => (Number.isNaN(value) ? noNumber : value)
const unpacked = (_name: string, value: unknown) => (value === noNumber ? Number.NaN : value)
/** For the schema, which does not take NaN either. */
const numbered = (_name: string, value: unknown) => (value === noNumber ? 0 : value)

export const toRecord = (content: Written, at: number): DraftRecord => ({
  version: 1,
  at,
  text: JSON.stringify(content, packed),
})

export const recordOf = (kept: unknown): DraftRecord | undefined => {
  const parsed = record.safeParse(kept)
  return parsed.success ? parsed.data : undefined
}

/** What a record says, or undefined where this version cannot read it. */
export function fromRecord({text}: DraftRecord): Written | undefined {
  try {
    const given = written.safeParse(JSON.parse(text, unpacked))
    const checked = written.safeParse(JSON.parse(text, numbered))
    if (!given.success || !checked.success || !isRuleType(given.data.ruleType)) return undefined
    const {ruleType, ancestor, fields, pairs} = given.data
    const {schema} = pairKinds[ruleType]
    if (pairs.length === 0 || !checked.data.pairs.every(({pair}) => schema.safeParse(pair).success)) return undefined
    const from = ancestor === null ? null : readRule(ancestor)
    if (from !== null && (!from.ok || from.value.ruleType !== ruleType)) return undefined
    return {ruleType, ancestor: from === null ? null : from.value, fields, pairs: pairs as Written['pairs']}
  } catch {
    return undefined
  }
}
