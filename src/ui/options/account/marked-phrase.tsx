import type {Phrase} from '../../phrase'

/** So much is shown before what differs, and in all. */
const longestBefore = 60
const longest = 600

type Cut = {readonly text: string; readonly code: boolean; readonly isMarked: boolean}

/** The pieces of a phrase, cut where the span begins and ends. */
function cutAt(phrase: Phrase, {from, to}: Span): readonly Cut[] {
  let at = 0
  return phrase.flatMap(({text, code = false}) => {
    const start = at
    at += text.length
    const cuts = [0, from - start, to - start, text.length].map(each => Math.min(Math.max(each, 0), text.length))
    return [0, 1, 2].flatMap(index => {
      const part = text.slice(cuts[index], cuts[index + 1])
      return part === '' ? [] : [{text: part, code, isMarked: index === 1}]
    })
  })
}

/** Of a long text the part around what differs. */
function shortOf(phrase: Phrase, span: Span): {readonly phrase: Phrase; readonly span: Span} {
  const size = phrase.reduce((sum, {text}) => sum + text.length, 0)
  if (size <= longest) return {phrase, span}
  const from = Math.max(0, span.from - longestBefore)
  const kept = cutAt(phrase, {from, to: from + longest}).filter(each => each.isMarked)
  const lead = from === 0 ? [] : [{text: '…'}]
  const tail = from + longest < size ? [{text: '…'}] : []
  const shift = lead.length - from
  return {
    phrase: [...lead, ...kept.map(({text, code}) => ({text, ...(code ? {code} : {})})), ...tail],
    span: {from: span.from + shift, to: Math.min(span.to + shift, lead.length + longest)},
  }
}

/** A phrase with the part tinted that the other side has otherwise. */
export function MarkedPhrase({phrase, span}: {readonly phrase: Phrase; readonly span: Span}) {
  const short = shortOf(phrase, span)
  return (
    <span class="conflict-text" dir="auto">
      {cutAt(short.phrase, short.span).map(({text, code, isMarked}, index) => {
        const shown = isMarked ? <mark>{text}</mark> : text
        return code ? <code key={index}>{shown}</code> : <span key={index}>{shown}</span>
      })}
    </span>
  )
}

/** Words and numbers stay whole: half a host says nothing. */
const tokensOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? []

type Span = {readonly from: number; readonly to: number}

const alike = (a: readonly string[], b: readonly string[]): number => {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}
const lengthOf = (tokens: readonly string[]) => tokens.reduce((sum, token) => sum + token.length, 0)

/** Where each of two texts says something else than the other: one span, as short as it can be. */
export function differing(mine: string, theirs: string): {readonly mine: Span; readonly theirs: Span} {
  const [a, b] = [tokensOf(mine), tokensOf(theirs)]
  const start = alike(a, b)
  const end = alike(a.slice(start).toReversed(), b.slice(start).toReversed())
  const from = lengthOf(a.slice(0, start))
  const after = lengthOf(a.slice(a.length - end))
  return {mine: {from, to: mine.length - after}, theirs: {from, to: theirs.length - after}}
}
