import {useSignal, useSignalEffect} from '@preact/signals'
import {useEffect} from 'preact/hooks'
import type {Problem} from '../../../contract/problems'
import {same} from '../../same'
import type {OptionsSurface} from '../../surface'
import type {Judged} from '../../../simulator/contest'
import {useOptions} from '../options-context'
import type {Draft} from './draft'
import {faultsOfDraft, isRefused, pathOf} from './faults-of-problems'
import type {Judge} from './judge'

/** Long enough not to judge at every key, short enough to be there when one looks up. */
const pause = 200

/** The judge comes with the translator when first needed: a form is there before. */
export async function judgeFor(surface: OptionsSurface): Promise<Judge> {
  const {judgeOf} = await import('./judge')
  return judgeOf(surface, faultsOfDraft)
}

/**
 * What comes of a field that is still empty is the form's business: kept as a problem or as an idle condition it would be told for a moment
 * once something is written.
 */
const beyondForm = ({translation: {problems}, faults}: Judged): readonly Problem[] =>
  problems.filter(each => isRefused(each) || !faults.some(({path}) => path.startsWith(pathOf(each))))

function take(judged: Judged, draft: Draft): void {
  const {drafts, inPage, beyond = []} = judged.translation
  const problems = beyondForm(judged)
  if (!same(problems, draft.problems.peek())) draft.problems.value = problems
  const done = new Set([...inPage, ...beyond, ...drafts.map(({pair}) => pair)])
  const isUnfinished = (index: number) => judged.faults.some(({path}) => path.startsWith(`pairs[${index}]`))
  const idle = draft.pairs.peek().flatMap((_, index) => (done.has(index) || isUnfinished(index) ? [] : [index]))
  if (!same(idle, draft.idle.peek())) draft.idle.value = idle
}

/** What would come of the draft as it is now, in its `problems`. */
export async function judgeNow(draft: Draft, surface: OptionsSurface): Promise<void> {
  try {
    const judge = await judgeFor(surface)
    judge.judged(draft.rule.peek())
    await judge.answered(draft.rule.peek())
    take(judge.judged(draft.rule.peek()), draft)
  } catch {
    // Where the judge could not be loaded the worker judges it when it is saved.
  }
}

/** Judges a draft again a moment after it was changed, and whenever Chrome has said something else. */
export function useJudging(draft: Draft): void {
  const {surface} = useOptions()
  const judge = useSignal<Judge | null>(null)
  useEffect(() => {
    const load = async () => {
      judge.value = await judgeFor(surface).catch(() => null)
    }
    void load()
  }, [surface])
  useSignalEffect(() => {
    judge.value?.judged(draft.rule.value)
    const timer = setTimeout(() => void judgeNow(draft, surface), pause)
    return () => clearTimeout(timer)
  })
}
