import type {Rule} from '../../../contract/rule'
import type {RuleType} from '../../../contract/rules'
import type {Source} from '../../../contract/source'
import type {RuleView} from '../../../contract/views'
import {compileSource} from '../../../matching/matcher'
import {readRequest} from '../../../matching/request'
import {needsLook, problemsOf} from '../../sentences/problems'
import {groupIdOf, isOn, nameOf} from '../../state/sections'
import {common, popupIdleWords as words} from '../../words'
import type {Idle} from '../shelves'
import {concerns, type Concern} from './concerns'

const most = 5

/** Between types the order is fixed; of one type the upper rule wins. Headers and User agent always join in. */
const exclusive: readonly RuleType[] = ['Cancel', 'Delay', 'Redirect', 'Response', 'Replace', 'QueryParam']

const sourcesOf = (rule: Rule): readonly (Source | undefined)[] => rule.pairs.map(pair => pair.source)

/** Whether everything that one source takes is taken by the other as well; false where that cannot be told. */
function covers(wide: Source | undefined, narrow: Source | undefined): boolean {
  if (!wide || !narrow || (wide.filters?.length ?? 0) > 0 || wide.key !== narrow.key) return false
  if (wide.operator === narrow.operator && wide.value === narrow.value) return true
  return (
    wide.operator === 'Contains' &&
    ['Equals', 'Contains'].includes(narrow.operator) &&
    narrow.value.includes(wide.value)
  )
}

/** The rule that acted here before this one could, on everything that this one is for. */
function hiddenBy(view: RuleView, acted: readonly RuleView[], placeOf: (id: string) => number): RuleView | undefined {
  const {rule} = view
  if (!rule || !exclusive.includes(rule.ruleType)) return undefined
  return acted.find(({id, rule: other}) => {
    if (!other || !exclusive.includes(other.ruleType)) return false
    const step = exclusive.indexOf(other.ruleType) - exclusive.indexOf(rule.ruleType)
    const isBefore = step < 0 || (step === 0 && placeOf(id) < placeOf(view.id))
    return isBefore && sourcesOf(rule).every(narrow => sourcesOf(other).some(wide => covers(wide, narrow)))
  })
}

/** Whether the open page itself is such a request: then nothing was asked for since the rule is as it is. */
function takesPage(rule: Rule, url: string): boolean {
  const page = readRequest({url})
  return sourcesOf(rule).some(source => {
    const compiled = source && compileSource(source)
    return compiled && 'match' in compiled ? compiled.match(page).matched : false
  })
}

function reasonOf(rule: Rule, url: string): string {
  if (takesPage(rule, url)) return words.reload
  const [first] = sourcesOf(rule)
  if (!first) return words.noFetch
  const others = rule.pairs.length - 1
  const said = words.noRequest[first.key][first.operator](first.value)
  return words.orMore((first.filters?.length ?? 0) > 0 ? words.withFilters(said) : said, others)
}

const ranks: Readonly<Record<Concern, number>> = {host: 0, any: 1, none: 2}

type Asked = {
  readonly views: readonly RuleView[]
  readonly offGroups: ReadonlySet<string>
  readonly acted: ReadonlySet<string>
  readonly url: string
}

/** The rules that are on and did nothing on this tab, of those that could concern it: at most five, what needs a look first. */
export function idleHere({views, offGroups, acted, url}: Asked): readonly Idle[] {
  const found: {
    readonly rank: number
    readonly view: RuleView
    readonly rule: Rule
    readonly hider: RuleView | undefined
  }[] = []
  const places = new Map(views.map(({id}, index) => [id, index]))
  const placeOf = (id: string) => places.get(id) ?? 0
  const didAct = views.filter(({id}) => acted.has(id))
  for (const view of views) {
    const {rule} = view
    if (!rule || !isOn(view) || acted.has(view.id) || offGroups.has(groupIdOf(view))) continue
    const concern = concerns(rule, url)
    const hasProblem = needsLook(view)
    if (concern === 'none' && !hasProblem) continue
    const hider = concern === 'none' ? undefined : hiddenBy(view, didAct, placeOf)
    const isUrgent = concern !== 'none' && (hasProblem || hider !== undefined)
    found.push({rank: isUrgent ? -1 : ranks[concern], view, rule, hider})
  }
  const hiddenLine = (view: RuleView, hider: RuleView) =>
    words.hidden(nameOf(hider, common.untitled), placeOf(hider.id) < placeOf(view.id))
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({view, rule, hider}) => {
      const [worst] = problemsOf(view)
      if (worst && needsLook(view)) return {id: view.id, reason: worst.title, warn: true}
      if (hider) return {id: view.id, reason: hiddenLine(view, hider), warn: true}
      if (worst?.isLeftOut) return {id: view.id, reason: worst.title, warn: false}
      return {id: view.id, reason: reasonOf(rule, url), warn: false}
    })
}
