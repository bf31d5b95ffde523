import {fault, type Fault} from '../model/faults'
import {setInstead, soItWasLeftOut} from '../model/reasons'
import {canAppend, faultsOfHeaderChange, type HeaderModification} from '../model/rules/headers'
import {shown} from './fields'
import {stop} from './making'

/** A change of a header, and the paths of its name and value in the record. */
export type ReadHeader = {
  readonly change: HeaderModification
  readonly at: {readonly header: string; readonly value: string}
}

/** The note of a header that Chrome can only set, not append to. */
export const notesOfAppending = ({change, at}: ReadHeader): Fault[] =>
  change.type === 'Add' && !canAppend(change) ? [fault(at.header, 'changed', setInstead(shown(change.header)))] : []

type Wrong = {readonly path: string; readonly reason: string}

export function wrongIn({change, at}: ReadHeader): Wrong | undefined {
  const [first] = faultsOfHeaderChange(change)
  return first && {path: first.path === 'header' ? at.header : at.value, reason: first.reason}
}

/** The changes that are valid, and notes for the others. Without a valid one the rule is refused. */
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
