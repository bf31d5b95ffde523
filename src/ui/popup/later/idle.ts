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

/** So often an address is held against a condition: a page asks for hundreds, and there may be thousands of rules. */
const mostCompared = 50_000

/** Tells whether a rule means one of these addresses, its filters aside; of rules beyond that many comparisons it does not. */
function meansOneOf(urls: readonly string[]): (rule: Rule) => boolean {
  const requests = [...new Set(urls)].map(url => readRequest({url}))
  let left = mostCompared
  return rule =>
    sourcesOf(rule).some(source => {
      left -= requests.length
      if (!source || left < 0) return false
      const compiled = compileSource({...source, filters: []})
      return 'match' in compiled && requests.some(each => compiled.match(each).matched)
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

/** Behind rules that need a look, and those that mean what the page asked for. */
const ranks: Readonly<Record<Concern, number>> = {host: 2, any: 3, none: 4}

type Asked = {
  readonly views: readonly RuleView[]
  readonly offGroups: ReadonlySet<string>
  readonly acted: ReadonlySet<string>
  readonly url: string
  /** The addresses that the page, and what it asked for, are known to have. */
  readonly asked: readonly string[]
  /** So many rules are wanted. */
  readonly most: number
}

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ''

/**
 * The rules that are on and did nothing on this tab, of those that could concern it: what needs a look first, then what means one of the
 * addresses.
 */
export function idleHere({views, offGroups, acted, url, asked, most}: Asked): readonly Idle[] {
  const found: {readonly rank: number; readonly view: RuleView; readonly rule: Rule}[] = []
  const around = aroundOf(hostOf(url), asked.map(hostOf))
  const isMeant = meansOneOf(asked)
  for (const view of views) {
    const {rule} = view
    if (!rule || !isOn(view) || acted.has(view.id) || offGroups.has(groupIdOf(view))) continue
    const concern = concerns(rule, around)
    const hasProblem = needsLook(view)
    if (concern === 'none' && !hasProblem) continue
    const rank = concern === 'none' ? ranks.none : hasProblem ? 0 : isMeant(rule) ? 1 : ranks[concern]
    found.push({rank, view, rule})
  }
  return found
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({view, rule}) => {
      const [worst] = problemsOf(view)
      if (worst && needsLook(view)) return {id: view.id, reason: worst.title, warn: true}
      if (worst?.isLeftOut) return {id: view.id, reason: worst.title, warn: false}
      return {id: view.id, reason: reasonOf(view, rule, url), warn: false}
    })
}
