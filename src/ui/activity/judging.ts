import type {Rule} from '../../contract/rule'
import {partOf} from '../../contract/rule-part'
import {explainKept} from '../../engine/why/explain'
import {createRuleIndex} from '../../engine/why/rule-index'
import type {NamedLibrary} from '../../engine/why/telling'
import type {Tested} from '../../engine/why/tested'
import {isInPage, type Verdict} from '../../engine/why/verdict'
import {looksAtPayload} from '../looks-at-payload'
import {createOwners} from '../state/applied-matches'
import {actedByPair, withActedPairs} from './acted-pairs'
import type {Entry} from './entries'
import {blocked} from './log'
import {hasNoBody, isAllTold, payloadLike} from './payload-like'
import {isPreflight, ofPreflight} from './preflight'

/** What the rules say of a request: of each that has to do with it, whether it acts and why not. */
export type Judged = {readonly tested: Tested; readonly verdicts: readonly Verdict[]}

export type Judging = {
  /** The rules as they are now. */
  learn(rules: NamedLibrary): void
  /** The ids of the rules that were seen to act. */
  actedOf(entry: Entry): readonly string[]
  /** Through how many browser rules Chrome says that a rule acted. */
  actedThrough(entry: Entry, id: string): number
  /** Undefined while nobody has had time for it. */
  known(entry: Entry): Judged | undefined
  /** Of the rules as they are now, at once. `isLed`: a server has led it to its address, where no script in a page acts on it. */
  judge(entry: Entry, isLed?: boolean): Judged
  /**
   * How little it fits what its page told of a request that this was sent with it: of how many rules in there. Infinite where a rule acted
   * that looks for another payload.
   */
  misfit(entry: Entry, payload: string): number
  /** Judges what was not yet, the last first, for so many milliseconds; whether there is more. */
  spend(milliseconds: number, entries: () => readonly Entry[]): boolean
}

export const testedOf = ({asked: {url, method, type, page}}: Entry): Tested => ({
  url,
  method,
  resourceType: type,
  page,
  payload: '',
})

const isCoder = ({ruleType, pairs}: Rule): boolean =>
  ruleType === 'Response' && pairs.every(pair => 'type' in pair && pair.type === 'code')
const idsOf = ({rules}: NamedLibrary, isOne: (rule: Rule) => boolean): ReadonlySet<string> =>
  new Set(rules.flatMap(({id, rule}) => (rule && isOne(rule) ? [id] : [])))

/** What was sent is not known: that a rule cannot act where it would have to be is nothing to be told of each request. */
const ofUnknownPayload = (verdict: Verdict): Verdict =>
  verdict.reason?.why === 'kind' && looksAtPayload(verdict.contender.rule) ? {...verdict, kind: 'no-match'} : verdict

/** What comes of it, done at once. */
function wholly<Result>(work: Generator<undefined, Result, unknown>): Result {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

const mostAnswers = 1_000
/** Of so many rules at most of one request it is asked once more; nobody reads of more. */
const mostAskedAgain = 100
const nothing: NamedLibrary = {rules: [], groups: [], paused: false}

/** Explains requests to the rules, when there is time. */
export function createJudging(now: () => number = () => performance.now()): Judging {
  const owners = createOwners()
  const index = createRuleIndex()
  /** By the number of the request. */
  const judged = new Map<number, Judged>()
  /** Of these rules, by what is asked: pages ask the same again and again. */
  const answers = new Map<string, Judged>()
  const misfits = new Map<string, number>()
  let library = nothing
  /** The ids of the rules that change what is sent, which nothing is of what is stopped. */
  let changers: ReadonlySet<string> = new Set()
  /** The ids of those whose code changes what comes, where something does. */
  let coders: ReadonlySet<string> = new Set()
  let work: Generator<undefined, Judged, unknown> | null = null
  let worksOn = 0

  function actedOf({browserRules, pageRules, failed, status, asked: {tab: tabId, time}}: Entry): readonly string[] {
    // Its page has told of them before it was sent.
    const isIdle = (id: string) =>
      (failed === blocked && changers.has(id)) || (failed !== undefined && status === undefined && coders.has(id))
    const ofPage = pageRules.filter(id => !isIdle(id))
    return [...new Set([...browserRules.flatMap(browserRule => owners.of({browserRule, tabId, time})), ...ofPage])]
  }

  const actedThrough = ({browserRules, asked: {tab: tabId, time}}: Entry, id: string): number =>
    browserRules.filter(browserRule => owners.of({browserRule, tabId, time}).includes(id)).length

  /** Those that found the payload that they look for: in the page, which tells of it. What Chrome does by itself it does without one. */
  const metOf = ({pageRules, pageParts}: Entry, acted: readonly string[]) =>
    actedByPair(
      pageRules.filter(id => acted.includes(id)),
      pageParts,
    )

  function* judgeOne(entry: Entry): Generator<undefined, Judged, unknown> {
    const tested = testedOf(entry)
    const about = actedOf(entry)
    const met = metOf(entry, about)
    const key = JSON.stringify([tested, about, met])
    const answer = answers.get(key)
    if (answer) return answer
    const told = yield* explainKept({tested, library, index, about, acted: met})
    const verdicts = 'not' in told ? [] : told.verdicts
    const made = {tested, verdicts: verdicts.map(isPreflight(tested) ? ofPreflight : ofUnknownPayload)}
    if (answers.size >= mostAnswers) answers.clear()
    answers.set(key, made)
    return made
  }

  /** These verdicts, and where pages have part in them, those of the others as if they had none. */
  function outOfPages(verdicts: readonly Verdict[], tested: Tested, among: NamedLibrary): readonly Verdict[] {
    const apart = verdicts.filter(isInPage)
    if (apart.length === 0) return verdicts
    const ids = new Set(apart.map(({contender}) => contender.id))
    const others = {...among, rules: among.rules.filter(({id}) => !ids.has(id))}
    const about = verdicts.flatMap(({contender: {id}}) => (ids.has(id) ? [] : id))
    const told = wholly(explainKept({tested, library: others, about}))
    const left = 'not' in told ? [] : told.verdicts.map(ofUnknownPayload)
    return [...apart, ...outOfPages(left, tested, others)]
  }

  /** Of an address that a server leads to: what a script has asked for is there out of reach for pages. */
  function judgeLed(entry: Entry): Judged {
    const {tested, verdicts} = wholly(judgeOne(entry))
    const isOfScript = tested.resourceType === 'xmlhttprequest'
    return {tested, verdicts: isOfScript ? outOfPages(verdicts, tested, library) : verdicts}
  }

  /**
   * Of a rule that looks at what was sent. Where those that acted do not tell that: one that could not have acted whatever it was is told
   * so, and one that could have, has found that it was not what it looks for.
   */
  function byPayload(verdict: Verdict, entry: Entry, acted: readonly string[]): Verdict {
    const tested = testedOf(entry)
    const {reason, contender} = verdict
    if (reason?.why !== 'filter' || reason.filter !== 'requestPayload' || hasNoBody(tested)) return verdict
    const {id, rule} = contender
    const acting = library.rules.flatMap(({id: each, rule: its}) =>
      its && acted.includes(each) ? withActedPairs(its, entry.pageParts) : [],
    )
    const isTold = isAllTold(rule, tested, acting)
    const asked = isTold ? {...tested, payload: payloadLike(tested, acting)} : tested
    const about = [id]
    const met = metOf(entry, acted)
    const told = wholly(explainKept({tested: asked, library, index, about, acted: isTold ? met : [...met, id]}))
    const found = 'not' in told ? undefined : told.verdicts.find(each => each.contender.id === id)
    if (isTold) return found ?? verdict
    return found?.deed === null ? {...found, isWhateverSent: true} : verdict
  }

  /** What is to be judged next; what is no longer in the log is forgotten. */
  function next(entries: readonly Entry[]): Entry | undefined {
    const oldest = entries[0]?.number ?? Infinity
    for (const number of judged.keys()) {
      if (number >= oldest) break
      judged.delete(number)
    }
    return entries.findLast(({number}) => !judged.has(number))
  }

  return {
    learn(rules) {
      library = rules
      changers = idsOf(rules, ({ruleType}) => ruleType === 'Request')
      coders = idsOf(rules, isCoder)
      answers.clear()
      misfits.clear()
      owners.learn(rules.rules)
    },
    actedOf,
    actedThrough,
    known: ({number}) => judged.get(number),
    judge(entry, isLed = false) {
      const {tested, verdicts} = isLed ? judgeLed(entry) : wholly(judgeOne(entry))
      const acted = actedOf(entry)
      const isAsked = (at: number) => at < mostAskedAgain
      return {
        tested,
        verdicts: verdicts.map((each, at) => (isAsked(at) ? byPayload(each, entry, acted) : each)),
      }
    },
    misfit(entry, payload) {
      const {pageRules, pageParts = pageRules} = entry
      // Of a body that a rule has changed the one that was looked at is not known.
      if (payload === '' || pageRules.some(id => changers.has(id))) return 0
      const tested = {...testedOf(entry), payload}
      const key = JSON.stringify([tested, pageParts])
      const known = misfits.get(key)
      if (known !== undefined) return known
      const told = wholly(explainKept({tested, library, index, about: pageRules}))
      const verdicts = 'not' in told ? [] : told.verdicts.filter(({contender}) => contender.off === null)
      const has = ({contender}: Verdict) => pageRules.includes(contender.id)
      const isByAnotherPair = ({deed, contender: {id, rule}}: Verdict) =>
        deed !== null &&
        !pageParts.some(part => [id, partOf({id, pairs: rule.pairs}, deed.touch.condition.index)].includes(part))
      const wrong = verdicts.filter(
        each => (each.deed !== null && isInPage(each)) !== has(each) || (has(each) && isByAnotherPair(each)),
      )
      const isOther = wrong.some(each => has(each) && looksAtPayload(each.contender.rule))
      const misfit = isOther ? Infinity : wrong.length
      if (misfits.size >= mostAnswers) misfits.clear()
      misfits.set(key, misfit)
      return misfit
    },
    spend(milliseconds, entries) {
      const started = now()
      const all = entries()
      while (now() - started < milliseconds) {
        if (work === null) {
          const entry = next(all)
          if (!entry) return false
          worksOn = entry.number
          work = judgeOne(entry)
        }
        const step = work.next()
        if (step.done !== true) continue
        judged.set(worksOn, step.value)
        work = null
      }
      return true
    },
  }
}
