import type {Locator, Page} from '@playwright/test'
import type {LibraryName} from './libraries'

/**
 * `refuses`: the worker refuses every switch. `trouble`: it could not bring rules into force. `withheld`: Chrome gives no access to sites. `trash-unread`: the
 * worker cannot read the trash.
 */
export type Around = 'refuses' | 'trouble' | 'withheld' | 'nearly-full' | 'trash-unread'

/** A page in one state. Every proof that goes over all pages reads the catalogue, so that a new state is one line more. */
export type Entry = {
  /** Also the name of its picture. */
  readonly name: string
  readonly page: 'popup' | 'options'
  readonly library: LibraryName
  /** Where in the options page. */
  readonly at?: string
  /** The address of the tab that the popup was opened on. */
  readonly tab?: string
  /** The worker gives no answers. */
  readonly unanswered?: boolean
  /** What else is not as usual: see `surround` in workshop.ts. */
  readonly around?: Around
  /** It leaves the library changed. */
  readonly changes?: boolean
  /** From the page as it opens to the state. */
  readonly reach?: (page: Page) => Promise<unknown>
  /** What is there only in this state. */
  readonly shows: (page: Page) => Locator
}

export type State = Omit<Entry, 'page' | 'name'>

export const field = (page: Page, name: string) => page.getByLabel(name, {exact: true})
export const ruleSwitch = (page: Page, name: string) => page.getByRole('switch', {name, exact: true})
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', {name})
export const heading = (page: Page) => page.getByRole('heading', {level: 1})

export const menuItem = (page: Page, name: string) => page.getByRole('menuitem', {name})
