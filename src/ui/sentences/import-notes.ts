import type {Note, NoteText} from '../../import-export/notes'
import {importTexts} from '../../locales/import'
import {importNoteTexts} from '../../locales/import-notes'

export const formatNoteText = (text: NoteText): string => importNoteTexts.show(text)

export const formatNote = ({reason}: Note): string => formatNoteText(reason)

/** Adds that the rule was switched off because of the note. */
const formatNoteWithEffect = (note: Note): string =>
  note.code === 'switched-off' ? importTexts('switchedOff', {note: formatNote(note)}) : formatNote(note)

const prefixPath = (path: string, note: string): string => (path === '' ? note : importTexts('note', {path, note}))

export const formatNoteWithPath = (note: Note): string => prefixPath(note.path, formatNoteWithEffect(note))

/** The first note of a record, and the number of others. */
export function formatFirstNote(first: Note, path: string, more: number): string {
  const note = prefixPath(path, formatNoteWithEffect(first))
  return more > 0 ? importTexts('andMore', {note, count: more}) : note
}
