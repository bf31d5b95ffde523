import {expect, it} from 'vitest'
import {fromJSONSchema} from 'zod'
import {ruleTypes} from '../../../src/model/rules'
import {openApi} from '../../../src/team-server/http/openapi'
import {aPayload} from '../api/payloads'

it.each(ruleTypes)('the OpenAPI document accepts the example of a %s rule from the contract', type => {
  const {schemas} = openApi.components
  const whole = JSON.stringify({...schemas.RuleBody, $defs: schemas})
  const body = fromJSONSchema(
    JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/')) as Parameters<typeof fromJSONSchema>[0],
  )
  expect(body.safeParse(aPayload(type)).error?.issues).toBeUndefined()
})
