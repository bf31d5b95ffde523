import {signal, useSignalEffect} from '@preact/signals'
import type {Problem} from '../../../../model/problems'
import type {Rule} from '../../../../model/rule'
import type {ValidationResult} from '../../../../simulator/candidate-rules'
import {createRegexChecker, selectSupportedTemplates, type RegexChecker} from '../../../../dnr/regex-support'
import {translateRule} from '../../../../dnr/translate'
import type {Translation} from '../../../../dnr/translation'
import {isJsonEqual} from '../../../json-equality'
import type {OptionsBrowserAdapter} from '../../../browser-adapter'
import {useOptions} from '../../options-context'
import type {Draft} from './draft'
import {faultsOfDraft, isRefused, pathOf} from './faults-of-problems'

export type Judge = {
  /** Reads a signal that changes when Chrome's answers change the result. */
  readonly judged: (rule: Rule) => ValidationResult
  /** Resolves once Chrome has answered or is too slow; undefined where no answer is awaited. */
  readonly answered: (rule: Rule) => Promise<void> | undefined
}

type Browser = Pick<OptionsBrowserAdapter, 'getRegexRefusal' | 'hasFileAccess'>

const judges = new WeakMap<OptionsBrowserAdapter, Judge>()

function judgeFor(surface: OptionsBrowserAdapter): Judge {
  const known = judges.get(surface) ?? createJudge(surface)
  judges.set(surface, known)
  return known
}

export const useJudge = (): Judge => judgeFor(useOptions().surface)

const nothing: Translation = {extensionRules: [], templates: [], problems: [], inPagePairs: []}

export function translated(rule: Rule, hasFileAccess: boolean): Translation {
  try {
    return translateRule(rule, {hasFileAccess})
  } catch {
    // A half-written rule can hold anything, and then does nothing.
    return nothing
  }
}

/** What would come of a rule if it were kept, as the worker would judge it. */
export function judge(rule: Rule, translation: Translation, refusalOf: RegexChecker['getRefusal']): ValidationResult {
  const problems: Problem[] = [...translation.problems]
  const taken = selectSupportedTemplates(rule, translation, refusalOf, problem => problems.push(problem))
  return {translation: {...translation, ...taken, problems}, faults: faultsOfDraft(rule, problems)}
}

/** Milliseconds to wait for Chrome's answer. A later answer changes the judgement when it comes. */
const patience = 40

type Known = {
  readonly translation: Translation
  readonly fileAccess: boolean
  readonly judged: ValidationResult
  readonly news: number
}

export function createJudge({getRegexRefusal, hasFileAccess}: Browser): Judge {
  const regexes = createRegexChecker({getRegexRefusal: getRegexRefusal})
  const news = signal(0)
  const known = new WeakMap<Rule, Known>()
  const open = new WeakMap<Rule, Promise<void>>()
  let mayReadFiles = true
  let files: Promise<void> | undefined = askForFiles()

  async function askForFiles(): Promise<void> {
    // Without an answer the worker judges it when the rule is saved.
    mayReadFiles = await hasFileAccess().catch(() => true)
    files = undefined
    if (!mayReadFiles) news.value++
  }

  function ask(rule: Rule, {templates}: Translation): void {
    const refused = () => templates.filter(draft => regexes.getRefusal(draft) !== undefined).length
    const before = refused()
    const asking = async () => {
      await regexes.check(templates).catch(() => undefined)
      open.delete(rule)
      if (refused() !== before) news.value++
    }
    if (templates.some(({condition}) => condition.regexFilter !== undefined)) open.set(rule, asking())
  }

  return {
    judged(rule) {
      const now = news.value
      const before = known.get(rule)
      if (before?.news === now) return before.judged
      const isSame = before?.fileAccess === mayReadFiles
      const translation = isSame ? before.translation : translated(rule, mayReadFiles)
      if (!isSame) ask(rule, translation)
      const made = judge(rule, translation, regexes.getRefusal)
      known.set(rule, {translation, fileAccess: mayReadFiles, judged: made, news: now})
      return made
    },
    answered(rule) {
      const waited = [files, open.get(rule)].filter(each => each !== undefined)
      if (waited.length === 0) return undefined
      const late = new Promise<unknown>(later => setTimeout(later, patience))
      return Promise.race([Promise.all(waited), late]).then(() => undefined)
    },
  }
}

/** The form reports empty fields; their problems would flash as soon as something is typed. */
const beyondForm = ({translation: {problems}, faults}: ValidationResult): readonly Problem[] =>
  problems.filter(each => isRefused(each) || !faults.some(({path}) => path.startsWith(pathOf(each))))

function take(judged: ValidationResult, draft: Draft): void {
  const {templates, inPagePairs, fallbackPairs = []} = judged.translation
  const problems = beyondForm(judged)
  if (!isJsonEqual(problems, draft.problems.peek())) draft.problems.value = problems
  const done = new Set([...inPagePairs, ...fallbackPairs, ...templates.map(({pair}) => pair)])
  const isUnfinished = (index: number) => judged.faults.some(({path}) => path.startsWith(`pairs[${index}]`))
  const idle = draft.pairs.peek().flatMap((_, index) => (done.has(index) || isUnfinished(index) ? [] : [index]))
  if (!isJsonEqual(idle, draft.idle.peek())) draft.idle.value = idle
}

export async function judgeNow(draft: Draft, surface: OptionsBrowserAdapter): Promise<void> {
  const {judged, answered} = judgeFor(surface)
  judged(draft.rule.peek())
  await answered(draft.rule.peek())
  take(judged(draft.rule.peek()), draft)
}

/** Milliseconds between a change and its judgement. */
const pause = 200

export function useJudging(draft: Draft): void {
  const {surface} = useOptions()
  const {judged} = useJudge()
  useSignalEffect(() => {
    judged(draft.rule.value)
    const timer = setTimeout(() => void judgeNow(draft, surface), pause)
    return () => clearTimeout(timer)
  })
}
