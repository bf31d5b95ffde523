import {AxeBuilder} from '@axe-core/playwright'
import type {Page} from '@playwright/test'
import {themes, type ColorTheme} from './pictures'

/** What axe finds serious or critical on the page as it is, in both themes or some. */
export async function faultsOfAxe(page: Page, schemes: readonly ColorTheme[] = themes): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of schemes) {
    await page.emulateMedia({colorScheme, reducedMotion: 'reduce'})
    // Without frames there is nothing that legacy mode leaves out, and it opens no second page.
    const {violations} = await new AxeBuilder({page}).setLegacyMode().analyze()
    for (const {id, impact, nodes} of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue
      faults.push(...nodes.map(({html, failureSummary}) => `${colorScheme}: ${id}: ${html}: ${failureSummary}`))
    }
  }
  return faults
}
