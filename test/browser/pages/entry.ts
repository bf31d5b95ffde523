import type {Locator, Page} from '@playwright/test'
import type {LibraryName} from './libraries'
import type {TeamName} from './teams'

/**
 * What is unusual. `refuses`: the worker refuses every switch, `refuses-names`: every group name.
 * `finds-faults`: saving finds faults in fields that no form has. `over-limit`: Chrome has no room
 * for the last rule. `refused-by-chrome`: Chrome rejected the last rule. `no-room`: drafts cannot
 * be stored. `trouble`: the worker could not install rules. `withheld`: Chrome gives no access to
 * sites. `nearly-full`: few browser rules are left. `trash-unread`: the trash cannot be read.
 * `code-failed`: the code of “Payment declined” threw. `runs`: code that is tried takes 3 ms, or
 * throws if it says so. `requests`: requests are recorded. `backups`: some exist, and the last one
 * failed. `managed`: a policy sets the account, its sync and the switch for all rules.
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

/** A page in one state. A new state is one more entry: all checks read the catalogue. */
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
