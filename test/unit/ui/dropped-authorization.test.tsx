// @vitest-environment happy-dom
import {screen, waitFor} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import {findDroppedAuthorization} from '../../../src/simulator/dropped-authorization'
import {getExplanationText} from '../../../src/ui/sentences/explanation-segments'
import {explainDroppedAuthorization} from '../../../src/ui/sentences/verdict'
import {aRule, aView} from './builders'
import {explained, headers, host, redirect} from './explained'
import {fakeClient} from './fake-client'
import {closePage, openOptions, press} from './page'

afterEach(closePage)

const token = headers('Token', ['Modify', 'Authorization'])
const toLocalhost = (destination = 'http://localhost:3000/') => redirect('To localhost', destination)

const find = (...others: Parameters<typeof explained>[0]['others'] & object) => {
  const {verdicts, draft} = explained({draft: toLocalhost(), others})
  return findDroppedAuthorization(verdicts, draft)
}

it('a redirect to another origin loses the Authorization of a Headers rule', () => {
  expect(find(token)).toMatchObject({by: {name: 'Token'}, host: 'localhost:3000', change: {value: 'Token'}})
  const {verdicts, draft} = explained({draft: toLocalhost(), others: [token]})
  expect(getExplanationText(explainDroppedAuthorization(verdicts, draft))).toBe(
    ' · localhost:3000 gets no Authorization: Token does not match it, and Chrome drops the header in a redirect to another origin.',
  )
})

it('no Authorization is lost if the destination has a rule, or if the rule is off', () => {
  const [pair] = headers('There', ['Modify', 'Authorization']).pairs
  const there = aRule('Headers', {name: 'There', pairs: [{...pair, source: host('localhost')}] as never})
  expect(find(token, there)).toBeNull()
  expect(find({...token, status: 'Inactive'})).toBeNull()
  expect(find(headers('Other', ['Modify', 'x-env']), headers('Gone', ['Remove', 'Authorization']))).toBeNull()
})

it('one click in the tester sets the same Authorization for the destination', async () => {
  const rule = {...toLocalhost(), id: 'r'}
  const client = fakeClient({rules: [aView(rule), aView({...token, id: 't'})]})
  await openOptions(client, '#/rules/r')
  await waitFor(() => screen.getByRole('button', {name: 'Set Authorization for localhost:3000'}))
  press('Set Authorization for localhost:3000')
  await waitFor(() => expect(client.bodies('rule.create')).toHaveLength(1))
  expect(client.bodies('rule.create')[0]?.payload).toMatchObject({
    ruleType: 'Headers',
    status: 'Active',
    pairs: [
      {
        source: {key: 'host', operator: 'Equals', value: 'localhost:3000'},
        modifications: [{target: 'Request', type: 'Modify', header: 'Authorization', value: 'Token'}],
      },
    ],
  })
})
