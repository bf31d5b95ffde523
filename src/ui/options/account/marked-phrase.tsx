import type {TextSegments} from '../../text-segments'

/** In characters. */
const maxContextBefore = 60
const maxLength = 600

type Fragment = {readonly text: string; readonly code: boolean; readonly isMarked: boolean}

function splitPhrase(phrase: TextSegments, {from, to}: Span): readonly Fragment[] {
  let end = 0
  return phrase.flatMap(({text, code = false}) => {
    const start = end
    end += text.length
    const bounds = [0, from - start, to - start, text.length].map(each => Math.min(Math.max(each, 0), text.length))
    return [0, 1, 2].flatMap(index => {
      const part = text.slice(bounds[index], bounds[index + 1])
      return part === '' ? [] : [{text: part, code, isMarked: index === 1}]
    })
  })
}

function shortenPhrase(phrase: TextSegments, span: Span): {readonly phrase: TextSegments; readonly span: Span} {
  const size = phrase.reduce((sum, {text}) => sum + text.length, 0)
  if (size <= maxLength) return {phrase, span}
  const from = Math.max(0, span.from - maxContextBefore)
  const fragments = splitPhrase(phrase, {from, to: from + maxLength}).filter(each => each.isMarked)
  const prefix = from === 0 ? [] : [{text: '…'}]
  const suffix = from + maxLength < size ? [{text: '…'}] : []
  const offset = prefix.length - from
  return {
    phrase: [...prefix, ...fragments.map(({text, code}) => ({text, ...(code ? {code} : {})})), ...suffix],
    span: {from: span.from + offset, to: Math.min(span.to + offset, prefix.length + maxLength)},
  }
}

export function MarkedPhrase({phrase, span}: {readonly phrase: TextSegments; readonly span: Span}) {
  const short = shortenPhrase(phrase, span)
  return (
    <span class="conflict-text" dir="auto">
      {splitPhrase(short.phrase, short.span).map(({text, code, isMarked}, index) => {
        const shown = isMarked ? <mark>{text}</mark> : text
        return code ? <code key={index}>{shown}</code> : <span key={index}>{shown}</span>
      })}
    </span>
  )
}

const splitTokens = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu) ?? []

type Span = {readonly from: number; readonly to: number}

const countCommonStart = (a: readonly string[], b: readonly string[]): number => {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}
const getTotalLength = (tokens: readonly string[]) => tokens.reduce((sum, token) => sum + token.length, 0)

/** The shortest span of each text that contains all differences, in whole words. */
export function findDifferences(mine: string, theirs: string): {readonly mine: Span; readonly theirs: Span} {
  const [a, b] = [splitTokens(mine), splitTokens(theirs)]
  const start = countCommonStart(a, b)
  const end = countCommonStart(a.slice(start).toReversed(), b.slice(start).toReversed())
  const from = getTotalLength(a.slice(0, start))
  const after = getTotalLength(a.slice(a.length - end))
  return {mine: {from, to: mine.length - after}, theirs: {from, to: theirs.length - after}}
}
