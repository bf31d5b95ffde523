import type {Locator, Page} from '@playwright/test'
import type {LibraryName} from './libraries'
import type {TeamName} from './teams'

/**
 * `refuses`: the worker refuses every switch. `refuses-names`: every name of a group. `finds-faults`: a rule, at fields that no form has. `over-limit`: there is no
 * room in Chrome for the last rule. `refused-by-chrome`: Chrome took all rules but the last. `no-room`: none in the browser for drafts. `trouble`: the worker
 * could not bring rules into force. `withheld`: Chrome gives no access to sites. `trash-unread`: the worker cannot read the trash. `code-failed`: the code of
 * “Payment declined” did. `runs`: code that is tried took 3 ms, or throws where it says so.
 * `requests`: those are watched that the state tells of. `backups`: there are some, and the last failed. `managed`: an organisation has set the account, its
 * sync and the switch for all rules.
 */
export type Around =
  | 'refuses'
  | 'refuses-names'
  | 'finds-faults'
  | 'over-limit'
  | 'refused-by-chrome'
  | 'no-room'
  | 'trouble'
  | 'withheld'
  | 'nearly-full'
  | 'trash-unread'
  | 'code-failed'
  | 'runs'
  | 'requests'
  | 'backups'
  | 'managed'

/** A page in one state. Every proof that goes over all pages reads the catalogue, so that a new state is one line more. */
export type Entry = {
  /** Also the name of its picture. */
  readonly name: string
  readonly page: 'popup' | 'options' | 'panel'
  readonly library: LibraryName
  /** Where in the options page. */
  readonly at?: string
  /** The address of the tab that the popup was opened on. */
  readonly tab?: string
  /** The worker gives no answers. */
  readonly unanswered?: boolean
  /** What the worker says of a team account; without it there is none. */
  readonly team?: TeamName
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
/** The code editor, once it has taken the place of the text area. */
export const codeEditor = (page: Page) => page.locator('[role=textbox][contenteditable=true]')
export const heading = (page: Page) => page.getByRole('heading', {level: 1})

export const menuItem = (page: Page, name: string) => page.getByRole('menuitem', {name})

/** The form of a rule in a state. */
export const editor = (state: string, rest: State): Entry => ({name: `editor-${state}`, page: 'options', ...rest})
export const rule = (id: string) => `#/rules/${id}`
export const source = (page: Page) => field(page, 'Source value')
