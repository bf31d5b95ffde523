import type {RuleView} from '../../../contract/views'
import {explainKept} from '../../../engine/why/explain'
import {samplesOf} from '../../../engine/why/samples'
import type {Tested} from '../../../engine/why/tested'
import type {Verdict} from '../../../engine/why/verdict'
import {nameOf} from '../../state/sections'
import {common, popupIdleWords as words} from '../../words'
import type {Idle} from '../shelves'

/** What becomes of a rule on a request, of these rules; at once, since they are few. */
function verdictOn(id: string, tested: Tested, rules: readonly RuleView[]): Verdict | undefined {
  const work = explainKept({tested, library: {rules, groups: [], paused: false}, about: [id]})
  let step = work.next()
  while (!step.done) step = work.next()
  return 'not' in step.value ? undefined : step.value.verdicts.find(({contender}) => contender.id === id)
}

/** The rule that comes first on every request that this one is for; both among rules in the order of the list. */
function hiderOf({id, rule}: RuleView, inOrder: readonly RuleView[]): RuleView | undefined {
  const by = (rule ? samplesOf(rule) : []).map(({tested}) => {
    const {kind, reason, touch} = verdictOn(id, tested, inOrder) ?? {}
    if (kind !== 'hidden' || touch?.hop !== 0) return undefined
    return reason?.why === 'acts-first' || reason?.why === 'header-taken' ? reason.by.id : undefined
  })
  return by.every(each => each !== undefined) ? inOrder.find(each => each.id === by[0]) : undefined
}

/** The same rows; of those that a rule which acted here hides it is said which. `rules` are those that acted and those of the rows, in order. */
export function withHiders(idle: readonly Idle[], rules: readonly RuleView[]): readonly Idle[] {
  const own = new Set(idle.map(({id}) => id))
  const placeOf = (id: string) => rules.findIndex(each => each.id === id)
  return idle.map(each => {
    const view = rules[placeOf(each.id)]
    if (!view || each.warn) return each
    const hider = hiderOf(
      view,
      rules.filter(({id}) => id === each.id || !own.has(id)),
    )
    if (!hider) return each
    const isAbove = placeOf(hider.id) < placeOf(each.id)
    return {...each, reason: words.hidden(nameOf(hider, common.untitled), isAbove), warn: true}
  })
}
