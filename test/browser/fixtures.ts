import {test as base, type Page} from '@playwright/test'
import type {RuleType} from '../../src/model/rules'
import {startSite, type Site} from '../site/site'
import {type Asker, ask} from './ask'
import {launchWithExtension, type LaunchedExtension} from './browser'

export {expect} from '@playwright/test'

export type Fetched = {
  readonly status: number
  readonly url: string
  readonly redirected: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

type Fixtures = {
  readonly site: Site
  readonly app: LaunchedExtension
  /** The options page, empty. */
  readonly options: Page
  /** An extension page that shows nothing. It opens in a third of the time. */
  readonly quiet: Page
  /** A page of shop.test. */
  readonly shop: Page
}

/** A browser with the extension, and the site that judges. */
export const test = base.extend<Fixtures>({
  // Playwright wants the first argument destructured, even of nothing.
  // oxlint-disable-next-line no-empty-pattern
  site: async ({}, use) => {
    const site = await startSite()
    await use(site)
    await site.close()
  },
  // oxlint-disable-next-line no-empty-pattern
  app: async ({}, use) => {
    const app = await launchWithExtension()
    await use(app)
    await app.close()
  },
  options: async ({app}, use) => use(await app.open('options.html#/rules')),
  quiet: async ({app}, use) => use(await app.open('delay-page.html')),
  shop: async ({app, site}, use) => {
    const page = await app.context.newPage()
    await page.goto(site.url('shop.test'))
    site.clear()
    await use(page)
  },
})

/** Makes a rule by message; the ID of it. */
export async function make(
  options: Asker,
  ruleType: RuleType,
  pairs: readonly object[],
  more: object = {},
): Promise<string> {
  const {id} = await ask(options, 'rule.create', {
    payload: {name: `a ${ruleType} rule`, objectType: 'rule', ruleType, pairs, ...more},
  })
  return id
}

/** Fetches from a page; null where it failed. */
export const fetched = (page: Page, url: string, init: RequestInit = {}): Promise<Fetched | null> =>
  page.evaluate(
    async ([asked, options]) => {
      try {
        const response = await fetch(asked, options)
        const {status, url: answered, redirected} = response
        return {
          status,
          url: answered,
          redirected,
          headers: Object.fromEntries(response.headers),
          text: await response.text(),
        }
      } catch {
        return null
      }
    },
    [url, init] as const,
  )

/** A source in few words. */
export const where = (key: string, operator: string, value: string, filter?: object) => ({
  key,
  operator,
  value,
  filters: filter === undefined ? [] : [filter],
})
