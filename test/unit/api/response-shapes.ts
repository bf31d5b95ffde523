import {faultTexts} from '../../../src/locales/faults'
import {expect, it} from 'vitest'
import * as z from 'zod/mini'
import {envelopes, errorBody} from '../../../src/api/envelopes'
import {ruleTypes} from '../../../src/model/rules/index'
import {refusalOf, type Bench} from './bench'
import {aPayload} from './payloads'

/** The parts of a response that do not match the schema. */
function misfits(schema: z.ZodMiniType, answer: unknown) {
  const parsed = z.safeParse(schema, answer, {reportInput: true})
  return parsed.success ? [] : parsed.error.issues
}

/** Tests every response against the shapes of the contract document. */
export function answersFit({service}: Bench): void {
  it.each(ruleTypes)('returns a %s rule in the documented shapes', async ruleType => {
    const created = await service().createRule(aPayload(ruleType))
    expect(misfits(envelopes.rule, created)).toEqual([])
    expect(misfits(envelopes.rule, await service().getRule(created.data.id))).toEqual([])
    expect(misfits(envelopes.updatedRule, await service().updateRule(created.data.id, aPayload(ruleType)))).toEqual([])
    const page = await service().listRules()
    expect(misfits(envelopes.rules, page)).toEqual([])
    expect(misfits(envelopes.rule, {success: true, data: page.data[0]})).toEqual([])
  })

  it('returns a group in the documented shapes', async () => {
    const created = await service().createGroup({name: 'A group'})
    expect(misfits(envelopes.group, created)).toEqual([])
    expect(misfits(envelopes.updatedGroup, await service().updateGroup(created.data.id, {name: 'Another'}))).toEqual([])
  })

  it('returns a documented error body', async () => {
    const {code, reason} = await refusalOf(service().getRule('Redirect_none'))
    const message = faultTexts.show(reason)
    expect(misfits(errorBody, {success: false, error: {code, message}})).toEqual([])
  })
}
