import type {AsciiSet} from '../matching/regex/ascii-set'
import {anything, text, tidy, writePieces, type Layout} from './layout'

/**
 * A text in an arrangement: what comes before it and what after. `inside` when it takes of what the source fixes, `certain` when it
 * takes of nothing else, so that it stands in every address of this arrangement.
 */
export type Occurrence = {
  readonly before: Layout
  readonly after: Layout
  readonly inside: boolean
  readonly certain: boolean
}

type Taken = Omit<Occurrence, 'before'>

/** Whether one of two texts goes on where the other ends. */
const agree = (a: string, b: string): boolean => (a.length < b.length ? b.startsWith(a) : a.startsWith(b))

/** What is left of the layout once it has taken all of `sought`. */
function take(after: Layout, sought: string, inside = false, certain = true): Taken[] {
  if (sought === '') return [{after, inside, certain: certain && inside}]
  const [first, ...rest] = after
  const code = sought.charCodeAt(0)
  switch (first?.kind) {
    case 'text': {
      if (!agree(first.text, sought)) return []
      const length = Math.min(first.text.length, sought.length)
      return take(tidy([text(first.text.slice(length)), ...rest]), sought.slice(length), true, certain)
    }
    case 'one':
      return first.set[code] === true ? take(rest, sought.slice(1), true, false) : []
    case 'gap':
      return fromGap({after, rest, set: first.set, sought, inside, certain})
    case 'credentials':
    case 'port':
      return take(rest, sought, inside, false)
    case 'query':
      return sought.startsWith('?') ? take([anything], sought.slice(1), true, false) : []
    default:
      return []
  }
}

type InGap = {readonly after: Layout; readonly rest: Layout; readonly set: AsciiSet; readonly sought: string} & Pick<
  Taken,
  'inside' | 'certain'
>

/** What a gap takes of the text is its first characters: all that it can, all but one of them, and so on down to none. */
function fromGap({after, rest, set, sought, inside, certain}: InGap): Taken[] {
  let most = 0
  while (most < sought.length && set[sought.charCodeAt(most)] === true) most++
  const taken: Taken[] = []
  for (let count = most; count >= 0; count--) {
    const left = sought.slice(count)
    if (left === '') taken.push({after, inside, certain: false})
    else for (const each of take(rest, left, inside, count === 0 && certain && !inside)) taken.push(each)
  }
  return taken
}

/** Every way in which a text can stand in an address that the layout matches. */
export function occurrencesOf(layout: Layout, sought: string): Occurrence[] {
  const found = new Map<string, Occurrence>()
  const note = (before: Layout, from: Layout) => {
    for (const taken of take(from, sought)) {
      const key = `${writePieces(before)}\n${writePieces(taken.after)}`
      if (!found.has(key)) found.set(key, {before, ...taken})
    }
  }
  layout.forEach((piece, index) => {
    const before = layout.slice(0, index)
    const rest = layout.slice(index + 1)
    if (piece.kind === 'text')
      for (let cut = 0; cut < piece.text.length; cut++) {
        if (!agree(piece.text.slice(cut), sought)) continue
        note(tidy([...before, text(piece.text.slice(0, cut))]), [text(piece.text.slice(cut)), ...rest])
      }
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
  const inside = occurrences.filter(each => each.inside)
  const certain = inside.findIndex(each => each.certain)
  // One that stands in every address is never passed over.
  return inside
    .slice(0, certain < 0 ? undefined : certain + 1)
    .flatMap(({before, after}): Chain[] => {
      const next = longest > 1 ? occurrencesOf(after, sought) : []
      const more = chainsOf(next, sought, longest - 1).map(chain => [before, ...chain])
      return next.some(each => each.certain) ? more : [...more, [before, after]]
    })
    .toSorted((a, b) => b.length - a.length)
}
