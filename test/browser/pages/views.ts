import type {Page} from '@playwright/test'
import {faultsOfAxeButColours} from './axe'
import type {Entry} from './entry'
import {faultsOfLayout} from './layout'
import {settled, sizes} from './workshop'

/** As WCAG 1.4.12 has it. */
export const spacing = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`

type View = {
  readonly name: string
  readonly of: (page: Entry['page']) => {width: number; height: number}
  readonly style?: string
  /** So much of the page is laid out otherwise that axe looks again. Colours are the same. */
  readonly axe?: boolean
}

const views: readonly View[] = [
  {name: 'as it is', of: page => sizes[page]},
  // A popup is as wide as it asks for, up to 800 by 600 of the screen's pixels.
  {name: '320 pixels wide', of: page => (page === 'popup' ? sizes.popup : {width: 320, height: 640}), axe: true},
  // So a popup gets the width that it asks for, and half of the 600 pixels for its height.
  {name: 'at 200 %', of: page => (page === 'popup' ? {width: 380, height: 300} : {width: 640, height: 400})},
  {name: 'with wide text', of: page => sizes[page], style: spacing},
]

/**
 * What does not fit in small windows or with enlarged text. `isFirst`: no earlier state had this
 * page and library, so axe has not yet seen its other layouts.
 */
export async function faultsOfViews(page: Page, entry: Entry, isFirst: boolean): Promise<string[]> {
  const faults: string[] = []
  // Where it rests, in another view, something else may lie, and tell of itself.
  await page.mouse.move(0, 0)
  for (const view of views) {
    await page.setViewportSize(view.of(entry.page))
    const style = view.style === undefined ? undefined : await page.addStyleTag({content: view.style})
    await settled(page)
    faults.push(...(await faultsOfLayout(page)).map(fault => `${view.name}: ${fault}`))
    if (view.axe && isFirst && entry.page !== 'popup')
      faults.push(...(await faultsOfAxeButColours(page)).map(fault => `${view.name}: ${fault}`))
    await style?.evaluate(element => (element as Element).remove())
  }
  return faults
}
