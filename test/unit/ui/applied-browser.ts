import {signal} from '@preact/signals'
import type {RuleView} from '../../../src/model/views'
import {createApplied} from '../../../src/ui/state/applied'
import type {BrowserMatch} from '../../../src/ui/browser-adapter'
import {aRule, aView} from './builders'
import {createFakeInPageMatches, createFakeStoredValues, createFakeSession} from './fake-browser-adapter'

export const minute = 60_000
export const start = Date.UTC(2026, 10, 20, 10)

export const match = (browserRule: number, time: number, tabId = 7): BrowserMatch => ({browserRule, tabId, time})
export const view = (
  id: string,
  browserRules: number[],
  more: {creationDate?: number; modificationDate?: number} = {},
) =>
  aView(aRule('Cancel', {id, creationDate: start - 90 * minute, modificationDate: start - 90 * minute, ...more}), {
    browserRules,
  })

/** A browser that several pages share: its matches, its storage and the number of queries. */
export function aBrowser() {
  const storedValues = createFakeStoredValues()
  const browser = {
    storedValues,
    session: createFakeSession(),
    inPageMatches: createFakeInPageMatches(),
    matched: [] as BrowserMatch[] | null,
    asked: 0,
    /** The response time of Chrome in milliseconds. */
    answersAfter: 0,
    writes: 0,
    page(...views: RuleView[]) {
      const rows = signal(views.map(each => signal(each)))
      const browserAdapter = {
        session: browser.session,
        inPageMatches: browser.inPageMatches,
        storedValues: {
          ...storedValues,
          write(key: string, value: unknown) {
            browser.writes++
            return storedValues.write(key, value)
          },
        },
        async readMatches() {
          browser.asked++
          if (browser.answersAfter > 0) await new Promise(done => setTimeout(done, browser.answersAfter))
          return browser.matched
        },
      }
      const isComplete = signal(true)
      const applied = createApplied({browserAdapter, library: {rows, isComplete}})
      const show = (...next: RuleView[]) => {
        rows.value = next.map(each => signal(each))
      }
      return {...applied, show, isWhole: isComplete}
    },
  }
  return browser
}
