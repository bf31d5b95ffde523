import type {Locator, Page} from '@playwright/test'
import type {RuleType} from '../../src/model/rules'
import {expect} from './fixtures'

/** Opens the form of a new rule in the options page. */
export async function openForm(options: Page, type: RuleType): Promise<void> {
  // A tab behind another one draws one frame a second, for which every click would wait.
  await options.bringToFront()
  await options.evaluate(hash => {
    location.hash = hash
  }, `#/rules/new/${type}`)
  await expect(options.getByRole('heading', {level: 1})).toHaveText(/^New rule: /)
}

/** One condition of the form: its source, its filters and the fields of its type. */
export const condition = (options: Page, n = 1): Locator =>
  options.getByRole('group', {name: `Condition ${n}`, exact: true})

/** One row of a condition: `change(within, 'Header change 2')`. */
export const change = (within: Locator, name: string): Locator => within.getByRole('group', {name, exact: true})

export const field = (within: Page | Locator, name: string): Locator => within.getByLabel(name, {exact: true})

/** Fills "When [key][operator][value]" by hand. */
export async function source(within: Locator, key: string, operator: string, value: string): Promise<void> {
  await field(within, 'Source key').selectOption(key)
  await field(within, 'Source operator').selectOption(operator)
  await field(within, 'Source value').fill(value)
}

/** Opens a filter that is not set yet; the group that it is edited in. */
export async function addFilter(within: Locator, kind: 'Page domains' | 'Method' | 'Type' | 'Payload') {
  await within.getByRole('button', {name: 'Add filter'}).click()
  await within.page().getByRole('menuitem', {name: kind}).click()
  return within.getByRole('group', {name: kind, exact: true})
}

export const done = (filter: Locator): Promise<void> => filter.getByRole('button', {name: 'Done'}).click()

/** Saves, and waits until the rule is kept and in force. */
export async function save(options: Page): Promise<void> {
  await options.getByRole('button', {name: 'Save'}).click()
  await expect(options.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
}

/** Adds a condition at the end, which is a copy of the last one. */
export const addCondition = (options: Page): Promise<void> =>
  options.getByRole('button', {name: 'Add another condition'}).click()
