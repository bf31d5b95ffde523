import type {TextParams, Texts, TextPart, TextValue} from '../locales/texts'

/** A sentence in pieces: prose, and what a machine reads (URLs, header names, values), which is shown as code. */
type Piece = {readonly text: string; readonly code?: true}
export type Phrase = readonly Piece[]

export const code = (text: string): Phrase => [{text, code: true}]
export const prose = (text: string): Phrase => (text === '' ? [] : [{text}])

/** The texts of a catalogue as phrases. A parameter may be a phrase itself. */
export const createPhrases =
  <Key extends string>(texts: Texts<Key>) =>
  (key: Key, params?: Readonly<Record<string, TextValue | Phrase>>): Phrase => {
    // Formatting leaves an object parameter as it is.
    const parts: readonly (TextPart | Piece | Phrase)[] = texts.parts(key, params as TextParams)
    return parts.flatMap(part => {
      if (typeof part === 'string') return prose(part)
      return 'tag' in part ? code(part.text) : part
    })
  }

export const joined = (phrases: readonly Phrase[], between: string): Phrase =>
  phrases.flatMap((each, index) => (index === 0 ? each : [...prose(between), ...each]))

/** Without what would turn the words around it: nothing keeps the pieces apart any more. */
export const plain = (given: Phrase): string =>
  given.map(piece => piece.text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')).join('')
