// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import type {Source} from '../../../src/model/source'
import {describeAllEffects, describeEffectAsText} from '../../../src/ui/sentences/rule-effect'
import {suggestRuleName} from '../../../src/ui/sentences/suggested-name'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, openOptions, press} from './page'

afterEach(closePage)

const onHost: Source = {key: 'host', operator: 'Equals', value: 'api.shop.test'}
const keeping = (destination: string, source = onHost) =>
  aRule('Redirect', {id: 'r', pairs: [{source, destinationType: 'url', destination, keepPathAndQuery: true}]})

const keep = () => screen.queryByLabelText<HTMLInputElement>('Keep path and query')

it('a redirect of a host keeps path and query with one click', async () => {
  const client = fakeClient()
  await openOptions(client, '#/rules/new/Redirect?host=api.shop.test')
  expect(keep()?.checked).toBe(false)
  fill('Destination', 'localhost:3000')
  fireEvent.click(screen.getByLabelText('Keep path and query'))
  press('Save')
  await waitFor(() => expect(client.bodies('rule.create')).toHaveLength(1))
  expect(client.bodies('rule.create')[0]?.payload).toMatchObject({
    name: 'api.shop.test to localhost:3000',
    pairs: [{destination: 'http://localhost:3000', keepPathAndQuery: true}],
  })
})

it('the template “To localhost” needs only Save', async () => {
  const client = fakeClient()
  await openOptions(client, '#/rules/new/Redirect?host=api.shop.test&template=localhost')
  expect(keep()?.checked).toBe(true)
  press('Save')
  await waitFor(() => expect(client.bodies('rule.create')).toHaveLength(1))
  expect(client.bodies('rule.create')[0]?.payload['pairs']).toMatchObject([
    {source: onHost, destination: 'http://localhost:3000', keepPathAndQuery: true},
  ])
})

it('conditions that do not compare the host have no Keep path and query', async () => {
  const source: Source = {key: 'url', operator: 'Equals', value: 'https://api.shop.test/'}
  const client = fakeClient({rules: [aView(keeping('http://localhost:3000/', source))]})
  await openOptions(client, '#/rules/r')
  expect(keep()).toBeNull()
  fill('Destination', 'http://localhost:4000/')
  press('Save')
  await waitFor(() => expect(client.bodies('rule.update')).toHaveLength(1))
  expect(client.bodies('rule.update')[0]?.payload['pairs']).toMatchObject([{keepPathAndQuery: true}])
})

it('a destination with a path is refused at its field', async () => {
  const client = fakeClient({rules: [aView(keeping('http://localhost:3000'))]})
  await openOptions(client, '#/rules/r')
  fill('Destination', 'http://localhost:3000/app')
  press('Save')
  await waitFor(() =>
    screen.getByText('With Keep path and query, enter only scheme, host and port, such as http://localhost:3000.'),
  )
  expect(client.bodies('rule.update')).toEqual([])
})

it('the summary of a redirect shows that the path is kept', () => {
  expect(describeEffectAsText(keeping('http://localhost:3000/'))).toBe('to http://localhost:3000/…')
  expect(describeAllEffects(keeping('http://localhost:3000'))).toBe('to localhost:3000/…')
  expect(suggestRuleName(keeping('http://localhost:3000'))).toBe('api.shop.test to localhost:3000')
})
