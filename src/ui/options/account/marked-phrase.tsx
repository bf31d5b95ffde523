import type {TextSegments} from '../../text-segments'

/** Characters. */
const longestBefore = 60
const longest = 600

type Cut = {readonly text: string; readonly code: boolean; readonly isMarked: boolean}

function cutAt(phrase: TextSegments, {from, to}: Span): readonly Cut[] {
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

function shortOf(phrase: TextSegments, span: Span): {readonly phrase: TextSegments; readonly span: Span} {
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

export function MarkedPhrase({phrase, span}: {readonly phrase: TextSegments; readonly span: Span}) {
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

const tokensOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? []

type Span = {readonly from: number; readonly to: number}

const alike = (a: readonly string[], b: readonly string[]): number => {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}
const lengthOf = (tokens: readonly string[]) => tokens.reduce((sum, token) => sum + token.length, 0)

/** The shortest span of each text that contains all differences, in whole words. */
export function differing(mine: string, theirs: string): {readonly mine: Span; readonly theirs: Span} {
  const [a, b] = [tokensOf(mine), tokensOf(theirs)]
  const start = alike(a, b)
  const end = alike(a.slice(start).toReversed(), b.slice(start).toReversed())
  const from = lengthOf(a.slice(0, start))
  const after = lengthOf(a.slice(a.length - end))
  return {mine: {from, to: mine.length - after}, theirs: {from, to: theirs.length - after}}
}
