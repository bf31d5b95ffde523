// @vitest-environment happy-dom
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {createActivity} from '../../../src/ui/request-log/activity'
import {createLibraryState} from '../../../src/ui/state/library'
import {anAsked, fakePort, inPage, noon} from './activity-events'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'

const codeSource = {key: 'path', operator: 'Equals', value: '/v1/cart'} as const

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function watching() {
  const port = fakePort()
  const activity = createActivity({port, library: createLibraryState(fakeClient())})
  activity.start()
  return {port, activity, paths: () => activity.lines.value.map(({entry}) => new URL(entry.request.url).pathname)}
}

it('nothing renders while the page is hidden, and everything once it is visible', () => {
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

it('pausing still completes pending requests for some seconds, then stops watching', async () => {
  const port = fakePort()
  const library = createLibraryState(fakeClient({rules: [aView(aRule('Response', {id: 'mock'}))]}))
  await library.refresh()
  const activity = createActivity({port, library})
  const results = () => activity.lines.value.map(({outcome, rules}) => [outcome.kind, ...rules.map(({id}) => id)])
  activity.start()
  const time = Date.now()
  const [slow, hangs] = [anAsked('/slow', {time}), anAsked('/hangs', {time})]
  port.request('/v1/cart', undefined, {time})
  port.tell({kind: 'asked', asked: slow}, {kind: 'asked', asked: hangs})
  vi.advanceTimersByTime(300)
  activity.stop()
  port.request('/new', undefined, {time: Date.now()})
  port.tell(inPage('/v1/cart', 'mock', {time}))
  vi.advanceTimersByTime(2_000)
  port.tell({kind: 'answered', id: slow.id, url: slow.url, status: 200, fromCache: false, time: noon})
  expect(port.watchers()).toBe(1)
  vi.advanceTimersByTime(20_000)
  expect(port.watchers()).toBe(0)
  expect(results()).toEqual([['unknown'], ['status'], ['status', 'mock']])
  // Resuming at once does not interrupt watching.
  activity.start()
  activity.stop()
  activity.start()
  vi.advanceTimersByTime(20_000)
  expect(port.watchers()).toBe(1)
})

it('new requests wait while rows are being read', () => {
  const {port, activity, paths} = watching()
  port.request('/first')
  vi.advanceTimersByTime(300)
  activity.setHeld(true)
  port.request('/second')
  vi.advanceTimersByTime(5_000)
  expect([paths(), activity.pendingCount.value]).toEqual([['/first'], 1])
  activity.setHeld(false)
  expect([paths(), activity.pendingCount.value]).toEqual([['/second', '/first'], 0])
})

it('rows being read keep their rules after the log has dropped them', async () => {
  const port = fakePort([], false)
  const library = createLibraryState(fakeClient({rules: [aView(aRule('Cancel'))]}))
  await library.refresh()
  const activity = createActivity({port, library})
  activity.start()
  port.request('/', undefined, {url: 'https://eu.metrics.test/'})
  vi.advanceTimersByTime(1_000)
  activity.setHeld(true)
  const read = activity.lines.value[0]?.rules
  for (let count = 0; count < 1_000; count++) port.request('/other')
  vi.advanceTimersByTime(5_000)
  expect(activity.lines.value.map(({rules}) => rules)).toEqual([read])
})

const code = aRule('Response', {pairs: [{source: codeSource, type: 'code', value: 'args => args.response'}]})
const fixed = aRule('Response', {pairs: [{source: codeSource, type: 'static', value: '{}', statusCode: 418}]})
it.each([
  [
    'a body changed by a Request body rule does not count if the request is blocked',
    aRule('Request'),
    'BLOCKED_BY_CLIENT',
  ],
  ['Response code does not count if the request is blocked', code, 'BLOCKED_BY_CLIENT'],
  ['Response code does not count if no response arrives', code, 'NAME_NOT_RESOLVED'],
])('%s', async (_, rule, why) => {
  const port = fakePort()
  const library = createLibraryState(fakeClient({rules: [aView(rule)]}))
  await library.refresh()
  const activity = createActivity({port, library})
  activity.start()
  const asked = anAsked('/v1/cart', {method: 'POST', time: Date.now()})
  port.tell({kind: 'asked', asked})
  port.tell(inPage('/v1/cart', rule.id, {method: 'POST', time: Date.now()}))
  vi.advanceTimersByTime(1_000)
  const [line] = activity.lines.value
  expect(line?.rules).toEqual([rule])
  port.tell({kind: 'failed', id: asked.id, url: asked.url, why: `net::ERR_${why}`, time: noon})
  vi.advanceTimersByTime(10_000)
  const [stopped] = activity.lines.value
  expect(stopped?.rules).toEqual([])
  expect(stopped?.outcome.kind).toBe('failed')
})

it.each([
  ['the server is unreachable', 'NAME_NOT_RESOLVED'],
  // The page script cancels the server's response, since a rule replaces it.
  ['Chrome calls the request aborted', 'ABORTED'],
])('a static response counts as the response even if %s', async (_, why) => {
  const port = fakePort()
  const library = createLibraryState(fakeClient({rules: [aView(fixed)]}))
  await library.refresh()
  const activity = createActivity({port, library})
  activity.start()
  const asked = anAsked('/v1/cart', {time: Date.now()})
  port.tell({kind: 'asked', asked})
  port.tell(inPage('/v1/cart', fixed.id, {time: Date.now()}))
  port.tell({kind: 'failed', id: asked.id, url: asked.url, why: `net::ERR_${why}`, time: noon})
  vi.advanceTimersByTime(10_000)
  expect(activity.lines.value[0]).toMatchObject({rules: [{id: fixed.id}], outcome: {status: 418}})
})
