import {AxeBuilder} from '@axe-core/playwright'
import {catalogue} from './catalogue'
import {expect, test} from './workshop'

const themes = ['light', 'dark'] as const

for (const entry of catalogue)
  test(`axe finds nothing serious: ${entry.name}`, async ({workshop, page}) => {
    await workshop.show(entry, page)
    const found: string[] = []
    for (const colorScheme of themes) {
      await page.emulateMedia({colorScheme, reducedMotion: 'reduce'})
      // Without frames there is nothing that legacy mode leaves out, and it opens no second page.
      const {violations} = await new AxeBuilder({page}).setLegacyMode().analyze()
      for (const {id, impact, nodes} of violations) {
        if (impact !== 'serious' && impact !== 'critical') continue
        found.push(...nodes.map(({html, failureSummary}) => `${colorScheme}: ${id}: ${html}: ${failureSummary}`))
      }
    }
    expect(found).toEqual([])
  })
