import {readFile} from 'node:fs/promises'
import {fileURLToPath} from 'node:url'
import type {Page} from '@playwright/test'
import type {AxeResults, RunOptions} from 'axe-core'
import {themes, type ColorTheme} from './pictures'

const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** All that axe judges by colour. The rest is the same in every theme, and judged in the first. */
const byColour = ['color-contrast', 'link-in-text-block']

/** What axe finds serious or critical on the page as it is, in both themes or some. */
export async function faultsOfAxe(page: Page, schemes: readonly ColorTheme[] = themes): Promise<string[]> {
  const faults: string[] = []
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source)
  for (const [at, colorScheme] of schemes.entries()) {
    await page.emulateMedia({colorScheme, reducedMotion: 'reduce'})
    for (const {id, impact, nodes} of await violations(page, at === 0 ? {} : {runOnly: byColour})) {
      if (impact !== 'serious' && impact !== 'critical') continue
      faults.push(...nodes.map(({html, failureSummary}) => `${colorScheme}: ${id}: ${html}: ${failureSummary}`))
    }
  }
  return faults
}

const violations = (page: Page, options: RunOptions): Promise<AxeResults['violations']> =>
  page.evaluate(
    async given => {
      const {axe: here} = globalThis as unknown as {readonly axe: {run(options: RunOptions): Promise<AxeResults>}}
      return (await here.run(given)).violations
    },
    // To describe what is right, and to fetch styles for rules that are not on, takes longer than to judge.
    {resultTypes: ['violations'], preload: false, iframes: false, ...options} satisfies RunOptions,
  )
