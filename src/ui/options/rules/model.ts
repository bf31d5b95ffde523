import {computed, type ReadonlySignal} from '@preact/signals'
import type {Problem} from '../../../model/problems'
import {needsAttention} from '../../sentences/problems'
import type {LibraryState, Row} from '../../state/library'
import {isRuleActive, groupIntoSections, type Section} from '../../state/sections'
import {isFiltering, testOf, type ListView} from './filter'
import {createLines} from './lines'

export type ListModel = ReturnType<typeof createListModel>

const noneClosed: ReadonlySet<string> = new Set()
const switchedOn = (section: Section<Row>) => section.items.filter(row => isRuleActive(row.peek())).length

export function createListModel(
  library: LibraryState,
  view: ListView,
  hidden: ReadonlySignal<ReadonlyMap<string, Problem>>,
) {
  const whole = computed(() => {
    void library.revision.value
    return groupIntoSections(library.groups.value, library.rows.value, row => row.peek())
  })
  const isFiltered = computed(() => isFiltering(view.filter.value))
  const shown = computed(() => {
    if (!isFiltered.value) return whole.value
    const {problems: onlyProblems} = view.filter.value
    const test = testOf(view.filter.value, id => onlyProblems && hidden.value.has(id))
    return whole.value
      .map(section => ({...section, items: section.items.filter(row => test(row.peek(), section.id))}))
      .filter(section => section.items.length > 0)
  })
  const ofTeam = computed(() => {
    void library.revision.value
    return library.rows.value.filter(row => row.peek().isTeam).length
  })
  const linesOf = createLines()
  const lines = computed(() => {
    const closed = isFiltered.value ? noneClosed : view.closed.value
    return linesOf(shown.value, {closed, records: view.records.value})
  })
  const shownIds = (): readonly string[] => shown.peek().flatMap(section => section.items.map(row => row.peek().id))
  /** The selected rules that the filter shows, in the order of the list. */
  const selected = computed((): readonly string[] => {
    const chosen = view.selected.value
    if (chosen.size === 0) return []
    return shown.value.flatMap(({items}) => items.map(row => row.peek().id).filter(id => chosen.has(id)))
  })
  return {
    whole,
    lines,
    /** The number of shown rules of each group; null without a filter. */
    shownCounts: computed(() =>
      isFiltered.value ? new Map(shown.value.map(each => [each.id, each.items.length])) : null,
    ),
    counts: computed(() => new Map(whole.value.map(each => [each.id, {on: switchedOn(each), all: each.items.length}]))),
    problems: computed(() => {
      void library.revision.value
      return library.rows.value.filter(row => needsAttention(row.peek()) || hidden.value.has(row.peek().id)).length
    }),
    ofTeam,
    /** Rules of this device and of the team are listed together. */
    isMixed: computed(
      () => view.filter.value.side === '' && ofTeam.value > 0 && ofTeam.value < library.rows.value.length,
    ),
    isFiltered,
    selected,
    isSelecting: computed(() => selected.value.length > 0),
    shownIds,
  }
}

export const idsOf = (sections: readonly Section<Row>[]): readonly Section<string>[] =>
  sections.map(section => ({...section, items: section.items.map(row => row.peek().id)}))
