import {signal} from '@preact/signals'
import type {Problem} from '../../../../model/problems'
import type {Rule} from '../../../../model/rule'
import type {ValidationResult} from '../../../../simulator/candidate-rules'
import {createRegexChecker, selectSupportedTemplates, type RegexChecker} from '../../../../dnr/regex-support'
import {translateRule} from '../../../../dnr/translate'
import type {Translation} from '../../../../dnr/translation'
import {isJsonEqual} from '../../../json-equality'
import type {OptionsBrowserAdapter} from '../../../browser-adapter'
import {useOptions} from '../../options-context'
import {useDelayedTask} from '../use-delayed-task'
import type {Draft} from './draft'
import {getDraftFaults, blocksSaving, getProblemPath} from './draft-faults'

export type DraftValidator = {
  /** Reads a signal, so that effects run again when an answer of Chrome changes the result. */
  readonly validate: (rule: Rule) => ValidationResult
  /** Resolves when Chrome has answered or is too slow. Undefined if nothing is pending. */
  readonly whenChecked: (rule: Rule) => Promise<void> | undefined
}

type ValidatorDependencies = Pick<OptionsBrowserAdapter, 'getRegexRefusal' | 'hasFileAccess'>

const validators = new WeakMap<OptionsBrowserAdapter, DraftValidator>()

function getDraftValidator(browserAdapter: OptionsBrowserAdapter): DraftValidator {
  const cached = validators.get(browserAdapter) ?? createDraftValidator(browserAdapter)
  validators.set(browserAdapter, cached)
  return cached
}

export const useDraftValidator = (): DraftValidator => getDraftValidator(useOptions().browserAdapter)

const emptyTranslation: Translation = {extensionRules: [], templates: [], problems: [], inPagePairs: []}

export function translateDraft(rule: Rule, hasFileAccess: boolean): Translation {
  try {
    return translateRule(rule, {hasFileAccess})
  } catch {
    // An unfinished rule can contain anything. It then has no effect.
    return emptyTranslation
  }
}

/** Returns the translation and the faults that the worker would find for this rule. */
export function validateRule(
  rule: Rule,
  translation: Translation,
  getRefusal: RegexChecker['getRefusal'],
): ValidationResult {
  const problems: Problem[] = [...translation.problems]
  const supported = selectSupportedTemplates(rule, translation, getRefusal, problem => problems.push(problem))
  const faults = getDraftFaults(rule, [...problems, ...findProblemsBehindSources(rule, problems)])
  return {translation: {...translation, ...supported, problems}, faults}
}

/** Matches every URL and has all nine captures. */
const completeSource = {key: 'url', operator: 'Wildcard_Matches', value: '*********'} as const

/** A source without a pattern hides the other mistakes of its condition from the translation. */
function findProblemsBehindSources(rule: Rule, known: readonly Problem[]): readonly Problem[] {
  const isUnread = ({source}: Rule['pairs'][number], pair: number) =>
    source !== undefined &&
    (source.value.trim() === '' || known.some(each => each.pair === pair && each.field === 'source.value'))
  if (!rule.pairs.some(isUnread)) return []
  const pairs = rule.pairs.map((pair, at) => (isUnread(pair, at) ? {...pair, source: completeSource} : pair))
  return translateDraft({...rule, pairs} as Rule, true).problems.filter(
    problem => blocksSaving(problem) && problem.field?.startsWith('source') !== true,
  )
}

/** Milliseconds. A later answer of Chrome still updates the result. */
const maxAnswerWait = 40

type CachedValidation = {
  readonly translation: Translation
  readonly fileAccess: boolean
  readonly validation: ValidationResult
  readonly answerVersion: number
}

export function createDraftValidator(browser: ValidatorDependencies): DraftValidator {
  const regexes = createRegexChecker(browser)
  const answerVersion = signal(0)
  const cache = new WeakMap<Rule, CachedValidation>()
  const pendingChecks = new WeakMap<Rule, Promise<void>>()
  let hasFileAccess = true
  let fileAccessCheck: Promise<void> | undefined = checkFileAccess()

  async function checkFileAccess(): Promise<void> {
    // Without an answer the worker checks it when the rule is saved.
    hasFileAccess = await browser.hasFileAccess().catch(() => true)
    fileAccessCheck = undefined
    if (!hasFileAccess) answerVersion.value++
  }

  function checkRegexes(rule: Rule, {templates}: Translation): void {
    const countRefused = () => templates.filter(template => regexes.getRefusal(template) !== undefined).length
    const before = countRefused()
    const check = async () => {
      await regexes.check(templates).catch(() => undefined)
      pendingChecks.delete(rule)
      if (countRefused() !== before) answerVersion.value++
    }
    if (templates.some(({condition}) => condition.regexFilter !== undefined)) pendingChecks.set(rule, check())
  }

  return {
    validate(rule) {
      const now = answerVersion.value
      const before = cache.get(rule)
      if (before?.answerVersion === now) return before.validation
      const isSame = before?.fileAccess === hasFileAccess
      const translation = isSame ? before.translation : translateDraft(rule, hasFileAccess)
      if (!isSame) checkRegexes(rule, translation)
      const result = validateRule(rule, translation, regexes.getRefusal)
      cache.set(rule, {translation, fileAccess: hasFileAccess, validation: result, answerVersion: now})
      return result
    },
    whenChecked(rule) {
      const pending = [fileAccessCheck, pendingChecks.get(rule)].filter(each => each !== undefined)
      if (pending.length === 0) return undefined
      const timeout = new Promise<unknown>(resolve => setTimeout(resolve, maxAnswerWait))
      return Promise.race([Promise.all(pending), timeout]).then(() => undefined)
    },
  }
}

/** Omits problems of fields that already show a fault, such as an empty field. */
const getShownProblems = ({translation: {problems}, faults}: ValidationResult): readonly Problem[] =>
  problems.filter(each => blocksSaving(each) || !faults.some(({path}) => path.startsWith(getProblemPath(each))))

function applyValidation(validation: ValidationResult, draft: Draft): void {
  const {templates, inPagePairs, fallbackPairs = []} = validation.translation
  const problems = getShownProblems(validation)
  if (!isJsonEqual(problems, draft.problems.peek())) draft.problems.value = problems
  const activePairs = new Set([...inPagePairs, ...fallbackPairs, ...templates.map(({pair}) => pair)])
  const isIncomplete = (index: number) => validation.faults.some(({path}) => path.startsWith(`pairs[${index}]`))
  const inactivePairs = draft.pairs
    .peek()
    .flatMap((_, index) => (activePairs.has(index) || isIncomplete(index) ? [] : [index]))
  if (!isJsonEqual(inactivePairs, draft.inactivePairs.peek())) draft.inactivePairs.value = inactivePairs
}

export async function validateDraft(draft: Draft, browserAdapter: OptionsBrowserAdapter): Promise<void> {
  const {validate, whenChecked} = getDraftValidator(browserAdapter)
  validate(draft.rule.peek())
  await whenChecked(draft.rule.peek())
  applyValidation(validate(draft.rule.peek()), draft)
}

/** Milliseconds after the last change. */
const pause = 200

export function useValidation(draft: Draft): void {
  const {browserAdapter} = useOptions()
  const {validate} = useDraftValidator()
  useDelayedTask(pause, () => {
    validate(draft.rule.value)
    return () => void validateDraft(draft, browserAdapter)
  })
}
