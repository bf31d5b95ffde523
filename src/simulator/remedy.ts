import type {Problem} from '../model/problems'
import type {Verdict} from './verdict'

/** The one thing to do about a rule that was not applied. */
export type Remedy =
  | {readonly to: 'turn-all-on'}
  | {readonly to: 'turn-on'; readonly rule: string}
  | {readonly to: 'turn-group-on'; readonly group: string}
  /** What is wrong with the rule itself has an action of its own, where it has any. */
  | {readonly to: 'fix'; readonly rule: string; readonly problem: Problem | undefined}
  /** `path` leads to the field of the form that says otherwise. */
  | {readonly to: 'edit'; readonly rule: string; readonly path: string}
  | {readonly to: 'move-above' | 'show'; readonly rule: string; readonly other: string}

/** Undefined where there is nothing to do: it acts, or there is nothing left to change. */
export function getRemedy({candidate: {id, rule}, reason}: Verdict): Remedy | undefined {
  switch (reason?.why) {
    case 'off':
      if (reason.off === 'paused') return {to: 'turn-all-on'}
      return reason.off === 'rule' ? {to: 'turn-on', rule: id} : {to: 'turn-group-on', group: rule.groupId}
    case 'left-out':
      return {to: 'fix', rule: id, problem: reason.problem}
    case 'faulty':
      return {to: 'edit', rule: id, path: reason.faults[0]?.path ?? ''}
    case 'source':
      return {to: 'edit', rule: id, path: `pairs[${reason.index}].source.value`}
    case 'filter':
      return {to: 'edit', rule: id, path: `pairs[${reason.condition.index}].source.filters`}
    case 'no-text':
      return {to: 'edit', rule: id, path: `pairs[${reason.condition.index}].from`}
    case 'request-type':
      return {to: 'fix', rule: id, problem: reason.problem}
    case 'acts-first':
      return {to: reason.isAlike ? 'move-above' : 'show', rule: id, other: reason.by.id}
    case 'header-taken':
      return {to: 'move-above', rule: id, other: reason.by.id}
    case 'goes-elsewhere':
      return {to: 'show', rule: id, other: reason.by.id}
    case 'loop': {
      const other = reason.by.find(each => each.id !== id)
      return other && {to: 'show', rule: id, other: other.id}
    }
    default:
      return undefined
  }
}
