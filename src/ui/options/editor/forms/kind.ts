import type {ComponentType} from 'preact'
import type {PairOf, RuleType} from '../../../../model/rules'

export type FieldsProps<T extends RuleType> = {
  readonly pair: PairOf<T>
  /** `update` gets the current pair. With `undoText`, a toast offers Undo. */
  readonly change: (update: (now: PairOf<T>) => PairOf<T>, undoText?: string) => void
  readonly at: string
}

export type Form<T extends RuleType> = {
  readonly Fields: ComponentType<FieldsProps<T>>
  /** A rule without a source applies to every fetch and XHR. */
  readonly isSourceOptional?: true
  readonly hasRows?: true
  readonly Shared?: ComponentType
}
