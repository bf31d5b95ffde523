// @vitest-environment happy-dom
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {createActivity} from '../../../src/ui/activity/state'
import {createLibraryState} from '../../../src/ui/state/library'
import {fakePort} from './activity-told'
import {fakeClient} from './fake-client'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function watching() {
  const port = fakePort()
  const activity = createActivity({port, library: createLibraryState(fakeClient())})
  activity.start()
  return {port, activity, paths: () => activity.lines.value.map(({entry}) => new URL(entry.asked.url).pathname)}
}

it('nothing is drawn while nobody sees the page, and all of it when somebody looks', () => {
  const {port, paths} = watching()
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  port.request('/cart')
  vi.advanceTimersByTime(10_000)
  expect(paths()).toEqual([])
  seen.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  vi.advanceTimersByTime(300)
  expect(paths()).toEqual(['/cart'])
})

it('new requests wait while somebody reads, though what is known of those that are read is said', () => {
  const {port, activity, paths} = watching()
  port.request('/first')
  vi.advanceTimersByTime(300)
  activity.hold(true)
  port.request('/second')
  vi.advanceTimersByTime(5_000)
  expect([paths(), activity.waiting.value]).toEqual([['/first'], 1])
  activity.hold(false)
  expect([paths(), activity.waiting.value]).toEqual([['/second', '/first'], 0])
})
