import type {ReadonlySignal, Signal} from '@preact/signals'
import type {Problem} from '../../../contract/problems'
import type {LibraryState} from '../../state/library'
import type {Settings} from '../../state/settings'
import type {RuleActions} from './actions'
import type {Drag} from './drag'
import type {ListView} from './filter'
import type {ListModel} from './model'

/** What every row of the list is given, one object for all: only what is about a row itself draws it again. */
export type List = {
  readonly library: LibraryState
  readonly settings: Settings
  readonly view: ListView
  readonly model: ListModel
  readonly actions: RuleActions
  readonly drag: Drag
  /** Whether there is a team account to copy to. */
  readonly hasTeam: ReadonlySignal<boolean>
  /** The row that Tab leads to. */
  readonly tabStop: ReadonlySignal<string | undefined>
  /** The rule whose menu is open. */
  readonly menu: Signal<string | null>
  /** The rules that another one hides. */
  readonly hidden: ReadonlySignal<ReadonlyMap<string, Problem>>
  /** The rules with an unsaved draft. */
  readonly drafts: ReadonlySignal<ReadonlySet<string>>
}

/** A row of the grid; `top` is where it stands among the rows. */
export type RowPlace = {readonly index: number; readonly top: number}

/** The head of the columns is row 1. */
export const rowIndexOf = (index: number): number => index + 2
