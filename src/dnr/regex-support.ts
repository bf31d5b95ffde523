import type {Problem} from '../model/problems'
import type {Rule} from '../model/rule'
import {beyondOf} from './fallback'
import type {Draft, Translation} from './translation'

type RegexQuestion = {
  readonly regex: string
  readonly isCaseSensitive: boolean
  /** Whether the rule substitutes what the regex captures. */
  readonly requireCapturing: boolean
}

/** Why RE2 refuses a regex, or null. */
export type AskRegex = (question: RegexQuestion) => Promise<string | null>

function askingOf({action, condition}: Draft): {readonly question: RegexQuestion; readonly key: string} | null {
  const {regexFilter: regex, isUrlFilterCaseSensitive: isCaseSensitive = false} = condition
  if (regex === undefined) return null
  const requireCapturing = action.redirect?.regexSubstitution !== undefined
  const key = `${isCaseSensitive ? '' : 'i'}${requireCapturing ? 'c' : ''} ${regex}`
  return {question: {regex, isCaseSensitive, requireCapturing}, key}
}

/** Why Chrome refuses a draft's regex; undefined for one it takes, and for a draft without any. */
export type RegexJudge = {
  readonly learn: (drafts: readonly Draft[]) => Promise<void>
  readonly refusalOf: (draft: Draft) => string | undefined
}

/** One regex that Chrome refuses would make it refuse the whole update, so each is asked about once. */
export function createRegexJudge({refusalOf}: {readonly refusalOf: AskRegex}): RegexJudge {
  const answers = new Map<string, string | null>()
  return {
    async learn(drafts) {
      const open = new Map<string, RegexQuestion>()
      for (const draft of drafts) {
        const asking = askingOf(draft)
        if (asking && !answers.has(asking.key)) open.set(asking.key, asking.question)
      }
      await Promise.all([...open].map(async ([key, question]) => answers.set(key, await refusalOf(question))))
    },
    refusalOf(draft) {
      const asking = askingOf(draft)
      return asking ? (answers.get(asking.key) ?? undefined) : undefined
    },
  }
}

type Report = (problem: Problem) => void

/** The drafts that stand in for one whose regex Chrome does not take. */
export function insteadOf(draft: Draft, report: Report): readonly Draft[] {
  const {instead, ...rest} = draft
  if (instead?.problem) report(instead.problem)
  return instead?.conditions.map(condition => ({...rest, condition})) ?? []
}

/** What Chrome takes of a rule, and the pairs that it does not, which our own matcher looks for. */
export type Taken = {readonly drafts: readonly Draft[]; readonly beyond: readonly number[]}

/** Of a pair whose regex Chrome refuses, what pages do by their own matcher is left. */
const onlyInPages = (pair: number): Problem => ({code: 'fetch-only', pair, says: {because: 'regex'}})

export function takenOf(
  rule: Rule,
  {drafts, inPage, beyond = []}: Translation,
  refusalOf: RegexJudge['refusalOf'],
  report: Report,
): Taken {
  // A pair of which Chrome refuses a regex that nothing stands in for is lost: its rest would do half of what it says.
  const lost = new Map<number, string>()
  for (const draft of drafts) {
    const reason = draft.instead ? undefined : refusalOf(draft)
    if (reason !== undefined) lost.set(draft.pair, reason)
  }
  const ours = [...lost].map(([pair, reason]) => {
    const refused: Problem = {code: 'regex-refused', pair, field: 'source.value', says: {reason}}
    const found = beyondOf(rule, pair, refused)
    report(found?.problem ?? (inPage.includes(pair) ? onlyInPages(pair) : refused))
    return {pair, found}
  })
  const taken = drafts.flatMap(draft =>
    lost.has(draft.pair) ? [] : refusalOf(draft) === undefined ? draft : insteadOf(draft, report),
  )
  return {
    drafts: [...taken, ...ours.flatMap(({found}) => found?.drafts ?? [])],
    beyond: [...beyond, ...ours.flatMap(({pair, found}) => (found ? pair : []))],
  }
}
