// @vitest-environment happy-dom
import {screen, waitFor} from '@testing-library/preact'
import {afterEach, expect, it, vi} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, openOptions, press} from './page'

afterEach(() => {
  vi.unstubAllGlobals()
  closePage()
})

const pairs = Array.from({length: 30}, (_, at) => ({
  source: {key: 'host', operator: 'Equals', value: `a${at}.test`},
}))
// Queried by class, since queries by role take seconds with thirty conditions.
const conditions = () => [...document.querySelectorAll('fieldset.condition')]

it('the first conditions render at once, the others later, and a new one at once', async () => {
  const client = fakeClient({rules: [aView(aRule('Cancel', {id: 'c', name: 'Many', pairs} as never))]})
  await openOptions(client, '#/rules/c')
  const first = conditions().length
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(30)
  await waitFor(() => expect(conditions()).toHaveLength(30), {timeout: 5_000})
  expect(screen.queryByText('Unsaved changes')).toBeNull()
  press('Add another condition')
  expect(conditions()).toHaveLength(31)
  await waitFor(() => expect(conditions().at(-1)?.contains(document.activeElement)).toBe(true))
  press('Delete condition 31')
  await waitFor(() => expect(conditions()).toHaveLength(30))
})

it('Save focuses the error of a condition that was not rendered yet', async () => {
  // The idle callback never runs.
  vi.stubGlobal('requestIdleCallback', () => 0)
  const wrong = pairs.with(25, {source: {key: 'host', operator: 'Equals', value: ''}})
  const client = fakeClient({rules: [aView(aRule('Cancel', {id: 'c', name: 'Many', pairs: wrong} as never))]})
  await openOptions(client, '#/rules/c')
  expect(conditions().length).toBeLessThan(25)
  press('Save')
  await waitFor(() => expect(document.activeElement?.getAttribute('data-path')).toBe('pairs[25].source.value'))
  // The field shows the error, so the text beside the form is gone.
  await waitFor(() => expect(screen.queryByText('Not saved')).toBeNull())
})
