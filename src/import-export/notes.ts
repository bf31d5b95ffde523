import type faults from '../locales/en/faults.json'
import type notes from '../locales/en/import-notes.json'
import type {Message, MessageParams} from '../locales/texts'

type NoteKey = keyof typeof faults | keyof typeof notes

/**
 * A sentence about an import that is not formatted yet: a key of the catalogues and its parameters.
 */
export type NoteText = Message<NoteKey>

export const noteText = (code: NoteKey, params?: MessageParams<NoteKey>): NoteText => ({code, ...(params && {params})})

/**
 * What an import changed, left out or refused: `path` is where in the file, `code` the kind of
 * note.
 */
export type Note = {readonly path: string; readonly code: string; readonly reason: NoteText}

export const noteAt = (path: string, code: string, reason: NoteText): Note => ({path, code, reason})
