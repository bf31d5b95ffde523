// @vitest-environment happy-dom
import {screen, waitFor} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, openOptions, pick, press} from './page'

afterEach(closePage)

const pairs = Array.from({length: 50}, (_, at) => ({
  source: {key: 'host', operator: 'Equals', value: `a${at}.test`},
}))
// By its class: to ask for the role and name of everything in fifty conditions takes seconds.
const conditions = () => [...document.querySelectorAll('fieldset.condition')]

it('the first of many conditions are there at once, all of them a moment later, and another one right when it is added', async () => {
  const client = fakeClient({rules: [aView(aRule('Cancel', {id: 'c', name: 'Many', pairs} as never))]})
  await openOptions(client, '#/rules/c')
  const first = conditions().length
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(50)
  await waitFor(() => expect(conditions()).toHaveLength(50), {timeout: 5_000})
  expect(screen.queryByText('Unsaved changes')).toBeNull()
  pick('Add another condition', 'An empty condition')
  expect(conditions()).toHaveLength(51)
  await waitFor(() => expect(conditions().at(-1)?.contains(document.activeElement)).toBe(true))
  press('Delete condition 51')
  await waitFor(() => expect(conditions()).toHaveLength(50))
})
