import {signal, type Signal} from '@preact/signals'
import {noFilter, type Filter} from './filter'

/** What a person has set up in the list. It outlives the page of the list, so that coming back from a rule finds it as it was left. */
export type ListView = {
  readonly filter: Signal<Filter>
  /** The groups that are closed; '' is "No group". */
  readonly closed: Signal<ReadonlySet<string>>
  /** Also what the filter hides just now. */
  readonly selected: Signal<ReadonlySet<string>>
  /** The key of the row that keys act on. */
  readonly focused: Signal<string | null>
  /** The records whose text is shown. */
  readonly records: Signal<ReadonlySet<string>>
  readonly left: {scrollTop: number; toRule: boolean}
}

export const createListView = (): ListView => ({
  filter: signal(noFilter),
  closed: signal(new Set()),
  selected: signal(new Set()),
  focused: signal(null),
  records: signal(new Set()),
  left: {scrollTop: 0, toRule: false},
})
