import {intersects, type AsciiSet} from '../matching/regex/ascii-set'
import {portPieces, text, tidy, type Layout} from './layout'

/** More arrangements than this are not looked through. */
const mostLayouts = 8

/** The layout with one of the ways of each block in its place; undefined for one that holds such a character, and cannot be told. */
export function unblocked(layout: Layout, alphabet: AsciiSet): readonly Layout[] | undefined {
  const at = layout.findIndex(piece => piece.kind === 'block' && intersects(piece.set, alphabet))
  const block = layout[at]
  if (block?.kind !== 'block') return [layout]
  const told = block.ways?.map(way =>
    unblocked(tidy([...layout.slice(0, at), ...way, ...layout.slice(at + 1)]), alphabet),
  )
  if (told === undefined || told.includes(undefined)) return undefined
  const layouts = told.flatMap(each => each ?? [])
  return layouts.length > mostLayouts ? undefined : layouts
}

/** What stands before a place, and what it can take of; `isCut` where that begins within a text. */
type Start = {readonly before: Layout; readonly from: Layout; readonly isCut?: boolean}

/** Where in a layout a place can start. */
export function startsIn(layout: Layout): Start[] {
  return layout.flatMap((piece, at): Start[] => {
    const before = layout.slice(0, at)
    const rest = layout.slice(at + 1)
    switch (piece.kind) {
      case 'text':
        return Array.from({length: piece.text.length}, (_, cut) => ({
          before: tidy([...before, text(piece.text.slice(0, cut))]),
          from: [text(piece.text.slice(cut)), ...rest],
          isCut: cut > 0,
        }))
      case 'gap':
        return [{before: [...before, piece], from: [piece, ...rest]}]
      case 'port': {
        const [colon, digits] = portPieces
        return [
          {before, from: [...portPieces, ...rest]},
          {before: [...before, colon, digits], from: [digits, ...rest]},
        ]
      }
      case 'one':
      case 'query':
        return [{before, from: [piece, ...rest]}]
      default:
        return []
    }
  })
}
