import {text, type Layout, type Piece} from './layout'
import {occurrencesOf, type Occurrence} from './occurrences'
import {inTurn} from './samples'
import {fits} from '../matching/regex/tree'

// The words of all these lists have no digits: a number is mostly sought where there is no other.

/** What stands at the start of an address where a source leaves that open. */
const starts = ['https://abc.test/', 'https://abc.test', 'https://www.', 'https://']
const plainStarts: ReadonlySet<string> = new Set([...starts, 'https'])
/** What stands in the middle of one, and at its end. */
const fillings = ['', '/', 'abc', '/abc', 'abc/xyz', '/abc/xyz.js', '?abc=xyz', 'www.', '.test', '.test/']
/** What stands in gaps that are to be as short as can be. */
const rests = ['', '/', 'abc', '.test', '.test/'] as const
/** As many are enough to see what becomes of them. */
const mostAddresses = 300

const endOf = (piece: Piece | undefined): string => (piece?.kind === 'text' ? piece.text : '')
/** Whether a word goes on from one text to the next. */
const isTorn = (before: string, after: string, word = /\w{2}/): boolean => word.test(before.slice(-1) + after.charAt(0))
const lettersOrDigits = /[a-z]{2}|\d{2}/i

/** A piece that is no gap as it is mostly written. */
function plain(piece: Piece): string | undefined {
  if (piece.kind === 'text') return piece.text
  if (piece.kind === 'one') return inTurn({at: 0}).character(piece.set, false)
  if (piece.kind === 'block') return piece.sample
  if (piece.kind === 'scheme') return `${piece.schemes[0]}://`
  return piece.kind === 'gap' ? undefined : ''
}

export type Samples = {
  /** Texts that are sought, and some more of them. */
  readonly whole: readonly string[]
  readonly more: readonly string[]
  /** What all of these hold. */
  readonly parts: readonly string[]
}

/** What can stand in a gap: something, or a sample of what is sought. */
function fillingsOf(layout: Layout, at: number, {whole, parts}: Samples): string[] {
  const [before, after] = [endOf(layout[at - 1]), endOf(layout[at + 1])]
  const apart = whole.flatMap(sample =>
    ['', '/', '/abc/', '?', '/abc?'].flatMap(ahead =>
      ['', '/', '/abc', '/abc/xyz'].flatMap(behind => {
        const given = ahead + sample + behind
        return isTorn(before, given) || isTorn(given, after) ? [] : [given]
      }),
    ),
  )
  const inside = [...fillings, ...apart, ...(at === 0 ? [] : parts)]
  if (at === 0) return [...starts.flatMap(start => inside.map(each => start + each)), 'https']
  const isOfHost = before.endsWith('://') || ['credentials', 'scheme'].includes(layout[at - 1]?.kind ?? '')
  return isOfHost ? [...inside, ...inside.map(each => `abc.test${each}`)] : inside
}

const isAddress = (given: string): boolean =>
  /^https?:\/\/[\w.-]+(?::\d+)?(?:[/?#]|$)/.test(given) && URL.parse(given)?.href === given

/** The addresses of an arrangement with each of these in one of its gaps, where the others are as short as can be. */
function filled(layout: Layout, fillingAt: (at: number) => readonly string[]): string[] {
  const gaps = layout.map((piece, at) =>
    piece.kind === 'gap' ? fillingAt(at).filter(each => fits([{kind: 'text', text: each}], piece.set)) : undefined,
  )
  const fixed = layout.map(plain)
  const join = (fill: readonly (string | undefined)[]) => layout.map((_, at) => fixed[at] ?? fill[at] ?? '').join('')
  const isBegun = gaps[0] !== undefined
  const basesOf = (start: string) =>
    rests.map(rest => gaps.map((each, at) => (at === 0 && isBegun ? start : each?.includes(rest) ? rest : '')))
  const addresses = (gaps[0] ?? [''])
    .map(start => basesOf(start).find(each => isAddress(join(each))))
    .filter(each => each !== undefined)
  const plainest = addresses.filter(([start]) => !isBegun || plainStarts.has(start ?? ''))
  const varied = plainest.flatMap(base =>
    gaps.flatMap((each, at) => (at === 0 && isBegun ? [] : (each ?? []).map(one => base.with(at, one)))),
  )
  return [...new Set([...addresses, ...varied].map(join))].filter(isAddress).slice(0, mostAddresses)
}

const fixedIn = (layout: Layout): number =>
  layout.reduce((sum, piece) => sum + (piece.kind === 'text' ? piece.text.length : piece.kind === 'one' ? 1 : 0), 0)

/** Whether it takes no more than the first character of what the source fixes, which is another word's. */
const takesHardly = (layout: Layout, {before, after}: Occurrence): boolean =>
  after[0]?.kind === 'text' && fixedIn(layout) - fixedIn(before) - fixedIn(after) === 1

/** Addresses in which a sample of what is sought takes of what the source fixes. */
export const touchingAddresses = (layout: Layout, {whole, more}: Samples): readonly string[] =>
  [...whole, ...more].flatMap(sample => {
    const isApart = (address: string) => {
      const [before, after] = [
        address.slice(0, address.indexOf(sample)),
        address.slice(address.indexOf(sample) + sample.length),
      ]
      // A host between slashes is what nobody means.
      return (
        !before.endsWith(':/') && !isTorn(before, sample, lettersOrDigits) && !isTorn(sample, after, lettersOrDigits)
      )
    }
    return occurrencesOf(layout, sample)
      .filter(each => each.inside && !takesHardly(layout, each))
      .flatMap(({before, after}) =>
        filled([...before, text(sample), ...after], at => (at === 0 ? [...plainStarts] : rests)).filter(isApart),
      )
  })

/**
 * Addresses such as people have them, for which an arrangement of a source stands: bare, and with a sample of what is sought in one of its gaps.
 */
export const ordinaryAddresses = (layout: Layout, samples: Samples): readonly string[] =>
  filled(layout, at => fillingsOf(layout, at, samples))
