import * as z from 'zod/mini'
import {isRuleType, pairKinds, type RuleType} from '../../../../model/rules'
import {readRule, status, type Rule} from '../../../../model/rule'
import type {AnyPair} from './draft'

export type Written = {
  readonly ruleType: RuleType
  readonly ancestor: Rule | null
  readonly fields: z.infer<typeof writtenFields>
  readonly pairs: readonly {readonly pair: AnyPair; readonly origin?: string | undefined}[]
  readonly team?: boolean | undefined
}
/**
 * `text` is JSON, which is faster to store than a tree; `at` is readable without parsing it.
 * Long texts stand beside it, each once, though the draft and its ancestor may both have them.
 */
export type DraftRecord = {
  readonly version: 1
  readonly at: number
  readonly text: string
  readonly longTexts?: readonly string[] | undefined
  readonly by?: string | undefined
}

const writtenFields = z.object({name: z.string(), description: z.string(), groupId: z.string(), status})
const record = z.object({
  version: z.literal(1),
  at: z.number(),
  text: z.string(),
  longTexts: z.optional(z.array(z.string())),
  by: z.optional(z.string()),
})
const written = z.object({
  ruleType: z.string(),
  ancestor: z.nullable(z.unknown()),
  fields: writtenFields,
  team: z.optional(z.boolean()),
  pairs: z.array(z.object({pair: z.unknown(), origin: z.optional(z.string())})),
})

// JSON writes NaN as null, which no schema accepts.
const noNumber = '\u0000NaN'
const long = 20_000
const placeOfLong = /^\u0000long (\d+)$/

const packed = (longTexts: string[]) => (_name: string, value: unknown) => {
  if (Number.isNaN(value)) return noNumber
  if (typeof value !== 'string' || value.length < long) return value
  const known = longTexts.indexOf(value)
  return `\u0000long ${known < 0 ? longTexts.push(value) - 1 : known}`
}
const unpacked =
  (longTexts: readonly string[], none = Number.NaN) =>
  (_name: string, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('\u0000')) return value
    if (value === noNumber) return none
    const [, place] = placeOfLong.exec(value) ?? []
    return place === undefined ? value : (longTexts[Number(place)] ?? value)
  }

export function toRecord(content: Written, at: number): DraftRecord {
  const longTexts: string[] = []
  const text = JSON.stringify(content, packed(longTexts))
  return {version: 1, at, text, ...(longTexts.length === 0 ? {} : {longTexts})}
}

export const recordOf = (kept: unknown): DraftRecord | undefined => {
  const parsed = record.safeParse(kept)
  return parsed.success ? parsed.data : undefined
}

export function fromRecord({text, longTexts = []}: DraftRecord): Written | undefined {
  try {
    const given = written.safeParse(JSON.parse(text, unpacked(longTexts)))
    const checked = written.safeParse(JSON.parse(text, unpacked(longTexts, 0)))
    if (!given.success || !checked.success || !isRuleType(given.data.ruleType)) return undefined
    const {ruleType, ancestor, fields, pairs, team} = given.data
    const {schema} = pairKinds[ruleType]
    if (pairs.length === 0 || !checked.data.pairs.every(({pair}) => schema.safeParse(pair).success)) return undefined
    const from = ancestor === null ? null : readRule(ancestor)
    if (from !== null && (!from.ok || from.value.ruleType !== ruleType)) return undefined
    return {ruleType, ancestor: from === null ? null : from.value, fields, pairs: pairs as Written['pairs'], team}
  } catch {
    return undefined
  }
}
