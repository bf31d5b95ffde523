// @vitest-environment happy-dom
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {aBrowser, match, minute, start, view} from './applied-browser'

beforeEach(() => vi.useFakeTimers({now: start}))
afterEach(() => vi.useRealTimers())

describe('the match watcher', () => {
  it('queries Chrome at once and every minute while visible, until it is stopped', async () => {
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

  it('pauses while the page is hidden, and queries when it is visible again', async () => {
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

  it('queries Chrome at most 20 times in ten minutes, for two pages together', async () => {
    const browser = aBrowser()
    const stops = [browser.page().watch(), browser.page().watch()]
    for (let shown = 0; shown < 100; shown++) {
      document.dispatchEvent(new Event('visibilitychange'))
      await vi.advanceTimersByTimeAsync(6_000)
    }
    expect(browser.asked).toBeLessThanOrEqual(21)
    for (const stop of stops) stop()
  })

  it('allows ten queries at once for pages opened in a row, then one a minute', async () => {
    const browser = aBrowser()
    for (let opened = 0; opened < 60; opened++) {
      await browser.page().refresh()
      await vi.advanceTimersByTimeAsync(10_000)
    }
    expect(browser.asked).toBeGreaterThan(15)
    expect(browser.asked).toBeLessThanOrEqual(20)
  })

  it('includes in-page reports that arrive during a query', async () => {
    const browser = aBrowser()
    const page = browser.page(view('a', []))
    browser.answersAfter = 50
    const stop = page.watch()
    await vi.advanceTimersByTimeAsync(10)
    browser.inPageMatches.say([{browserRule: 0, rule: 'a', count: 2, tabId: 7, time: start + 5}])
    await vi.advanceTimersByTimeAsync(50)
    expect(page.snapshot.value?.countByRule(7).get('a')?.reports).toBe(2)
    stop()
  })

  describe('on a key or a click', () => {
    const hand = {isActive: false}
    beforeEach(() => vi.stubGlobal('navigator', {userActivation: hand}))
    afterEach(() => {
      hand.isActive = false
      vi.unstubAllGlobals()
    })
    const press = async () => {
      hand.isActive = true
      document.dispatchEvent(new Event('keydown'))
      await vi.advanceTimersByTimeAsync(10)
      hand.isActive = false
    }

    it('queries again if Chrome gave no answer, at no cost to its quota', async () => {
      const browser = aBrowser()
      for (let opened = 0; opened < 10; opened++) await browser.page().refresh()
      const page = browser.page(view('a', [1024]))
      const stop = page.watch()
      await vi.advanceTimersByTimeAsync(10)
      expect(browser.asked).toBe(10)
      expect(page.snapshot.value?.isStale).toBe(true)
      browser.matched = [match(1024, start + 1)]
      await press()
      expect(browser.asked).toBe(11)
      expect(page.snapshot.value?.isStale).toBe(false)
      expect(page.snapshot.value?.countByRule(7).get('a')?.reports).toBe(1)
      // A fresh result is not queried again.
      await press()
      expect(browser.asked).toBe(11)
      await vi.advanceTimersByTimeAsync(10_000)
      await press()
      expect(browser.asked).toBe(12)
      stop()
    })
  })
})
