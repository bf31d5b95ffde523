import {signal} from '@preact/signals'
import type {Rule} from '../../../contract/rule'
import {createRegexJudge} from '../../../translate/regexes'
import type {Translation} from '../../../translate/translation'
import type {OptionsSurface} from '../../surface'
import type {Judged} from '../../../simulator/contest'
import type {FaultsOfDraft} from './faults-of-problems'
import {judge, translated} from './judged'

export type Judge = {
  /** What would come of the rule, by what Chrome has said so far. Who reads it in a signal hears when Chrome says otherwise. */
  judged(rule: Rule): Judged
  /** Until Chrome has answered about the rule, or is too slow to be waited for; undefined where nothing is open. */
  answered(rule: Rule): Promise<void> | undefined
}

type Browser = Pick<OptionsSurface, 'refusalOf' | 'fileAccess'>

const judges = new WeakMap<OptionsSurface, Judge>()

/** One for all forms of a page: what Chrome has answered holds for each. */
export function judgeOf(surface: OptionsSurface, faultsOf: FaultsOfDraft): Judge {
  const known = judges.get(surface) ?? createJudge(surface, faultsOf)
  judges.set(surface, known)
  return known
}

/** What has not come after so many milliseconds is put right when it comes. */
const patience = 40

type Known = {
  readonly translation: Translation
  readonly fileAccess: boolean
  readonly judged: Judged
  readonly news: number
}

/** Judges drafts with all that kept rules are judged with: the translator, Chrome's word on each regex, and its word on files. */
export function createJudge({refusalOf, fileAccess}: Browser, faultsOf: FaultsOfDraft): Judge {
  const regexes = createRegexJudge({refusalOf})
  /** Counts what Chrome said that changes a judgement. */
  const news = signal(0)
  const known = new WeakMap<Rule, Known>()
  const open = new WeakMap<Rule, Promise<void>>()
  let mayReadFiles = true
  let files: Promise<void> | undefined = askForFiles()

  async function askForFiles(): Promise<void> {
    // What Chrome does not answer is judged by the worker when the rule is saved.
    mayReadFiles = await fileAccess().catch(() => true)
    files = undefined
    if (!mayReadFiles) news.value++
  }

  function ask(rule: Rule, {drafts}: Translation): void {
    const refused = () => drafts.filter(draft => regexes.refusalOf(draft) !== undefined).length
    const before = refused()
    const asking = async () => {
      await regexes.learn(drafts).catch(() => undefined)
      open.delete(rule)
      if (refused() !== before) news.value++
    }
    if (drafts.some(({condition}) => condition.regexFilter !== undefined)) open.set(rule, asking())
  }

  return {
    judged(rule) {
      const now = news.value
      const before = known.get(rule)
      if (before?.news === now) return before.judged
      const isSame = before?.fileAccess === mayReadFiles
      const translation = isSame ? before.translation : translated(rule, mayReadFiles)
      if (!isSame) ask(rule, translation)
      const made = judge(rule, translation, {refusalOf: regexes.refusalOf, faultsOf})
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
