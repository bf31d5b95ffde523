import type {ReadonlySignal, Signal} from '@preact/signals'
import type {Problem} from '../../../model/problems'
import type {LibraryState} from '../../state/library'
import type {Settings} from '../../state/settings'
import type {RowDrag} from '../row-drag'
import type {RuleActions} from './rule-actions'
import type {DropPosition} from './drop-position'
import type {ListView} from './filter'
import type {ListModel} from './list-model'

export type RuleListData = {
  readonly library: LibraryState
  readonly settings: Settings
  readonly view: ListView
  readonly model: ListModel
  readonly actions: RuleActions
  readonly drag: RowDrag<DropPosition>
  readonly hasTeam: ReadonlySignal<boolean>
  readonly tabStop: ReadonlySignal<string | undefined>
  readonly menu: Signal<string | null>
  readonly overridden: ReadonlySignal<ReadonlyMap<string, Problem>>
  readonly drafts: ReadonlySignal<ReadonlySet<string>>
}

export type RowPosition = {readonly index: number; readonly top: string | undefined}

/** The column header is row 1. */
export const getAriaRowIndex = (index: number): number => index + 2
