// @vitest-environment happy-dom
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {createActivity} from '../../../src/ui/request-log/state'
import {createLibraryState} from '../../../src/ui/state/library'
import {anAsked, fakePort, inPage, noon} from './activity-told'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'

const codeSource = {key: 'path', operator: 'Equals', value: '/v1/cart'} as const

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

it('what is under way when one pauses is told to its end, for some seconds; then nothing is watched', async () => {
  const port = fakePort()
  const library = createLibraryState(fakeClient({rules: [aView(aRule('Response', {id: 'mock'}))]}))
  await library.refresh()
  const activity = createActivity({port, library})
  const results = () => activity.lines.value.map(({outcome, rules}) => [outcome.kind, ...rules.map(({id}) => id)])
  activity.start()
  const time = Date.now()
  const [slow, hangs] = [anAsked('/slow', {time}), anAsked('/hangs', {time})]
  port.request('/v1/cart', undefined, {time})
  port.tell({tells: 'asked', asked: slow}, {tells: 'asked', asked: hangs})
  vi.advanceTimersByTime(300)
  activity.stop()
  port.request('/new', undefined, {time: Date.now()})
  port.tell(inPage('/v1/cart', 'mock', {time}))
  vi.advanceTimersByTime(2_000)
  port.tell({tells: 'answered', id: slow.id, url: slow.url, status: 200, fromCache: false, time: noon})
  expect(port.watchers()).toBe(1)
  vi.advanceTimersByTime(20_000)
  expect(port.watchers()).toBe(0)
  expect(results()).toEqual([['unknown'], ['status'], ['status', 'mock']])
  // Who goes on at once has not been away.
  activity.start()
  activity.stop()
  activity.start()
  vi.advanceTimersByTime(20_000)
  expect(port.watchers()).toBe(1)
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

it('what is read goes on saying what rules did, though the log has had to forget it', async () => {
  const port = fakePort([], false)
  const library = createLibraryState(fakeClient({rules: [aView(aRule('Cancel'))]}))
  await library.refresh()
  const activity = createActivity({port, library})
  activity.start()
  port.request('/', undefined, {url: 'https://eu.metrics.test/'})
  vi.advanceTimersByTime(1_000)
  activity.hold(true)
  const read = activity.lines.value[0]?.rules
  for (let count = 0; count < 1_000; count++) port.request('/other')
  vi.advanceTimersByTime(5_000)
  expect(activity.lines.value.map(({rules}) => rules)).toEqual([read])
})

const code = aRule('Response', {pairs: [{source: codeSource, type: 'code', value: 'args => args.response'}]})
const fixed = aRule('Response', {pairs: [{source: codeSource, type: 'static', value: '{}', statusCode: 418}]})
it.each([
  [
    'a body that its page has changed is no act where the request is stopped then',
    aRule('Request'),
    'BLOCKED_BY_CLIENT',
  ],
  ['code for an answer is no act where the request is stopped then', code, 'BLOCKED_BY_CLIENT'],
  ['code for an answer is no act where none comes', code, 'NAME_NOT_RESOLVED'],
])('%s', async (_, rule, why) => {
  const port = fakePort()
  const library = createLibraryState(fakeClient({rules: [aView(rule)]}))
  await library.refresh()
  const activity = createActivity({port, library})
  activity.start()
  const asked = anAsked('/v1/cart', {method: 'POST', time: Date.now()})
  port.tell({tells: 'asked', asked})
  port.tell(inPage('/v1/cart', rule.id, {method: 'POST', time: Date.now()}))
  vi.advanceTimersByTime(1_000)
  const [line] = activity.lines.value
  expect(line?.rules).toEqual([rule])
  port.tell({tells: 'failed', id: asked.id, url: asked.url, why: `net::ERR_${why}`, time: noon})
  vi.advanceTimersByTime(10_000)
  const [stopped] = activity.lines.value
  expect(stopped?.rules).toEqual([])
  expect(stopped?.outcome.kind).toBe('failed')
})

it.each([
  ['the server is out of reach', 'NAME_NOT_RESOLVED'],
  // Nobody reads the rest of an answer whose place a rule has taken.
  ['Chrome calls the request aborted', 'ABORTED'],
])('an answer that a rule gives is one, also where %s', async (_, why) => {
  const port = fakePort()
  const library = createLibraryState(fakeClient({rules: [aView(fixed)]}))
  await library.refresh()
  const activity = createActivity({port, library})
  activity.start()
  const asked = anAsked('/v1/cart', {time: Date.now()})
  port.tell({tells: 'asked', asked})
  port.tell(inPage('/v1/cart', fixed.id, {time: Date.now()}))
  port.tell({tells: 'failed', id: asked.id, url: asked.url, why: `net::ERR_${why}`, time: noon})
  vi.advanceTimersByTime(10_000)
  expect(activity.lines.value[0]).toMatchObject({rules: [{id: fixed.id}], outcome: {status: 418}})
})
