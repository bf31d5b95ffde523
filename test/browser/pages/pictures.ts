import type {Page} from '@playwright/test'
import {blockFont} from './block-font'

export const themes = ['light', 'dark'] as const
export type ColorTheme = (typeof themes)[number]

/** About as wide as letters on average; bold ones are higher, those of code wider. */
const fonts = [
  {family: 'Block', weight: '100 500', look: {advance: 480, height: 480}},
  {family: 'Block', weight: '501 900', look: {advance: 500, height: 680}},
  {family: 'Block code', weight: '100 900', look: {advance: 600, height: 560}},
].map(({look, ...face}) => ({...face, data: blockFont(look).toString('base64')}))

const style = `
  :root { --font: 'Block' !important; --font-code: 'Block code' !important; }
  *, ::before, ::after { caret-color: transparent !important; transition: none !important; animation: none !important; }
  * { scrollbar-width: none !important; }
`

/** Draws blocks instead of letters, so that installed fonts do not matter. Returns the way back. */
export async function drawInBlocks(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async faces => {
    for (const {family, weight, data} of faces) {
      const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0))
      document.fonts.add(await new FontFace(family, bytes, {weight}).load())
    }
  }, fonts)
  const added = await page.addStyleTag({content: style})
  return () => added.evaluate(element => (element as Element).remove())
}

/** A picture of the page in one theme, once it stands still. */
export async function pictureOf(page: Page, colorScheme: ColorTheme): Promise<Buffer> {
  await page.emulateMedia({colorScheme, reducedMotion: 'reduce'})
  return page.screenshot({scale: 'css', animations: 'disabled', caret: 'hide'})
}
