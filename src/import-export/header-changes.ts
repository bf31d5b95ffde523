import type {FaultText} from '../model/faults'
import {noteText, noteAt, type Note} from './notes'
import {canAppend, faultsOfHeaderChange, type HeaderModification} from '../model/rules/headers'
import {shown} from './fields'
import {stop} from './create-records'

/** A change of a header, and the paths of its name and value in the record. */
export type ReadHeader = {
  readonly change: HeaderModification
  readonly at: {readonly header: string; readonly value: string}
}

/** The note of a header that Chrome can only set, not append to. */
export const notesOfAppending = ({change, at}: ReadHeader): Note[] =>
  change.type === 'Add' && !canAppend(change)
    ? [noteAt(at.header, 'changed', noteText('setInstead', {header: shown(change.header)}))]
    : []

type Wrong = {readonly path: string; readonly reason: FaultText}

export function wrongIn({change, at}: ReadHeader): Wrong | undefined {
  const [first] = faultsOfHeaderChange(change)
  return first && {path: first.path === 'header' ? at.header : at.value, reason: first.reason}
}

/** The changes that are valid, and notes for the others. Without a valid one the rule is refused. */
export function soundChanges(read: readonly ReadHeader[]): {
  readonly modifications: readonly HeaderModification[]
  readonly notes: readonly Note[]
} {
  const judged = read.map(each => ({change: each.change, wrong: wrongIn(each)}))
  const modifications = judged.flatMap(({change, wrong}) => (wrong ? [] : [change]))
  const say = ({path, reason}: Wrong): Note =>
    modifications.length > 0
      ? noteAt(path, 'not-as-documented', noteText('soItWasLeftOut', {reason}))
      : stop(path, reason)
  return {modifications, notes: judged.flatMap(({wrong}) => (wrong ? [say(wrong)] : []))}
}
