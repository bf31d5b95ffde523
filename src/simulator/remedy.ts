import type {Problem} from '../model/problems'
import type {Verdict} from './verdict'

/** The action that makes a rule apply. */
export type Remedy =
  | {readonly to: 'turn-all-on'}
  | {readonly to: 'turn-on'; readonly rule: string}
  | {readonly to: 'turn-group-on'; readonly group: string}
  /** The problem's own action, if it has one. */
  | {readonly to: 'fix'; readonly rule: string; readonly problem: Problem | undefined}
  /** `path` is the form field to change. */
  | {readonly to: 'edit'; readonly rule: string; readonly path: string}
  | {readonly to: 'move-above' | 'show'; readonly rule: string; readonly other: string}

/** Returns undefined when the rule acts or has nothing to change. */
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
