import type {Draft} from '../translate/translation'
import type {BrowserRules, RegexQuestion} from './ports'

/** What to ask about a draft's regex, and the question as a text; null for a draft without any. */
type Asking = {readonly question: RegexQuestion; readonly key: string} | null

function askingOf({action, condition}: Draft): Asking {
  const {regexFilter: regex, isUrlFilterCaseSensitive: isCaseSensitive = false} = condition
  if (regex === undefined) return null
  const requireCapturing = action.redirect?.regexSubstitution !== undefined
  const key = `${isCaseSensitive ? '' : 'i'}${requireCapturing ? 'c' : ''} ${regex}`
  return {question: {regex, isCaseSensitive, requireCapturing}, key}
}

/** Why Chrome refuses a draft's regex; undefined for one it takes, and for a draft without any. */
export type RegexJudge = {
  /** Asks the browser about every regex it was not asked about before. */
  readonly learn: (drafts: readonly Draft[]) => Promise<void>
  readonly refusalOf: (draft: Draft) => string | undefined
}

/** One regex that Chrome refuses would make it refuse the whole update, so each is asked about once. */
export function createRegexJudge({refusalOf}: Pick<BrowserRules, 'refusalOf'>): RegexJudge {
  const answers = new Map<string, string | null>()
  const askings = new WeakMap<Draft, Asking>()
  function askingFor(draft: Draft): Asking {
    const known = askings.get(draft)
    if (known !== undefined) return known
    const asking = askingOf(draft)
    askings.set(draft, asking)
    return asking
  }
  return {
    async learn(drafts) {
      const open = new Map<string, RegexQuestion>()
      for (const draft of drafts) {
        const asking = askingFor(draft)
        if (asking && !answers.has(asking.key)) open.set(asking.key, asking.question)
      }
      await Promise.all([...open].map(async ([key, question]) => answers.set(key, await refusalOf(question))))
    },
    refusalOf(draft) {
      const asking = askingFor(draft)
      return asking ? (answers.get(asking.key) ?? undefined) : undefined
    },
  }
}
