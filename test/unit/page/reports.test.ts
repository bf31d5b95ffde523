// @vitest-environment happy-dom
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {createReports} from '../../../src/page/isolated/reports'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const asked = (rule: string) => ({
  rules: [rule],
  method: 'GET',
  url: `https://a.test/${rule}`,
  time: 1,
})

/** What a document says at once. */
const told = (counts: object, rules: readonly string[]) => ({
  counts,
  requests: rules.map(asked),
  opened: undefined,
})

function aDocument() {
  const said: unknown[] = []
  const applied = createReports(async (name, body) => said.push([name, body]))
  const act = (rule: string) => applied({rules: [rule], method: 'GET', url: `https://a.test/${rule}`, time: 1})
  return {said, act, applied, leave: () => dispatchEvent(new Event('pagehide'))}
}

it('requests of a moment are told together, the first ones soon', () => {
  const {said, act} = aDocument()
  for (const rule of ['a', 'b', 'a']) act(rule)
  expect(said).toEqual([])
  vi.advanceTimersByTime(300)
  expect(said).toEqual([['page.applied', told({a: 2, b: 1}, ['a', 'b', 'a'])]])
  act('a')
  vi.advanceTimersByTime(300)
  expect(said).toHaveLength(1)
  vi.advanceTimersByTime(700)
  expect(said[1]).toEqual(['page.applied', told({a: 1}, ['a'])])
})

it('what rules leave alone is told with what they do not, in its order, and wakes nobody by itself', () => {
  const {said, act, applied} = aDocument()
  const alone = (time: number) => applied({rules: [], method: 'POST', url: 'https://a.test/a', time})
  for (let time = 0; time < 1_500; time++) alone(time)
  vi.advanceTimersByTime(5_000)
  expect(said).toEqual([])
  act('a')
  alone(1_500)
  vi.advanceTimersByTime(300)
  expect(said).toMatchObject([['page.applied', {counts: {a: 1}}]])
  const [[, {requests}]] = said as [[string, {requests: {rules: string[]; time: number}[]}]]
  expect(requests).toHaveLength(1_000)
  expect(requests.slice(-3)).toMatchObject([{time: 1_499}, {rules: ['a']}, {time: 1_500}])
})

it('what has yet to act is told at once, and counts when it has', () => {
  const {said, applied} = aDocument()
  const late = {rules: ['a'], method: 'GET', url: 'https://a.test/a', time: 1}
  applied(late, true)
  vi.advanceTimersByTime(300)
  expect(said).toEqual([['page.applied', told({}, ['a'])]])
  applied(late, 0)
  vi.advanceTimersByTime(1_000)
  expect(said.slice(1)).toEqual([['page.applied', told({a: 1}, [])]])
})

it('a document that is left says so, and tells the rest', () => {
  const {said, act, leave} = aDocument()
  act('a')
  leave()
  expect(said).toEqual([['page.left', told({a: 1}, ['a'])]])
  vi.advanceTimersByTime(5_000)
  expect(said).toHaveLength(1)
})

it('a document that has told all of it says that it is left', () => {
  const {said, act, leave} = aDocument()
  act('a')
  vi.advanceTimersByTime(300)
  leave()
  expect(said.slice(1)).toEqual([['page.left', told({}, [])]])
})

it('a document in which no rule acted says nothing at all', () => {
  const {said, leave} = aDocument()
  leave()
  expect(said).toEqual([])
})

it('tells of the last thousand requests of a moment, and of all of them how many they were', () => {
  const {said, act} = aDocument()
  for (let times = 0; times < 600; times++) act('a')
  for (let times = 0; times < 600; times++) act('b')
  vi.advanceTimersByTime(300)
  const [[, body]] = said as [[string, {counts: object; requests: readonly {readonly rules: readonly string[]}[]}]]
  expect(body.counts).toEqual({a: 600, b: 600})
  expect(body.requests).toHaveLength(1_000)
  expect(body.requests.filter(({rules}) => rules.includes('b'))).toHaveLength(600)
})
