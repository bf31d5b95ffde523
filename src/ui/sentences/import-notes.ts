import type {Note, NoteText} from '../../import-export/notes'
import {importTexts} from '../../locales/import'
import {importNoteTexts} from '../../locales/import-notes'

export const shownNoteText = (text: NoteText): string => importNoteTexts.show(text)

export const shownNote = ({reason}: Note): string => shownNoteText(reason)

/** Says of a rule that was switched off because of the note that it was. */
const shownNoteAndEffect = (note: Note): string =>
  note.code === 'switched-off' ? importTexts('switchedOff', {note: shownNote(note)}) : shownNote(note)

const withPath = (path: string, note: string): string => (path === '' ? note : importTexts('note', {path, note}))

export const shownNoteAt = (note: Note): string => withPath(note.path, shownNoteAndEffect(note))

/** The first note of a record, and how many more there are. */
export function shownFirstNote(first: Note, path: string, more: number): string {
  const note = withPath(path, shownNoteAndEffect(first))
  return more > 0 ? importTexts('andMore', {note, count: more}) : note
}
