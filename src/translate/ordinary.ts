import type {AsciiSet} from '../matching/regex/ascii-set'
import {likely} from './fate'
import type {Layout, Piece} from './layout'

/** What stands at the start of an address where a source leaves that open. */
const starts = ['https://a1.test/', 'https://a1.test', 'https://www.', 'https://']
const plainStarts: ReadonlySet<string> = new Set([...starts, 'https'])
/** What stands in the middle of one, and at its end. */
const fillings = ['', '/', 'a1', '/a1', 'a1/b2', '/a1/b2.js', '?a1=b2', 'www.', '.test', '.test/']
/** What stands in gaps that are to be as short as can be. */
const rests = ['', '/', 'a1', '.test', '.test/'] as const
/** As many are enough to see what becomes of them. */
const mostAddresses = 300

const fitsIn = (text: string, set: AsciiSet): boolean =>
  text.split('').every(character => set[character.charCodeAt(0)] === true)
const isWord = (character: string | undefined): boolean => character !== undefined && /\w/.test(character)
const endOf = (piece: Piece | undefined): string => (piece?.kind === 'text' ? piece.text : '')

/** A piece that is no gap as it is mostly written; undefined where that cannot be told. */
function plain(piece: Piece): string | undefined {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'one') return likely.split('').find(character => piece.set[character.charCodeAt(0)] === true)
  return piece.kind === 'block' || piece.kind === 'gap' ? undefined : ''
}

/** What is left of a sample behind a text that has its beginning, or ahead of one that has its end. */
const restsOf = (sample: string, text: string, side: 'behind' | 'ahead'): string[] =>
  Array.from({length: Math.max(0, Math.min(sample.length, text.length) - 1)}, (_, at) => at + 2).flatMap(length => {
    const [head, tail] = [sample.slice(0, length), sample.slice(-length)]
    if (side === 'behind') return text.endsWith(head) ? [sample.slice(length)] : []
    return text.startsWith(tail) ? [sample.slice(0, -length)] : []
  })

/** What is sought: whole texts, and the texts that all of these hold. */
export type Samples = {readonly whole: readonly string[]; readonly parts: readonly string[]}

/** What can stand in a gap: something, or a sample of what is sought, apart from its neighbours or joined with them. */
function fillingsOf(layout: Layout, at: number, {whole, parts}: Samples): string[] {
  const [before, after] = [endOf(layout[at - 1]), endOf(layout[at + 1])]
  const apart = whole.flatMap(sample =>
    ['', '/', '/a1/', '?', '/a1?'].flatMap(ahead =>
      ['', '/', '/a1', '/a1/b2'].flatMap(behind => {
        const text = ahead + sample + behind
        const isTorn = isWord(text.at(-1)) && isWord(after[0])
        return isTorn || (isWord(text[0]) && isWord(before.at(-1))) ? [] : [text]
      }),
    ),
  )
  const joined = whole.flatMap(sample => [...restsOf(sample, before, 'behind'), ...restsOf(sample, after, 'ahead')])
  const inside = [...fillings, ...apart, ...joined, ...(at === 0 ? [] : parts)]
  if (at === 0) return [...starts.flatMap(start => inside.map(each => start + each)), 'https']
  const isOfHost = before.endsWith('://') || layout[at - 1]?.kind === 'credentials'
  return isOfHost ? [...inside, ...inside.map(each => `a1.test${each}`)] : inside
}

const isAddress = (text: string): boolean => /^https?:\/\/[^/?#]/.test(text) && URL.parse(text)?.href === text

/**
 * Addresses such as people have them, for which an arrangement of a source stands: bare, and with a sample of what is sought in one of its gaps,
 * alone or together with what the source fixes. None where that cannot be told.
 */
export function ordinaryAddresses(layout: Layout, samples: Samples): readonly string[] {
  const gaps = layout.map((piece, at) => {
    if (piece.kind !== 'gap') return undefined
    return fillingsOf(layout, at, samples).filter(each => fitsIn(each, piece.set))
  })
  const fixed = layout.map(plain)
  if (layout.some(({kind}, at) => kind !== 'gap' && fixed[at] === undefined)) return []
  const filled = (fill: readonly (string | undefined)[]) => layout.map((_, at) => fixed[at] ?? fill[at] ?? '').join('')
  const isBegun = gaps[0] !== undefined
  const basesOf = (start: string) =>
    rests.map(rest => gaps.map((each, at) => (at === 0 && isBegun ? start : each?.includes(rest) ? rest : '')))
  const addresses = (gaps[0] ?? [''])
    .map(start => basesOf(start).find(each => isAddress(filled(each))))
    .filter(each => each !== undefined)
  const plainest = addresses.filter(([start]) => !isBegun || plainStarts.has(start ?? ''))
  const varied = plainest.flatMap(base =>
    gaps.flatMap((each, at) => (at === 0 && isBegun ? [] : (each ?? []).map(one => base.with(at, one)))),
  )
  return [...new Set([...addresses, ...varied].map(filled))].filter(isAddress).slice(0, mostAddresses)
}
