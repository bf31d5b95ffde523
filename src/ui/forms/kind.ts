import type {ComponentType} from 'preact'
import type {PairOf, RuleType} from '../../contract/rules'

export type FieldsProps<T extends RuleType> = {
  readonly pair: PairOf<T>
  /** From the pair as it is by then, so that two changes in one moment both stay. With `said` it is a step that can be taken back. */
  readonly change: (update: (now: PairOf<T>) => PairOf<T>, said?: string) => void
  /** The path of the pair in the rule, `pairs[0]`. */
  readonly at: string
}

/** What the editor needs to know of one rule type. */
export type Form<T extends RuleType> = {
  readonly Fields: ComponentType<FieldsProps<T>>
  /** The pair may do without a source: then it is for every fetch and XHR. */
  readonly isSourceOptional?: true
  /** Its fields are rows of a table, which stands apart from the source. */
  readonly hasRows?: true
  /** What all conditions of a form share: lists of what could be typed. */
  readonly Shared?: ComponentType
}
