import * as z from 'zod/mini'
import {isRuleType, pairKinds, type RuleType} from '../../../../model/rules'
import {readRule, status, type Rule} from '../../../../model/rule'
import type {AnyPair} from './draft-fields'

export type DraftContent = {
  readonly ruleType: RuleType
  readonly ancestor: Rule | null
  readonly fields: z.infer<typeof contentFields>
  readonly pairs: readonly {readonly pair: AnyPair; readonly origin?: string | undefined}[]
  readonly team?: boolean | undefined
}
/**
 * `text` is JSON, which is faster to store than an object; `at` can be read without parsing it.
 * `longTexts` holds each long text once, although the draft and its ancestor may both contain it.
 */
export type DraftRecord = {
  readonly version: 1
  readonly at: number
  readonly text: string
  readonly longTexts?: readonly string[] | undefined
}

const contentFields = z.object({name: z.string(), description: z.string(), groupId: z.string(), status})
const recordSchema = z.object({
  version: z.literal(1),
  at: z.number(),
  text: z.string(),
  longTexts: z.optional(z.array(z.string())),
})
const contentSchema = z.object({
  ruleType: z.string(),
  ancestor: z.nullable(z.unknown()),
  fields: contentFields,
  team: z.optional(z.boolean()),
  pairs: z.array(z.object({pair: z.unknown(), origin: z.optional(z.string())})),
})

// JSON writes NaN as null, which no schema accepts.
const nanMarker = '\u0000NaN'
const longTextLength = 20_000
const longTextReference = /^\u0000long (\d+)$/

const replaceLongTexts = (longTexts: string[]) => (_name: string, value: unknown) => {
  if (Number.isNaN(value)) return nanMarker
  if (typeof value !== 'string' || value.length < longTextLength) return value
  const index = longTexts.indexOf(value)
  return `\u0000long ${index < 0 ? longTexts.push(value) - 1 : index}`
}
const restoreLongTexts =
  (longTexts: readonly string[], nanValue = Number.NaN) =>
  (_name: string, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('\u0000')) return value
    if (value === nanMarker) return nanValue
    const [, index] = longTextReference.exec(value) ?? []
    return index === undefined ? value : (longTexts[Number(index)] ?? value)
  }

export function serializeDraft(content: DraftContent, at: number): DraftRecord {
  const longTexts: string[] = []
  const text = JSON.stringify(content, replaceLongTexts(longTexts))
  return {version: 1, at, text, ...(longTexts.length === 0 ? {} : {longTexts})}
}

export const parseDraftRecord = (value: unknown): DraftRecord | undefined => {
  const parsed = recordSchema.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

export function deserializeDraft({text, longTexts = []}: DraftRecord): DraftContent | undefined {
  try {
    const parsed = contentSchema.safeParse(JSON.parse(text, restoreLongTexts(longTexts)))
    const checked = contentSchema.safeParse(JSON.parse(text, restoreLongTexts(longTexts, 0)))
    if (!parsed.success || !checked.success || !isRuleType(parsed.data.ruleType)) return undefined
    const {ruleType, ancestor, fields, pairs, team} = parsed.data
    const {schema} = pairKinds[ruleType]
    if (pairs.length === 0 || !checked.data.pairs.every(({pair}) => schema.safeParse(pair).success)) return undefined
    const ancestorResult = ancestor === null ? null : readRule(ancestor)
    if (ancestorResult !== null && (!ancestorResult.ok || ancestorResult.value.ruleType !== ruleType)) return undefined
    return {
      ruleType,
      ancestor: ancestorResult === null ? null : ancestorResult.value,
      fields,
      pairs: pairs as DraftContent['pairs'],
      team,
    }
  } catch {
    return undefined
  }
}
