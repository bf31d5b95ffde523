import type {Rule} from '../../../contract/rule'
import type {Source} from '../../../contract/source'
import type {RuleView} from '../../../contract/views'
import {compileSource} from '../../../matching/matcher'
import {readRequest} from '../../../matching/request'
import {needsLook, problemsOf} from '../../sentences/problems'
import {groupIdOf, isOn} from '../../state/sections'
import {popupIdleWords as words} from '../../words'
import type {Idle} from '../shelves'
import {aroundOf, concerns, type Concern} from './concerns'

/** So many rules are told of. */
const mostIdle = 5

const sourcesOf = (rule: Rule): readonly (Source | undefined)[] => rule.pairs.map(pair => pair.source)

/** The opening of a page is no request of theirs. */
export const isForFetchOnly = ({ruleType, pairs}: Rule): boolean =>
  ruleType === 'Request' || (ruleType === 'Response' && pairs.every(({type}) => type === 'code'))

/** Whether the open page itself is such a request: then nothing was asked for since the rule is as it is. */
function takesPage(rule: Rule, url: string): boolean {
  const page = readRequest({url})
  return sourcesOf(rule).some(source => {
    const compiled = source && compileSource(source)
    return compiled && 'match' in compiled ? compiled.match(page).matched : false
  })
}

/** A page that is loaded again does not come by the waiting page. */
const goesByWaiting = ({problems}: RuleView, {ruleType}: Rule): boolean =>
  ruleType === 'Delay' || problems.some(({code}) => code === 'regex-in-part')

function reasonOf(view: RuleView, rule: Rule, url: string): string {
  const isForFetch = isForFetchOnly(rule)
  if (!isForFetch && takesPage(rule, url)) return goesByWaiting(view, rule) ? words.openAnew : words.reload
  const [first] = sourcesOf(rule)
  if (!first) return words.noFetch
  const others = rule.pairs.length - 1
  const asked = words.asked[first.key][first.operator](first.value)
  const said = (isForFetch ? words.noFetchThat : words.noRequest)(asked)
  return words.orMore((first.filters?.length ?? 0) > 0 ? words.withFilters(said) : said, others)
}

const ranks: Readonly<Record<Concern, number>> = {host: 0, any: 1, none: 2}

type Asked = {
  readonly views: readonly RuleView[]
  readonly offGroups: ReadonlySet<string>
  readonly acted: ReadonlySet<string>
  readonly url: string
  /** The hosts that the page asked for something, as far as they are known. */
  readonly hosts: readonly string[]
}

/** The rules that are on and did nothing on this tab, of those that could concern it: at most five, what needs a look first. */
export function idleHere({views, offGroups, acted, url, hosts}: Asked): readonly Idle[] {
  const found: {readonly rank: number; readonly view: RuleView; readonly rule: Rule}[] = []
  const around = aroundOf(URL.parse(url)?.hostname ?? '', hosts)
  for (const view of views) {
    const {rule} = view
    if (!rule || !isOn(view) || acted.has(view.id) || offGroups.has(groupIdOf(view))) continue
    const concern = concerns(rule, around)
    const hasProblem = needsLook(view)
    if (concern === 'none' && !hasProblem) continue
    found.push({rank: concern !== 'none' && hasProblem ? -1 : ranks[concern], view, rule})
  }
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostIdle)
    .map(({view, rule}) => {
      const [worst] = problemsOf(view)
      if (worst && needsLook(view)) return {id: view.id, reason: worst.title, warn: true}
      if (worst?.isLeftOut) return {id: view.id, reason: worst.title, warn: false}
      return {id: view.id, reason: reasonOf(view, rule, url), warn: false}
    })
}
