import type {TextParams, Texts, TextPart, TextValue} from '../locales/texts'

/** A part of a sentence. URLs, header names and values are shown as code. */
type TextSegment = {readonly text: string; readonly code?: true}
export type TextSegments = readonly TextSegment[]

export const toCodeSegments = (text: string): TextSegments => [{text, code: true}]
export const toTextSegments = (text: string): TextSegments => (text === '' ? [] : [{text}])

/** Formats the texts of a catalogue as segments. A parameter may consist of segments. */
export const createSegmentedTexts =
  <Key extends string>(texts: Texts<Key>) =>
  (key: Key, params?: Readonly<Record<string, TextValue | TextSegments>>): TextSegments => {
    // Formatting returns an object parameter unchanged.
    const parts: readonly (TextPart | TextSegment | TextSegments)[] = texts.parts(key, params as TextParams)
    return parts.flatMap(part => {
      if (typeof part === 'string') return toTextSegments(part)
      return 'tag' in part ? toCodeSegments(part.text) : part
    })
  }

export const joinSegments = (phrases: readonly TextSegments[], between: string): TextSegments =>
  phrases.flatMap((each, index) => (index === 0 ? each : [...toTextSegments(between), ...each]))

/** Plain text, without directional characters, which would affect the text around them. */
export const toPlainText = (given: TextSegments): string =>
  given.map(piece => piece.text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')).join('')
