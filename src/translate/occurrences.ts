import {anything, text, tidy, writePieces, type Layout} from './layout'

/** A text in an arrangement: what comes before it and what after; `inside` when it takes of what the source fixes. */
export type Occurrence = {readonly before: Layout; readonly after: Layout; readonly inside: boolean}

/** What is left of the layout once it has taken all of `sought`. `touched` once a fixed part of the source was used. */
function take(layout: Layout, sought: string, touched: boolean): {after: Layout; touched: boolean}[] {
  if (sought === '') return [{after: layout, touched}]
  const [first, ...rest] = layout
  const code = sought.charCodeAt(0)
  switch (first?.kind) {
    case 'text': {
      const length = Math.min(first.text.length, sought.length)
      if (!first.text.startsWith(sought.slice(0, length))) return []
      return take(tidy([text(first.text.slice(length)), ...rest]), sought.slice(length), true)
    }
    case 'one':
      return first.set[code] === true ? take(rest, sought.slice(1), true) : []
    case 'gap':
      return [
        ...(first.set[code] === true ? take(layout, sought.slice(1), touched) : []),
        ...take(rest, sought, touched),
      ]
    case 'credentials':
      return take(rest, sought, touched)
    case 'query':
      return sought.startsWith('?') ? take([anything], sought.slice(1), true) : []
    default:
      return []
  }
}

/** Every way in which a text can stand in an address that the layout matches. */
export function occurrencesOf(layout: Layout, sought: string): Occurrence[] {
  const found = new Map<string, Occurrence>()
  const note = (before: Layout, from: Layout) => {
    for (const {after, touched} of take(from, sought, false)) {
      const key = `${writePieces(before)}\n${writePieces(after)}`
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
    else if (piece.kind === 'query') {
      note(before, [piece])
      note(tidy([...before, text('?'), anything]), [anything])
    } else if (piece.kind === 'one') note(before, [piece, ...rest])
  })
  return [...found.values()]
}

/** What stands before, between and behind some occurrences of a text. */
export type Chain = readonly Layout[]

/**
 * The sets of occurrences that take of the source's own text, largest first. They have to go together: once one is changed, the
 * source may match no more.
 */
export function chainsOf(occurrences: readonly Occurrence[], sought: string, longest: number): Chain[] {
  const chains = occurrences
    .filter(({inside}) => inside)
    .flatMap(({before, after}): Chain[] => [
      ...(longest > 1 ? chainsOf(occurrencesOf(after, sought), sought, longest - 1).map(more => [before, ...more]) : []),
      [before, after],
    ])
  return chains.toSorted((a, b) => b.length - a.length)
}
