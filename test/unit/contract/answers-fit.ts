import {expect, it} from 'vitest'
import * as z from 'zod/mini'
import {envelopes, errorBody} from '../../../src/contract/envelopes'
import {ruleTypes} from '../../../src/contract/rules'
import {refusalOf, type Bench} from './bench'
import {aPayload} from './payloads'

const fits = (schema: z.ZodMiniType, answer: unknown) => {
  const parsed = z.safeParse(schema, answer, {reportInput: true})
  expect(parsed.success ? [] : parsed.error.issues).toEqual([])
}

/** Every answer has the shape that the contract document shows. */
export function answersFit({service}: Bench): void {
  it.each(ruleTypes)('answers about a %s rule in the documented shapes', async ruleType => {
    const created = await service().createRule(aPayload(ruleType))
    fits(envelopes.rule, created)
    fits(envelopes.rule, await service().getRule(created.data.id))
    fits(envelopes.updatedRule, await service().updateRule(created.data.id, aPayload(ruleType)))
    const page = await service().listRules()
    fits(envelopes.rules, page)
    fits(envelopes.rule, {success: true, data: page.data[0]})
  })

  it('answers about a group in the documented shapes', async () => {
    const created = await service().createGroup({name: 'A group'})
    fits(envelopes.group, created)
    fits(envelopes.updatedGroup, await service().updateGroup(created.data.id, {name: 'Another'}))
  })

  it('refuses with what makes an error body', async () => {
    const {code, message} = await refusalOf(service().getRule('Redirect_none'))
    fits(errorBody, {success: false, error: {code, message}})
  })
}
