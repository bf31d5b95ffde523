import {computed, type ReadonlySignal} from '@preact/signals'
import type {Problem} from '../../../model/problems'
import {needsAttention} from '../../sentences/problems'
import type {LibraryState, Row} from '../../state/library'
import {isRuleActive, groupIntoSections, type Section} from '../../state/sections'
import {isFiltering, createFilterTest, type ListView} from './filter'
import {createLines} from './lines'

export type ListModel = ReturnType<typeof createListModel>

const noClosedGroups: ReadonlySet<string> = new Set()
const countOn = (section: Section<Row>) => section.items.filter(row => isRuleActive(row.peek())).length

export function createListModel(
  library: LibraryState,
  view: ListView,
  overridden: ReadonlySignal<ReadonlyMap<string, Problem>>,
) {
  const sections = computed(() => {
    void library.revision.value
    return groupIntoSections(library.groups.value, library.rows.value, row => row.peek())
  })
  const isFiltered = computed(() => isFiltering(view.filter.value))
  const shownSections = computed(() => {
    if (!isFiltered.value) return sections.value
    const {problems: onlyProblems} = view.filter.value
    const test = createFilterTest(view.filter.value, id => onlyProblems && overridden.value.has(id))
    return sections.value
      .map(section => ({...section, items: section.items.filter(row => test(row.peek(), section.id))}))
      .filter(section => section.items.length > 0)
  })
  const teamRuleCount = computed(() => {
    void library.revision.value
    return library.rows.value.filter(row => row.peek().isTeam).length
  })
  const getLines = createLines()
  const lines = computed(() => {
    const closedGroups = isFiltered.value ? noClosedGroups : view.closedGroups.value
    return getLines(shownSections.value, {closedGroups, openRecords: view.openRecords.value})
  })
  const shownIds = (): readonly string[] =>
    shownSections.peek().flatMap(section => section.items.map(row => row.peek().id))
  /** The selected rules that the filter shows, in the order of the list. */
  const selected = computed((): readonly string[] => {
    const chosen = view.selected.value
    if (chosen.size === 0) return []
    return shownSections.value.flatMap(({items}) => items.map(row => row.peek().id).filter(id => chosen.has(id)))
  })
  return {
    sections,
    lines,
    /** The number of shown rules of each group; null without a filter. */
    shownCounts: computed(() =>
      isFiltered.value ? new Map(shownSections.value.map(each => [each.id, each.items.length])) : null,
    ),
    counts: computed(() => new Map(sections.value.map(each => [each.id, {on: countOn(each), all: each.items.length}]))),
    problemCount: computed(() => {
      void library.revision.value
      return library.rows.value.filter(row => needsAttention(row.peek()) || overridden.value.has(row.peek().id)).length
    }),
    teamRuleCount,
    /** Whether rules of this device and of the team are listed together. */
    isMixed: computed(
      () => view.filter.value.side === '' && teamRuleCount.value > 0 && teamRuleCount.value < library.rows.value.length,
    ),
    isFiltered,
    selected,
    isSelecting: computed(() => selected.value.length > 0),
    shownIds,
  }
}

export const mapToIds = (sections: readonly Section<Row>[]): readonly Section<string>[] =>
  sections.map(section => ({...section, items: section.items.map(row => row.peek().id)}))
