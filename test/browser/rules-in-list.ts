import type {Page} from '@playwright/test'
import {ask} from './ask'
import {expect, make, where} from './fixtures'

const onShop = where('host', 'Equals', 'shop.test')
export const names = (options: Page) => options.locator('.rule-row .rule-name')
export const row = (options: Page, name: string) =>
  options.getByRole('row').filter({has: options.getByRole('link', {name, exact: true})})
/** Clicks a row beside its link, with a key held down. */
export const clickWith = (options: Page, key: 'Control' | 'Shift', name: string) =>
  row(options, name).click({modifiers: [key], position: {x: 200, y: 10}})
export const head = (options: Page, name: string) =>
  options.getByRole('row').filter({has: options.getByRole('button', {name: new RegExp(`^${name} `)})})
export const bar = (options: Page) => options.getByRole('toolbar', {name: 'Selected rules'})
export const button = (options: Page, name: string) => options.getByRole('button', {name, exact: true})
export const toast = (options: Page, text: string) => options.locator('.toasts').getByText(text, {exact: true})
export const isOn = async (options: Page) => {
  const {rules} = await ask(options, 'library.read', {})
  return rules.map(({rule}) => `${rule?.name}${rule?.status === 'Active' ? '+' : '-'}`).toSorted()
}

/** Checkout with a, b and c; Empty; and d and e in no group. */
export async function fill(options: Page): Promise<void> {
  const {id: groupId} = await ask(options, 'group.create', {payload: {name: 'Checkout'}})
  await ask(options, 'group.create', {payload: {name: 'Empty'}})
  for (const name of ['a', 'b', 'c']) await make(options, 'Cancel', [{source: onShop}], {name, groupId})
  for (const name of ['d', 'e']) await make(options, 'Cancel', [{source: onShop}], {name})
  await options.bringToFront()
  await expect(names(options)).toHaveText(['a', 'b', 'c', 'd', 'e'])
}
