import {test, type Page} from '@playwright/test'
import type {Site} from '../site/site'
import {deleteRules} from './ask'
import type {LaunchedExtension} from './browser'

type Fixtures = {
  readonly app: LaunchedExtension
  readonly quiet: Page
  readonly shop: Page
  readonly site: Site
}

/**
 * Runs several behaviours as one test. Each starts without rules and on a fresh page of shop.test,
 * which is much faster than a test of its own.
 */
export const inSteps =
  (steps: Readonly<Record<string, (fixtures: Fixtures) => Promise<void>>>) =>
  async ({app, quiet, shop, site}: Fixtures): Promise<void> => {
    for (const [name, run] of Object.entries(steps))
      await test.step(name, async () => {
        await deleteRules(quiet)
        await shop.goto(site.url('shop.test'))
        site.clear()
        await run({app, quiet, shop, site})
      })
  }
