import type {FaultText} from '../model/faults'
import {noteText, noteAt, type Note} from './notes'
import {canAppend, faultsOfHeaderChange, type HeaderModification} from '../model/rules/headers'
import {quoteValue} from './fields'
import {refusalNote} from './create-records'

/** A change of a header, and the paths of its name and value in the record. */
export type HeaderChange = {
  readonly change: HeaderModification
  readonly paths: {readonly header: string; readonly value: string}
}

/** The note of a header that Chrome can only set, not append to. */
export const getAppendNotes = ({change, paths}: HeaderChange): Note[] =>
  change.type === 'Add' && !canAppend(change)
    ? [noteAt(paths.header, 'changed', noteText('setInstead', {header: quoteValue(change.header)}))]
    : []

type HeaderFault = {readonly path: string; readonly reason: FaultText}

export function findHeaderFault({change, paths}: HeaderChange): HeaderFault | undefined {
  const [first] = faultsOfHeaderChange(change)
  return first && {path: first.path === 'header' ? paths.header : paths.value, reason: first.reason}
}

/** Returns the valid changes and notes on the others. Without a valid one the rule is refused. */
export function selectValidChanges(read: readonly HeaderChange[]): {
  readonly modifications: readonly HeaderModification[]
  readonly notes: readonly Note[]
} {
  const checked = read.map(each => ({change: each.change, wrong: findHeaderFault(each)}))
  const modifications = checked.flatMap(({change, wrong: fault}) => (fault ? [] : [change]))
  const toNote = ({path, reason}: HeaderFault): Note =>
    modifications.length > 0
      ? noteAt(path, 'not-as-documented', noteText('skippedBecause', {reason}))
      : refusalNote(path, reason)
  return {modifications, notes: checked.flatMap(({wrong: fault}) => (fault ? [toNote(fault)] : []))}
}
