// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import {fakeClient} from './fake-client'
import {choose, closePage, fill, openOptions} from './page'

afterEach(closePage)

const getRail = () => screen.getByRole('complementary', {name: 'About this rule'})
const expectVerdict = (text: string) =>
  waitFor(() => expect(document.querySelector('.tester .verdict')?.textContent).toContain(text))

it.each([
  [true, 'Matchesgoes to file:///home/me/cart.json'],
  [false, 'RefusedIgnored: no access to local files.'],
])('a file path needs access to local files: %s', async (files, verdict) => {
  await openOptions(fakeClient(), '#/rules/new/Redirect', {hasFileAccess: async () => files})
  fill('Source value', 'shop.test')
  fill('Destination', 'file:///home/me/cart.json')
  await screen.findByRole('region', {name: 'Tester'})
  choose('Request type', 'page')
  await expectVerdict(verdict)
  const isInRail = () => within(getRail()).queryAllByText('Ignored: no access to local files').length > 0
  await waitFor(() => expect(isInRail()).toBe(!files))
})

it('an invalid form has no browser rules and lists its errors', async () => {
  await openOptions(fakeClient(), '#/rules/new/Delay')
  fill('Source value', 'shop.test')
  fill('Delay', 'soon')
  await screen.findByRole('region', {name: 'Tester'})
  fill('Test a URL', 'https://shop.test/')
  choose('Request type', 'page')
  const error = 'Enter a whole number of milliseconds from 0 to 600,000.'
  await expectVerdict(`Fix first${error} It would match this request.`)
  const disclosure = screen.getByRole('button', {name: /^Browser rules/})
  expect(disclosure.textContent).toBe('Browser rules none yet')
  fireEvent.click(disclosure)
  await waitFor(() => expect(getRail().textContent).toContain(`To save this rule: ${error}`))
  expect(screen.getByRole('main').textContent).not.toContain('NaN')
})
