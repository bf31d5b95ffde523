import type {ComponentType} from 'preact'
import type {PairOf, RuleType} from '../../contract/rules'

export type FieldsProps<T extends RuleType> = {
  readonly pair: PairOf<T>
  /** `update` gets the current pair. With `said` the change can be undone. */
  readonly change: (update: (now: PairOf<T>) => PairOf<T>, said?: string) => void
  /** Such as `pairs[0]`. */
  readonly at: string
}

export type Form<T extends RuleType> = {
  readonly Fields: ComponentType<FieldsProps<T>>
  /** Without a source it applies to every fetch and XHR. */
  readonly isSourceOptional?: true
  /** Its fields are rows of a table. */
  readonly hasRows?: true
  /** Drawn once for all conditions: suggestion lists. */
  readonly Shared?: ComponentType
}
