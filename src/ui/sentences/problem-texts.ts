import {faultTexts} from '../../locales/faults'
import {problemTexts as text} from '../../locales/problems'
import {problemEffects, type Problem, type ProblemCode} from '../../model/problems'
import type {RunFailure} from '../../model/rule-code'
import {formatBytes, formatNumber, isSameDay, formatTime} from '../format'
import {formatCodeFailure} from './code-failure'
import {endSentence, quoteName} from './quote'
import {formatProblemValues} from './faults'
import {formatChain} from './redirect-loop'

type Params = ReturnType<typeof formatProblemValues>
type Value = Params[string] | undefined

const hasValue = (value: Value): value is string | number => value !== undefined && value !== ''
const formatValue = (value: string | number): string => (typeof value === 'number' ? formatNumber(value) : value)
const formatValueOr = (value: Value, otherwise: string): string => (hasValue(value) ? formatValue(value) : otherwise)

/** Chrome gives these reasons as codes. */
const chromeReasons = ['syntaxError', 'memoryLimitExceeded'] as const
const findChromeReason = (reason: Value) => chromeReasons.find(each => each === reason)

/** The part of a rule that Chrome refused, by its name in a declarativeNetRequest rule. */
const refusedParts: readonly (readonly [RegExp, string])[] = [
  [/redirect|substitution/i, 'destination'],
  [/filter/i, 'filter'],
  [/header/i, 'header'],
  [/domain/i, 'domain'],
  [/method/i, 'method'],
]

function describeRegexInPart(params: Params): string {
  const sentence = describeFallback(params)
  return params['pages'] === undefined ? sentence : text('sentence.regex-in-part.anyPage', {sentence})
}

function describeFallback({because, reason, reasonCode, works, worksCode}: Params): string {
  if (reasonCode === 'needsFallback')
    return text('sentence.regex-in-part.fallback', {reason: reason ?? '', works: works ?? ''})
  const isRefused = hasValue(because) || !hasValue(reason) || findChromeReason(reason) !== undefined
  const why = isRefused
    ? text('sentence.regex-in-part.refused', {hasReason: hasValue(because), reason: because ?? ''})
    : endSentence(String(reason))
  const sentence = text('sentence.regex-in-part.works', {why, works: works ?? text('fetchAndXhr')})
  const hasFrames = worksCode === 'fetchXhrAndPages' || worksCode === 'openedPages'
  return hasFrames ? text('sentence.regex-in-part.frames', {sentence}) : sentence
}

const describeEmptyCapture = (missing: string | number, groups: Value, pattern: 'condition' | 'regex'): string =>
  faultTexts('alwaysEmpty', {missing, groups: Number(groups), pattern})

function describeFileTooLarge({size}: Params): string {
  const shownSize = typeof size === 'number' ? formatBytes(size) : formatBytes(2 * 1024 * 1024)
  // A size just over 2 MB is rounded to 2 MB.
  return text('sentence.file-too-large', {isAlmost: shownSize === formatBytes(2 * 1024 * 1024), size: shownSize})
}

function describeCodeFailure({why, message, line, kind}: Params): string {
  const left = text('codeLeft', {kind: kind === 'request' ? 'request' : 'response'})
  const lineNumber = typeof line === 'number' ? line : undefined
  const sentence =
    why === undefined
      ? text('sentence.code-failed')
      : formatCodeFailure(why as RunFailure['why'], String(message), lineNumber)
  return `${sentence} ${left}`
}

function describeOverride({by, header, waits}: Params): string {
  const rule = by === undefined ? text('anotherRule') : quoteName(String(by))
  if (header !== undefined) return text('sentence.hidden.header', {rule, header})
  return waits === undefined
    ? text('sentence.hidden', {rule})
    : text('sentence.hidden.longer', {rule, milliseconds: Number(waits)})
}

const fetchOnlyCauses = ['status', 'size', 'code', 'payload', 'any'] as const

const sentences = {
  'regex-syntax': ({reason}) => endSentence(formatValueOr(reason, text('sentence.regex-syntax'))),
  'regex-refused'({reason}) {
    const known = findChromeReason(reason)
    if (known !== undefined) return text(`chromeReason.${known}`)
    return text('sentence.regex-refused', {reason: endSentence(formatValueOr(reason, text('notSupported')))})
  },
  'regex-in-part': describeRegexInPart,
  'never-matches': ({because, reason}) =>
    because === 'file' ? text('sentence.never-matches.file') : formatValueOr(reason, text('sentence.never-matches')),
  'over-limit': ({limit, kind, number}) =>
    text('sentence.over-limit', {
      limit: formatValueOr(limit, 'none'),
      kind: kind ?? 'browser',
      number: number === undefined ? 'none' : formatValue(number),
    }),
  loop: ({chain}) => formatValueOr(chain, text('sentence.loop')),
  'refused-by-browser': ({reason = ''}) =>
    text('sentence.refused-by-browser', {
      part: refusedParts.find(([name]) => name.test(formatValue(reason)))?.[1] ?? 'other',
    }),
  'too-many-parts': ({limit}) => text('sentence.too-many-parts', {limit: formatValueOr(limit, formatNumber(1024))}),
  'unknown-filter': ({value}) =>
    value === undefined
      ? text('sentence.unknown-filter')
      : text('sentence.unknown-filter.named', {filter: quoteName(formatValue(value))}),
  'in-page-only': ({because}) => text(because === 'status' ? 'sentence.in-page-only.status' : 'sentence.in-page-only'),
  'fetch-only'({because}) {
    const known = fetchOnlyCauses.find(each => each === because)
    return text(known === undefined ? 'sentence.fetch-only' : `sentence.fetch-only.${known}`)
  },
  'type-not-named': ({type}) => text('sentence.type-not-named', {type: String(type)}),
  destination({missing, groups, becomes, keeps}) {
    if (keeps !== undefined) return text('sentence.destination.origin')
    if (missing !== undefined) return describeEmptyCapture(missing, groups, 'condition')
    return becomes === undefined
      ? text('sentence.destination')
      : text('sentence.destination.filled', {becomes: String(becomes)})
  },
  'empty-capture': ({missing = 1, groups = 0, pattern}) =>
    describeEmptyCapture(missing, groups, pattern === 'regex' ? 'regex' : 'condition'),
  'file-too-large': describeFileTooLarge,
  'header-name': ({reason, header}) =>
    formatValueOr(reason, text('sentence.header-name', {header: quoteName(formatValueOr(header, text('it')))})),
  'header-value': ({reason}) => formatValueOr(reason, text('sentence.header-value')),
  'query-spelling': ({param, written}) =>
    param === undefined || written === undefined
      ? text('sentence.query-spelling')
      : text('sentence.query-spelling.named', {param: String(param), written: String(written)}),
  'code-failed': describeCodeFailure,
  hidden: describeOverride,
  'content-type': ({reason}) => formatValueOr(reason, text('sentence.content-type')),
} satisfies Partial<Record<ProblemCode, (params: Params) => string>>

const hasOwnSentence = (code: ProblemCode): code is keyof typeof sentences => code in sentences

export function getProblemSentence({code, params = {}, urls}: Problem): string {
  if (!hasOwnSentence(code)) return text(`plain.${code}`)
  const values = urls === undefined ? params : {chain: formatChain(urls), ...params}
  return sentences[code](formatProblemValues(values))
}

const codesWithLabel = [
  'never-matches',
  'over-limit',
  'code-failed',
  'hidden',
] as const satisfies readonly ProblemCode[]

/** One or two words for a row; empty for a note, where the list shows the time. */
export function getProblemLabel({code}: Problem): string {
  const own = codesWithLabel.find(each => each === code)
  if (own !== undefined) return text(`word.${own}`)
  const effect = problemEffects[code]
  return effect === 'note' ? '' : text(effect === 'left-out' ? 'leftOut' : 'inPart')
}

type LeftOutCode = {[C in ProblemCode]: (typeof problemEffects)[C] extends 'left-out' ? C : never}[ProblemCode]
const isLeftOutCode = (code: ProblemCode): code is LeftOutCode => problemEffects[code] === 'left-out'

/** The end of the title "Left out: …"; undefined for other titles. */
export const getLeftOutReason = ({code}: Problem): string | undefined =>
  isLeftOutCode(code) && code !== 'over-limit' ? text(`reason.${code}`) : undefined

const codesWithTitle = [
  'over-limit',
  'unknown-filter',
  'frame-text',
  'not-in-workers',
  'type-not-named',
  'fetch-only',
  'delay-in-part',
  'to-itself',
] as const satisfies readonly ProblemCode[]

export function getProblemTitle(problem: Problem): string {
  const {code, params: {at} = {}} = problem
  const reason = getLeftOutReason(problem)
  if (reason !== undefined) return text('leftOutBecause', {reason})
  if (code === 'hidden') return text('word.hidden')
  if (code === 'code-failed') {
    if (at === undefined) return text('word.code-failed')
    const [then, now] = [Number(at), Date.now()]
    return text(isSameDay(then, now) ? 'codeFailedAt' : 'codeFailedOn', {time: formatTime(then, now)})
  }
  const known = codesWithTitle.find(each => each === code)
  return text(known === undefined ? 'inPart' : `title.${known}`)
}
