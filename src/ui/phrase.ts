/** A sentence in pieces: prose, and what a machine reads (URLs, header names, values), which is shown as code. */
type Piece = {readonly text: string; readonly code?: true}
export type Phrase = readonly Piece[]

export const code = (text: string): Phrase => [{text, code: true}]
export const prose = (text: string): Phrase => (text === '' ? [] : [{text}])

/** phrase`sets ${code(header)} and ${n} more` */
export const phrase = (texts: TemplateStringsArray, ...holes: readonly (Phrase | string | number)[]): Phrase =>
  texts.flatMap((text, index) => {
    const hole = holes[index]
    return [...prose(text), ...(hole === undefined ? [] : typeof hole === 'object' ? hole : prose(String(hole)))]
  })

export const joined = (phrases: readonly Phrase[], between: string): Phrase =>
  phrases.flatMap((each, index) => (index === 0 ? each : [...prose(between), ...each]))

/** Without what would turn the words around it: nothing keeps the pieces apart any more. */
export const plain = (given: Phrase): string =>
  given.map(piece => piece.text.replace(/[\u202A-\u202E\u2066-\u2069]/g, '')).join('')
