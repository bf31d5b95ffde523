import * as z from 'zod/mini'
import {extensionRule} from '../model/extension-rule'
import {ruleTypes, type RuleType} from '../model/rules'
import {status} from '../model/rule'

/** The responses that the contract shows. Other fields may be added. */

const stamps = {
  creationDate: z.int(),
  modificationDate: z.int(),
  createdBy: z.string(),
  lastModifiedBy: z.string(),
}

const updatedRuleRecord = z.looseObject({
  id: z.string().check(z.regex(new RegExp(`^(${ruleTypes.join('|')})_.`))),
  name: z.string(),
  description: z.string(),
  objectType: z.literal('rule'),
  ruleType: z.enum(ruleTypes as [RuleType, ...RuleType[]]),
  status,
  pairs: z.array(z.looseObject({id: z.string()})),
  ...stamps,
})

const ruleRecord = z.extend(updatedRuleRecord, {
  groupId: z.string(),
  currentOwnerId: z.optional(z.string()),
  isSample: z.boolean(),
  isFavourite: z.boolean(),
  schemaVersion: z.string(),
  extensionRules: z.array(extensionRule),
})

const updatedGroupRecord = z.looseObject({
  id: z.string().check(z.regex(/^Group_./)),
  name: z.string(),
  objectType: z.literal('group'),
  status,
  isFavourite: z.boolean(),
  ...stamps,
})

const groupRecord = z.extend(updatedGroupRecord, {currentOwnerId: z.string()})

const success = z.literal(true)

/** By operation. `nextOffset` is null on the last page; some services omit it there. */
export const envelopes = {
  rule: z.looseObject({success, data: ruleRecord}),
  updatedRule: z.looseObject({success, data: updatedRuleRecord}),
  rules: z.looseObject({
    success,
    data: z.array(z.unknown()),
    total: z.int(),
    nextOffset: z.optional(z.nullable(z.int())),
  }),
  group: z.looseObject({success, data: groupRecord}),
  updatedGroup: z.looseObject({success, data: updatedGroupRecord}),
} as const

/** The error body of our team server. The contract leaves its shape open. */
export const errorBody = z.looseObject({
  success: z.literal(false),
  error: z.looseObject({code: z.string(), message: z.string()}),
})
