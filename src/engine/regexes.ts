import type {Draft} from '../translate/translation'
import type {BrowserRules, RegexQuestion} from './ports'

function questionOf({action, condition}: Draft): RegexQuestion | undefined {
  const {regexFilter, isUrlFilterCaseSensitive = false} = condition
  if (regexFilter === undefined) return undefined
  const requireCapturing = action.redirect?.regexSubstitution !== undefined
  return {regex: regexFilter, isCaseSensitive: isUrlFilterCaseSensitive, requireCapturing}
}

const keyOf = ({regex, isCaseSensitive, requireCapturing}: RegexQuestion) =>
  `${isCaseSensitive ? '' : 'i'}${requireCapturing ? 'c' : ''} ${regex}`

/** Why Chrome refuses a draft's regex; undefined for one it takes, and for a draft without any. */
export type RegexJudge = {
  /** Asks the browser about every regex it was not asked about before. */
  readonly learn: (drafts: readonly Draft[]) => Promise<void>
  readonly refusalOf: (draft: Draft) => string | undefined
}

/** One regex that Chrome refuses would make it refuse the whole update, so each is asked about once. */
export function createRegexJudge({refusalOf}: Pick<BrowserRules, 'refusalOf'>): RegexJudge {
  const answers = new Map<string, string | null>()
  return {
    async learn(drafts) {
      const open = new Map<string, RegexQuestion>()
      for (const draft of drafts) {
        const question = questionOf(draft)
        if (question === undefined) continue
        const key = keyOf(question)
        if (!answers.has(key)) open.set(key, question)
      }
      await Promise.all([...open].map(async ([key, question]) => answers.set(key, await refusalOf(question))))
    },
    refusalOf(draft) {
      const question = questionOf(draft)
      return question === undefined ? undefined : (answers.get(keyOf(question)) ?? undefined)
    },
  }
}
