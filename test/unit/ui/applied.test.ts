// @vitest-environment happy-dom
import {signal} from '@preact/signals'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import type {RuleView} from '../../../src/contract/views'
import {createApplied} from '../../../src/ui/state/applied'
import type {BrowserMatch} from '../../../src/ui/surface'
import {aRule, aView} from './builders'
import {fakeKept, fakeSession} from './fake-surface'

const minute = 60_000
const start = Date.UTC(2026, 10, 20, 10)

beforeEach(() => vi.useFakeTimers({now: start}))
afterEach(() => vi.useRealTimers())

const match = (browserRule: number, time: number, tabId = 7): BrowserMatch => ({browserRule, tabId, time})
const view = (id: string, browserRules: number[], more: {creationDate?: number; modificationDate?: number} = {}) =>
  aView(aRule('Cancel', {id, creationDate: start - 90 * minute, modificationDate: start - 90 * minute, ...more}), {
    browserRules,
  })

/** A browser that several pages share: what it matched, what is kept, and how often it was asked. */
function aBrowser() {
  const kept = fakeKept()
  const browser = {
    kept,
    session: fakeSession(),
    matched: [] as BrowserMatch[] | null,
    asked: 0,
    writes: 0,
    page(...views: RuleView[]) {
      const rows = signal(views.map(each => signal(each)))
      const surface = {
        session: browser.session,
        kept: {
          ...kept,
          write(key: string, value: unknown) {
            browser.writes++
            return kept.write(key, value)
          },
        },
        async matches() {
          browser.asked++
          return browser.matched
        },
      }
      const isWhole = signal(true)
      const applied = createApplied({surface, library: {rows, isWhole}})
      const show = (...next: RuleView[]) => {
        rows.value = next.map(each => signal(each))
      }
      return {...applied, show, isWhole}
    },
  }
  return browser
}

describe('what rules did on a tab', () => {
  it('is counted by rule, with the last time, and other tabs are left out', async () => {
    const browser = aBrowser()
    browser.matched = [
      match(1024, start - 9),
      match(1024, start - 5),
      match(2048, start - 4),
      match(1024, start - 1, 8),
    ]
    const page = browser.page(view('a', [1024]), view('b', [2048]))
    await page.look()
    expect([...(page.seen.value?.onTab(7) ?? [])]).toEqual([
      ['a', {requests: 2, last: start - 5}],
      ['b', {requests: 1, last: start - 4}],
    ])
    expect(page.seen.value?.onTab(9).size).toBe(0)
  })

  it('counts a request once where two browser rules of one rule act on it', async () => {
    const browser = aBrowser()
    browser.matched = [match(1024, start - 9.25), match(1025, start - 9.21), match(1024, start - 3)]
    const page = browser.page(view('a', [1024, 1025]))
    await page.look()
    expect(page.seen.value?.onTab(7).get('a')).toEqual({requests: 2, last: start - 3})
  })

  it('is also what a rule did through another’s browser rule, but not before it was as it is now', async () => {
    const browser = aBrowser()
    browser.matched = [match(1024, start - 9), match(1024, start - 1)]
    const page = browser.page(view('a', [1024]), view('b', [1024], {modificationDate: start - 5}))
    await page.look()
    expect(page.seen.value?.onTab(7).get('a')?.requests).toBe(2)
    expect(page.seen.value?.onTab(7).get('b')?.requests).toBe(1)
  })

  it('is still known after the rule was turned off', async () => {
    const browser = aBrowser()
    const page = browser.page(view('a', [1024]))
    await page.look()
    page.show(view('a', []))
    browser.matched = [match(1024, start - 1)]
    await page.look()
    expect(page.seen.value?.onTab(7).get('a')?.requests).toBe(1)
  })

  it('is not claimed where Chrome does not say', async () => {
    const browser = aBrowser()
    browser.matched = null
    const page = browser.page(view('a', [1024]))
    await page.look()
    expect(page.seen.value).toBeNull()
    expect(page.wordOf(view('a', [1024]))).toBe('unknown')
  })

  it('waits until all rules have come', async () => {
    const browser = aBrowser()
    browser.matched = [match(1024, start - 1)]
    const page = browser.page()
    page.isWhole.value = false
    const looked = page.look()
    await vi.advanceTimersByTimeAsync(10)
    expect(page.seen.value).toBeNull()
    page.show(view('a', [1024]))
    page.isWhole.value = true
    await looked
    expect(page.lastApplied.value.get('a')).toBe(start - 1)
  })
})

describe('when a rule acted last', () => {
  it('outlives the page and the entries of Chrome', async () => {
    const browser = aBrowser()
    browser.matched = [match(1024, start - 1)]
    await browser.page(view('a', [1024])).look()
    browser.matched = []
    const next = browser.page(view('a', [1024]))
    await next.look()
    expect(next.wordOf(view('a', [1024]))).toBe(start - 1)
  })

  it('is written once for a reading, and not again when nothing is new', async () => {
    const browser = aBrowser()
    browser.matched = [match(1024, start - 2), match(2048, start - 1)]
    const page = browser.page(view('a', [1024]), view('b', [2048]))
    await page.look()
    await page.look()
    expect(browser.writes).toBe(1)
  })

  it('is heard from other pages', async () => {
    const browser = aBrowser()
    const open = browser.page(view('a', [1024]))
    const stop = open.watch()
    await vi.advanceTimersByTimeAsync(10)
    browser.matched = [match(1024, start + 5)]
    await browser.page(view('a', [1024])).look()
    expect(open.lastApplied.value.get('a')).toBe(start + 5)
    stop()
  })

  it('is forgotten with the rule, once nothing could be taken for “never” because of it', async () => {
    const browser = aBrowser()
    browser.matched = [match(1024, start - 1), match(2048, start - 1)]
    const page = browser.page(view('a', [1024]), view('b', [2048]))
    await page.look()
    page.show(view('b', [2048]))
    browser.matched = []
    await vi.advanceTimersByTimeAsync(20 * minute)
    await page.look()
    expect(Object.keys(browser.kept.all.get('lastApplied') as object)).toEqual(['b'])
  })

  it('survives what is kept being of no use', async () => {
    const browser = aBrowser()
    browser.kept.all.set('lastApplied', {a: 'yesterday', b: start - 5, c: null})
    const page = browser.page(view('a', [1024]), view('b', [2048]))
    await page.look()
    expect([...page.lastApplied.value]).toEqual([['b', start - 5]])
  })
})

describe('“Never”', () => {
  const made = (at: number) => view('new', [1024], {creationDate: at, modificationDate: at})

  it('is said of a rule that was made while someone watched, and did nothing since', async () => {
    const browser = aBrowser()
    const page = browser.page()
    const stop = page.watch()
    await vi.advanceTimersByTimeAsync(2 * minute)
    const rule = made(start + minute)
    page.show(rule)
    expect(page.wordOf(rule)).toBe('never')
    stop()
  })

  it('is not said of a rule that is older than the watch, nor of one made after the last look', async () => {
    const browser = aBrowser()
    const page = browser.page()
    await page.look()
    expect(page.wordOf(made(start - 1))).toBe('unknown')
    expect(page.wordOf(made(start + 1))).toBe('unknown')
  })

  it('is not said after a gap of more than five minutes', async () => {
    const browser = aBrowser()
    const page = browser.page()
    await page.look()
    await vi.advanceTimersByTimeAsync(4 * minute)
    await page.look()
    expect(page.wordOf(made(start + 1))).toBe('never')
    await vi.advanceTimersByTimeAsync(5 * minute + 1)
    expect(page.wordOf(made(start + 1))).toBe('unknown')
    await page.look()
    expect(page.wordOf(made(start + 1))).toBe('unknown')
  })

  it('holds over pages that follow each other, but not over a restart of the browser', async () => {
    const browser = aBrowser()
    await browser.page().look()
    await vi.advanceTimersByTimeAsync(2 * minute)
    const second = browser.page()
    await second.look()
    expect(second.wordOf(made(start + minute))).toBe('never')
    browser.session = fakeSession()
    const afterwards = browser.page()
    await afterwards.look()
    expect(afterwards.wordOf(made(start + minute))).toBe('unknown')
  })

  it('is not said of a rule that came back from the trash after it had acted', async () => {
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
    expect(page.wordOf(rule)).toBe(start + 80_000)
    stop()
  })
})

describe('the watch', () => {
  it('looks at once and about every minute while the page is visible, and not when it is stopped', async () => {
    const browser = aBrowser()
    const stop = browser.page().watch()
    await vi.advanceTimersByTimeAsync(10)
    expect(browser.asked).toBe(1)
    await vi.advanceTimersByTimeAsync(10 * minute)
    expect(browser.asked).toBe(11)
    stop()
    await vi.advanceTimersByTimeAsync(10 * minute)
    expect(browser.asked).toBe(11)
  })

  it('rests while the page is hidden, and looks when it is shown again', async () => {
    const browser = aBrowser()
    const visibility = vi.spyOn(document, 'visibilityState', 'get')
    const stop = browser.page().watch()
    await vi.advanceTimersByTimeAsync(10)
    visibility.mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(30 * minute)
    expect(browser.asked).toBe(1)
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(10)
    expect(browser.asked).toBe(2)
    stop()
    visibility.mockRestore()
  })

  it('of two pages asks Chrome no more than 20 times in ten minutes', async () => {
    const browser = aBrowser()
    const stops = [browser.page().watch(), browser.page().watch()]
    for (let shown = 0; shown < 100; shown++) {
      document.dispatchEvent(new Event('visibilitychange'))
      await vi.advanceTimersByTimeAsync(6_000)
    }
    expect(browser.asked).toBeLessThanOrEqual(21)
    for (const stop of stops) stop()
  })
})
