// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import '../../../src/ui/options/activity/activity-page'
import {createLog, getOutcome} from '../../../src/ui/request-log/log'
import {anAsked, fakePort, noon} from './activity-events'
import {fakeClient} from './fake-client'
import {closePage, openOptions, press} from './page'

afterEach(closePage)

const post = anAsked('/orders', {method: 'POST'})
const preflight = anAsked('/orders', {method: 'OPTIONS', time: noon + 1})
const answered = (status: number) =>
  ({kind: 'answered', id: preflight.id, url: preflight.url, status, fromCache: false, time: noon + 5}) as const
const failed = {kind: 'failed', id: post.id, url: post.url, why: 'net::ERR_FAILED', time: noon + 6} as const

function getOutcomes(...events: Parameters<ReturnType<typeof createLog>['take']>[0][]) {
  const log = createLog(() => 0)
  log.open()
  for (const event of events) log.take(event)
  return log.getEntries().map(entry => getOutcome(entry, []))
}
const asked = [
  {kind: 'asked', asked: post},
  {kind: 'asked', asked: preflight},
] as const

it('a request fails by its refused preflight, whichever event comes first', () => {
  const refused = [
    {kind: 'preflight-refused', status: 405},
    {kind: 'status', status: 405},
  ]
  expect(getOutcomes(...asked, answered(405), failed)).toEqual(refused)
  expect(getOutcomes(...asked, failed, answered(405))).toEqual(refused)
})

it('another failure is not blamed on a preflight', () => {
  const own = {kind: 'failed', why: 'net::ERR_FAILED'}
  expect(getOutcomes(...asked, answered(204), failed)[0]).toEqual(own)
  const other = {...preflight, url: 'https://api.shop.test/other'}
  const events = [
    {kind: 'asked', asked: other},
    {...answered(405), url: other.url},
  ] as const
  expect(getOutcomes(asked[0], ...events, failed)[0]).toEqual(own)
})

it('the row names the refused preflight and offers a mock', async () => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  const port = fakePort([{id: 7, url: 'https://shop.test/'}])
  await openOptions(fakeClient(), '#/activity', {loadActivityPort: async () => port})
  await waitFor(() => screen.getByText('Live'))
  port.tell(...asked, answered(405), failed)
  const row = await waitFor(() => {
    const found = screen.getAllByRole('row').find(each => within(each).queryByText('Preflight refused, 405'))
    if (!found) throw new Error('no row')
    return found
  })
  fireEvent.click(row)
  await waitFor(() => screen.getByText(/answered the preflight \(OPTIONS\) with 405, so Chrome did not send this POST/))
  press('Mock the response')
  await waitFor(() => expect(location.hash).toMatch(/^#\/rules\/new\/Response\?.*draft=/))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Source value').value).toBe(post.url))
})
