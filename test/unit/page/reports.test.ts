// @vitest-environment happy-dom
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {createRequestReporter} from '../../../src/page/isolated/reports'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const toRequest = (rule: string) => ({
  rules: [rule],
  method: 'GET',
  url: `https://a.test/${rule}`,
  time: 1,
})

const toReport = (counts: object, rules: readonly string[]) => ({
  counts,
  requests: rules.map(toRequest),
  opened: undefined,
})

function createDocument() {
  const sent: unknown[] = []
  const report = createRequestReporter(async (name, body) => sent.push([name, body]))
  const act = (rule: string) => report(toRequest(rule), 'applied')
  return {sent, act, report, leave: () => dispatchEvent(new Event('pagehide'))}
}

it('requests are reported in batches, the first batch sooner', () => {
  const {sent, act} = createDocument()
  for (const rule of ['a', 'b', 'a']) act(rule)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(300)
  expect(sent).toEqual([['page.applied', toReport({a: 2, b: 1}, ['a', 'b', 'a'])]])
  act('a')
  vi.advanceTimersByTime(300)
  expect(sent).toHaveLength(1)
  vi.advanceTimersByTime(700)
  expect(sent[1]).toEqual(['page.applied', toReport({a: 1}, ['a'])])
})

it('requests without a rule are reported only together with others, in order', () => {
  const {sent, act, report} = createDocument()
  const reportUnmatched = (time: number) =>
    report({rules: [], method: 'POST', url: 'https://a.test/a', time}, 'applied')
  for (let time = 0; time < 1_500; time++) reportUnmatched(time)
  vi.advanceTimersByTime(5_000)
  expect(sent).toEqual([])
  act('a')
  reportUnmatched(1_500)
  vi.advanceTimersByTime(300)
  expect(sent).toMatchObject([['page.applied', {counts: {a: 1}}]])
  const [[, {requests}]] = sent as [[string, {requests: {rules: string[]; time: number}[]}]]
  expect(requests).toHaveLength(1_000)
  expect(requests.slice(-3)).toMatchObject([{time: 1_499}, {rules: ['a']}, {time: 1_500}])
})

it('a pending request is reported at once and counted when its rule acts', () => {
  const {sent, report} = createDocument()
  report(toRequest('a'), 'pending')
  vi.advanceTimersByTime(300)
  expect(sent).toEqual([['page.applied', toReport({}, ['a'])]])
  report(toRequest('a'), 'applied-later')
  vi.advanceTimersByTime(1_000)
  expect(sent.slice(1)).toEqual([['page.applied', toReport({a: 1}, [])]])
})

it('leaving a document reports the rest', () => {
  const {sent, act, leave} = createDocument()
  act('a')
  leave()
  expect(sent).toEqual([['page.left', toReport({a: 1}, ['a'])]])
  vi.advanceTimersByTime(5_000)
  expect(sent).toHaveLength(1)
})

it('leaving a document is reported after all requests were reported', () => {
  const {sent, act, leave} = createDocument()
  act('a')
  vi.advanceTimersByTime(300)
  leave()
  expect(sent.slice(1)).toEqual([['page.left', toReport({}, [])]])
})

it('a document in which no rule acted reports nothing', () => {
  const {sent, leave} = createDocument()
  leave()
  expect(sent).toEqual([])
})

it('a batch lists the last thousand requests and counts all of them', () => {
  const {sent, act} = createDocument()
  for (let times = 0; times < 600; times++) act('a')
  for (let times = 0; times < 600; times++) act('b')
  vi.advanceTimersByTime(300)
  const [[, body]] = sent as [[string, {counts: object; requests: readonly {readonly rules: readonly string[]}[]}]]
  expect(body.counts).toEqual({a: 600, b: 600})
  expect(body.requests).toHaveLength(1_000)
  expect(body.requests.filter(({rules}) => rules.includes('b'))).toHaveLength(600)
})
