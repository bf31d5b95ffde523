import {writePiece, anything, tidy, text, type Layout} from './layout'

/** A text in an arrangement: what comes before it and what after. */
export type Occurrence = {readonly before: Layout; readonly after: Layout; readonly inside: boolean}

/** What is left of the layout once it has taken all of `sought`. `touched` once a fixed part of the source was used. */
function take(layout: Layout, sought: string, touched: boolean): {after: Layout; touched: boolean}[] {
  if (sought === '') return [{after: layout, touched}]
  const [first, ...rest] = layout
  const character = sought.charAt(0)
  const code = character.charCodeAt(0)
  switch (first?.kind) {
    case 'text':
      return first.text.startsWith(character)
        ? take(tidy([text(first.text.slice(1)), ...rest]), sought.slice(1), true)
        : []
    case 'one':
      return first.set[code] === true ? take(rest, sought.slice(1), true) : []
    case 'gap':
      return [
        ...(first.set[code] === true ? take(layout, sought.slice(1), touched) : []),
        ...take(rest, sought, touched),
      ]
    case 'query':
      return character === '?' ? take([anything], sought.slice(1), true) : []
    default:
      return []
  }
}

/** Every way in which a text can stand in an address that the layout matches. */
export function occurrencesOf(layout: Layout, sought: string): Occurrence[] {
  const found = new Map<string, Occurrence>()
  const note = (before: Layout, from: Layout) => {
    for (const {after, touched} of take(from, sought, false)) {
      const key = `${before.map(writePiece).join('')}\n${after.map(writePiece).join('')}`
      if (!found.has(key)) found.set(key, {before, after, inside: touched})
    }
  }
  layout.forEach((piece, index) => {
    const before = layout.slice(0, index)
    const rest = layout.slice(index + 1)
    if (piece.kind === 'text')
      for (let cut = 0; cut < piece.text.length; cut++)
        note(tidy([...before, text(piece.text.slice(0, cut))]), [text(piece.text.slice(cut)), ...rest])
    else if (piece.kind === 'gap') note([...before, piece], [piece, ...rest])
    else if (piece.kind === 'query') note(tidy([...before, text('?'), anything]), [anything])
    else note(before, [piece, ...rest])
  })
  return [...found.values()]
}
