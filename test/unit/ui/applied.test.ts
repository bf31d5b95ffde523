// @vitest-environment happy-dom
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {aBrowser, match, minute, start, view} from './applied-browser'
import {createFakeSession} from './fake-browser-adapter'

beforeEach(() => vi.useFakeTimers({now: start}))
afterEach(() => vi.useRealTimers())

describe('the matches of a tab', () => {
  it('include in-page matches', async () => {
    const browser = aBrowser()
    const inPage = (rule: string, count: number, tabId = 7) => ({browserRule: 0, rule, count, tabId, time: start - 3})
    browser.matched = [match(1024, start - 9)]
    browser.inPageMatches.say([inPage('a', 4), inPage('b', 2), inPage('b', 5, 8), inPage('b', 1, -1)])
    const page = browser.page(view('a', [1024]), view('b', []))
    await page.refresh()
    expect([...(page.snapshot.value?.countByRule(7) ?? [])]).toEqual([
      ['a', {reports: 5, browserRules: 1, last: start - 3}],
      ['b', {reports: 2, browserRules: 0, last: start - 3}],
    ])
    expect(page.lastApplied.value.get('b')).toBe(start - 3)
  })

  it('are counted by rule with the last time, without other tabs', async () => {
    const browser = aBrowser()
    browser.matched = [
      match(1024, start - 9),
      match(1024, start - 5),
      match(2048, start - 4),
      match(1024, start - 1, 8),
    ]
    const page = browser.page(view('a', [1024]), view('b', [2048]))
    await page.refresh()
    expect([...(page.snapshot.value?.countByRule(7) ?? [])]).toEqual([
      ['a', {reports: 2, browserRules: 1, last: start - 5}],
      ['b', {reports: 1, browserRules: 1, last: start - 4}],
    ])
    expect(page.snapshot.value?.countByRule(9).size).toBe(0)
  })

  it('say how many browser rules matched, since Chrome reports each of them', async () => {
    const browser = aBrowser()
    browser.matched = [match(1024, start - 9), match(1025, start - 8), match(1024, start - 3)]
    const page = browser.page(view('a', [1024, 1025, 1026]))
    await page.refresh()
    expect(page.snapshot.value?.countByRule(7).get('a')).toEqual({reports: 3, browserRules: 2, last: start - 3})
  })

  it('count for every rule of a shared browser rule, but not before its last edit', async () => {
    const browser = aBrowser()
    browser.matched = [match(1024, start - 9), match(1024, start - 1)]
    const page = browser.page(view('a', [1024]), view('b', [1024], {modificationDate: start - 5}))
    await page.refresh()
    expect(page.snapshot.value?.countByRule(7).get('a')?.reports).toBe(2)
    expect(page.snapshot.value?.countByRule(7).get('b')?.reports).toBe(1)
  })

  it('are still known after the rule was turned off', async () => {
    const browser = aBrowser()
    const page = browser.page(view('a', [1024]))
    await page.refresh()
    page.show(view('a', []))
    browser.matched = [match(1024, start - 1)]
    await page.refresh()
    expect(page.snapshot.value?.countByRule(7).get('a')?.reports).toBe(1)
  })

  it('are unknown if Chrome never answered, except for in-page matches', async () => {
    const browser = aBrowser()
    browser.matched = null
    browser.inPageMatches.say([{browserRule: 0, rule: 'b', count: 2, tabId: 7, time: start - 3}])
    const page = browser.page(view('a', [1024]), view('b', []))
    await page.refresh()
    expect(page.snapshot.value).toMatchObject({at: null, isStale: true})
    expect([...(page.snapshot.value?.countByRule(7).keys() ?? [])]).toEqual(['b'])
    expect(page.getLastApplied(view('a', [1024]))).toBe('unknown')
    expect(page.getLastApplied(view('b', []))).toBe(start - 3)
  })

  it("are Chrome's last answer, given to any page, if Chrome does not answer now", async () => {
    const browser = aBrowser()
    browser.matched = [match(1024, start - 5), match(1024, start - 4)]
    await browser.page(view('a', [1024])).refresh()
    browser.matched = null
    await vi.advanceTimersByTimeAsync(minute)
    const page = browser.page(view('a', [1024]))
    await page.refresh()
    expect(page.snapshot.value).toMatchObject({at: start, isStale: true})
    expect(page.snapshot.value?.countByRule(7).get('a')).toEqual({reports: 2, browserRules: 1, last: start - 4})
    expect(page.getLastApplied(view('a', [1024]))).toBe(start - 4)
    const made = view('new', [2048], {creationDate: start, modificationDate: start})
    expect(page.getLastApplied(made)).toBe('never')
  })

  it('grow with in-page reports without a query to Chrome', async () => {
    const browser = aBrowser()
    const page = browser.page(view('b', []))
    const stop = page.watch()
    await vi.advanceTimersByTimeAsync(10)
    browser.inPageMatches.say([{browserRule: 0, rule: 'b', count: 5, tabId: 7, time: start + 3}])
    await vi.advanceTimersByTimeAsync(10)
    expect(page.snapshot.value?.countByRule(7).get('b')?.reports).toBe(5)
    expect(page.lastApplied.value.get('b')).toBe(start + 3)
    expect(browser.asked).toBe(1)
    stop()
  })

  it('wait until all rules are loaded', async () => {
    const browser = aBrowser()
    browser.matched = [match(1024, start - 1)]
    const page = browser.page()
    page.isWhole.value = false
    const looked = page.refresh()
    await vi.advanceTimersByTimeAsync(10)
    expect(page.snapshot.value).toBeNull()
    page.show(view('a', [1024]))
    page.isWhole.value = true
    await looked
    expect(page.lastApplied.value.get('a')).toBe(start - 1)
  })
})

describe('the time a rule last applied', () => {
  it("outlives the page and Chrome's own entries", async () => {
    const browser = aBrowser()
    browser.matched = [match(1024, start - 1)]
    await browser.page(view('a', [1024])).refresh()
    browser.matched = []
    const next = browser.page(view('a', [1024]))
    await next.refresh()
    expect(next.getLastApplied(view('a', [1024]))).toBe(start - 1)
  })

  it('is written once per query, and only if it changed', async () => {
    const browser = aBrowser()
    browser.matched = [match(1024, start - 2), match(2048, start - 1)]
    const page = browser.page(view('a', [1024]), view('b', [2048]))
    await page.refresh()
    await page.refresh()
    expect(browser.writes).toBe(1)
  })

  it('is received from other pages', async () => {
    const browser = aBrowser()
    const open = browser.page(view('a', [1024]))
    const stop = open.watch()
    await vi.advanceTimersByTimeAsync(10)
    browser.matched = [match(1024, start + 5)]
    await browser.page(view('a', [1024])).refresh()
    expect(open.lastApplied.value.get('a')).toBe(start + 5)
    stop()
  })

  it('ignores invalid stored values', async () => {
    const browser = aBrowser()
    browser.storedValues.all.set('lastApplied', {a: 'yesterday', b: start - 5, c: null})
    const page = browser.page(view('a', [1024]), view('b', [2048]))
    await page.refresh()
    expect([...page.lastApplied.value]).toEqual([['b', start - 5]])
  })
})

describe('“Never”', () => {
  const made = (at: number) => view('new', [1024], {creationDate: at, modificationDate: at})

  it('is shown for a rule created during the watch that has not matched', async () => {
    const browser = aBrowser()
    const page = browser.page()
    const stop = page.watch()
    await vi.advanceTimersByTimeAsync(2 * minute)
    const rule = made(start + minute)
    page.show(rule)
    expect(page.getLastApplied(rule)).toBe('never')
    stop()
  })

  it('is not shown for a rule older than the watch or newer than the last query', async () => {
    const browser = aBrowser()
    const page = browser.page()
    await page.refresh()
    expect(page.getLastApplied(made(start - 1))).toBe('unknown')
    expect(page.getLastApplied(made(start + 1))).toBe('unknown')
  })

  it('is not shown after a gap of more than five minutes', async () => {
    const browser = aBrowser()
    const page = browser.page()
    await page.refresh()
    await vi.advanceTimersByTimeAsync(4 * minute)
    await page.refresh()
    expect(page.getLastApplied(made(start + 1))).toBe('never')
    await vi.advanceTimersByTimeAsync(5 * minute + 1)
    expect(page.getLastApplied(made(start + 1))).toBe('unknown')
    await page.refresh()
    expect(page.getLastApplied(made(start + 1))).toBe('unknown')
  })

  it('lasts across successive pages, but not across a browser restart', async () => {
    const browser = aBrowser()
    await browser.page().refresh()
    await vi.advanceTimersByTimeAsync(2 * minute)
    const second = browser.page()
    await second.refresh()
    expect(second.getLastApplied(made(start + minute))).toBe('never')
    browser.session = createFakeSession()
    const afterwards = browser.page()
    await afterwards.refresh()
    expect(afterwards.getLastApplied(made(start + minute))).toBe('unknown')
  })

  it('is not shown for a restored rule that applied before its deletion', async () => {
    const browser = aBrowser()
    const rule = made(start + minute)
    const page = browser.page()
    const stop = page.watch()
    await vi.advanceTimersByTimeAsync(90_000)
    browser.matched = [match(1024, start + 80_000)]
    page.show(rule)
    await vi.advanceTimersByTimeAsync(minute)
    browser.matched = []
    page.show()
    await vi.advanceTimersByTimeAsync(2 * minute)
    page.show(rule)
    expect(page.getLastApplied(rule)).toBe(start + 80_000)
    stop()
  })
})
