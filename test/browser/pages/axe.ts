import {readFile} from 'node:fs/promises'
import {fileURLToPath} from 'node:url'
import type {Page} from '@playwright/test'
import type {AxeResults, RunOptions} from 'axe-core'
import {themes, type ColorTheme} from './pictures'

const source = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** All that axe judges by colour. The rest is the same in every theme, and judged in the first. */
const byColour = ['color-contrast', 'link-in-text-block']

/** What axe finds serious or critical on the page as it is, in both themes. */
export async function faultsOfAxe(page: Page): Promise<string[]> {
  const [first, ...others] = themes
  const faults = await faultsIn(page, first, {})
  for (const theme of others) faults.push(...(await faultsIn(page, theme, {runOnly: byColour})))
  return faults
}

/** As `faultsOfAxe`, where the page is laid out otherwise and its colours are the same. */
export const faultsOfAxeButColours = (page: Page): Promise<string[]> =>
  faultsIn(page, 'light', {rules: Object.fromEntries(byColour.map(rule => [rule, {enabled: false}]))})

async function faultsIn(page: Page, colorScheme: ColorTheme, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(source)
  await page.emulateMedia({colorScheme, reducedMotion: 'reduce'})
  const found = await violations(page, options)
  return found
    .filter(({impact}) => impact === 'serious' || impact === 'critical')
    .flatMap(({id, nodes}) =>
      nodes.map(({html, failureSummary}) => `${colorScheme}: ${id}: ${html}: ${failureSummary}`),
    )
}

const violations = (page: Page, options: RunOptions): Promise<AxeResults['violations']> =>
  page.evaluate(
    async given => {
      const {axe: here} = globalThis as unknown as {readonly axe: {run(options: RunOptions): Promise<AxeResults>}}
      return (await here.run(given)).violations
    },
    // Passed checks, selectors and preloaded styles take longer than the checks themselves.
    {resultTypes: ['violations'], selectors: false, preload: false, iframes: false, ...options} satisfies RunOptions,
  )
