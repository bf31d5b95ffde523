import type {Page} from '@playwright/test'
import {expect, make, where} from './fixtures'

/** The browser's own store, as a page of the extension has it. */
export type StorageHolder = {
  readonly chrome: {readonly storage: {readonly local: {get(): Promise<object>; set(values: object): Promise<void>}}}
}

/** Goes to the form of a kept rule. */
export const open = async (page: Page, id: string) => {
  await page.bringToFront()
  await page.evaluate(hash => {
    location.hash = hash
  }, `#/rules/${id}`)
  await expect(page.getByRole('heading', {level: 1, name: /^Edit /})).toBeAttached()
}

/** Makes a Delay of half a second, and opens its form; the id of the rule. */
export async function openDelay(page: Page): Promise<string> {
  const id = await make(page, 'Delay', [{source: where('host', 'Equals', 'shop.test'), delay: 500}])
  await open(page, id)
  return id
}

export const unsaved = (page: Page) => page.getByText(/^Unsaved changes/)
