import {readFile} from 'node:fs/promises'
import type {Page} from '@playwright/test'
import {catalogue} from './catalogue'
import {compare} from './compare'
import {keptPicture} from './kept'
import {drawInBlocks, pictureOf} from './pictures'
import {expect, settled, test, type Workshop} from './workshop'

const list = catalogue.find(({name}) => name === 'rules-pictured')
/** The list drawn with one more style, beside the list as it is kept. */
async function differing(workshop: Workshop, page: Page, style: string): Promise<number> {
  if (!list) throw new Error('There is no picture of the list')
  await page.emulateMedia({colorScheme: 'light', reducedMotion: 'reduce'})
  await workshop.show(list, page)
  await page.addStyleTag({content: style})
  await drawInBlocks(page)
  await settled(page)
  return (
    await compare(workshop.quiet, await readFile(keptPicture(list.name, 'light')), await pictureOf(page, 'light'))
  ).cells
}

test('pictures do not depend on the installed fonts', async ({workshop, page}) => {
  const style = `:root { --font: 'DejaVu Serif', serif; --font-code: 'DejaVu Sans', sans-serif; }`
  expect(await differing(workshop, page, style)).toBe(0)
})

for (const [what, style] of [
  ['a column of switches moved by 2 pixels', '.rule-row .switch { translate: -2px; }'],
  ['another green', ':root { --accent-fill: #0a78a4; }'],
  ['no thin line anywhere', '* { border-color: transparent !important; }'],
  ['a page as pale as what lies on it', ':root { --canvas: var(--surface) !important; }'],
] as const)
  test(`${what} is seen`, async ({workshop, page}) => {
    expect(await differing(workshop, page, style)).toBeGreaterThan(5)
  })
