import {fault, type Fault} from '../contract/faults'
import {setInstead, soItWasLeftOut} from '../contract/reasons'
import {canAppend, faultsOfHeaderChange, type HeaderModification} from '../contract/rules/headers'
import {shown} from './fields'
import {stop} from './making'

/** A change of a header, and where in the record its name and its value stand. */
export type ReadHeader = {
  readonly change: HeaderModification
  readonly at: {readonly header: string; readonly value: string}
}

/** What is said of a header that was added to what is there, where it cannot be here. */
export const notesOfAppending = ({change, at}: ReadHeader): Fault[] =>
  change.type === 'Add' && !canAppend(change) ? [fault(at.header, 'changed', setInstead(shown(change.header)))] : []

type Wrong = {readonly path: string; readonly reason: string}

/** The first that is wrong with it, where the file has it. */
export function wrongIn({change, at}: ReadHeader): Wrong | undefined {
  const [first] = faultsOfHeaderChange(change)
  return first && {path: first.path === 'header' ? at.header : at.value, reason: first.reason}
}

/** Those of a list that a rule can hold. What is wrong with another is said of it, and keeps nobody from the rest; where there is none, there is no rule. */
export function soundChanges(read: readonly ReadHeader[]): {
  readonly modifications: readonly HeaderModification[]
  readonly notes: readonly Fault[]
} {
  const judged = read.map(each => ({change: each.change, wrong: wrongIn(each)}))
  const modifications = judged.flatMap(({change, wrong}) => (wrong ? [] : [change]))
  const say = ({path, reason}: Wrong): Fault =>
    modifications.length > 0 ? fault(path, 'not-as-documented', soItWasLeftOut(reason)) : stop(path, reason)
  return {modifications, notes: judged.flatMap(({wrong}) => (wrong ? [say(wrong)] : []))}
}
