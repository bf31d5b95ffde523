import type {AddressPart} from '../model/page-rules'
import {intersects, memoize, type AsciiSet} from './regex/ascii-set'
import {measureRegex} from './regex/backtracking'
import {patternTokens, type Comparison, type Token} from './regex/tokens'
import {compileProgram, type Program} from './regex/program'
import {readRegex} from './regex/read'

// The characters in each part of a normalized URL. A set may contain too many, never too few.
const hostCharacter = '(?:[^\\x00-\\x20A-Z"#/:<>?@\\[\\\\\\]\\x7f]|%[0-9A-F]{2})'
const pathCharacter = '[^\\x00-\\x20"#<>?`{}\\x7f]'
const queryCharacter = '[^\\x00-\\x20"#<>\\x7f]'
const userInfo = '[^\\x00-\\x20/?#@]*@'
const host = `(?:\\[[0-9a-f:.]+\\]|${hostCharacter}+)`
const port = '(?::\\d+)?'

const webUrl = `(?:https?|wss?)://(?:${userInfo})?${host}${port}/${pathCharacter}*(?:\\?${queryCharacter}*)?`
// Schemes of requests that rules rarely change, but that conditions may match.
const extension = '(?:chrome|moz|ms-browser|safari-web)-extension'
const browserUrl = `(?:about|blob|chrome|data|devtools|file|filesystem|ftp|javascript|urn|view-source|${extension}):[^#]*`
// A page can fetch any scheme, and a rule can answer it. Only patterns with `://` target one.
const customUrl = '(?:[a-gi-vx-z]|h[a-su-z0-9+-]|w[a-rt-z0-9+-])[a-z0-9+-]*://[^#]*'

type Language = AddressPart | 'customUrl'

/** A regex for each compared text. URLs such as `data:,x` have no host and no path. */
const languages: Readonly<Record<Language, string>> = {
  url: `${webUrl}|${browserUrl}`,
  customUrl: `${webUrl}|${browserUrl}|${customUrl}`,
  // The host of an IPv6 URL is its opening bracket.
  host: `\\[|${hostCharacter}*`,
  hostPort: `(?:${host})?${port}`,
  writtenHostPort: `(?:${host})?${port}`,
  path: `(?:/${pathCharacter}*)?`,
}

/** Larger patterns are not checked, because forms validate at each keystroke. */
const maxSteps = 2_000
const maxPairs = 400_000

const programs = new Map<Language, Program>()

function getProgram(language: Language): Program {
  const known = programs.get(language)
  if (known) return known
  const read = readRegex(languages[language], {isPlainText: true})
  const program = 'regex' in read ? compileProgram(read.regex.tokens, false) : undefined
  if (!program) throw new Error(`the regex of ${language} does not compile`)
  programs.set(language, program)
  return program
}

const shareCharacter = memoize((a: AsciiSet) => memoize((b: AsciiSet) => intersects(a, b)))

const fullTexts = new Map<AddressPart, RegExp>()

function isPartText(part: AddressPart, text: string): boolean {
  let whole = fullTexts.get(part)
  if (!whole) fullTexts.set(part, (whole = new RegExp(`^(?:${languages[part]})$`)))
  return whole.test(text)
}

/** Example texts that match. They give a quick result for most patterns. */
function getExamples(part: AddressPart, {kind, value}: Exclude<Comparison, {kind: 'expression'}>): readonly string[] {
  if (kind === 'equals') return [value]
  if (kind === 'wildcard') return [value.replace(/^\*(?=:)/, 'https').replaceAll('*', 'x'), value.replaceAll('*', '')]
  return [part === 'url' ? `https://x/?${value}` : part === 'path' ? `/${value}` : value]
}

const writesScheme = (tokens: readonly Token[]): boolean =>
  tokens
    .map(token => (token.kind === 'text' ? token.text : ''))
    .join('')
    .includes('://')

/**
 * Whether the pattern can match this part of any URL. True when uncertain: look-around and `\b`
 * count as matched.
 */
export function canMatch(part: AddressPart, comparison: Comparison): boolean {
  const isExpression = comparison.kind === 'expression'
  if (!isExpression && getExamples(part, comparison).some(example => isPartText(part, example))) return true
  const tokens = patternTokens(comparison)
  if (measureRegex(tokens).steps > maxSteps) return true
  const pattern = compileProgram(tokens, isExpression && comparison.ignoreCase)
  const language = part === 'url' && writesScheme(tokens) ? 'customUrl' : part
  return pattern === undefined || hasSharedText(pattern, getProgram(language))
}

/** The position in the text: at the start, inside, or at the end after a `$`. */
const [atStart, inside, atEnd] = [0, 1, 2]

function hasSharedText({steps}: Program, {steps: partSteps}: Program): boolean {
  const width = partSteps.length
  // An extra state: the match has not begun.
  const before = steps.length
  const visited = new Uint8Array((before + 1) * width * 3)
  const open: number[] = []
  const visit = (state: number, partState: number, boundary: number) => {
    const pair = (state * width + partState) * 3 + boundary
    if (visited[pair] === 1) return
    visited[pair] = 1
    open.push(pair)
  }
  visit(before, 0, atStart)
  let visitedCount = 0
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (++visitedCount > maxPairs) return true
    const boundary = pair % 3
    const partState = Math.floor(pair / 3) % width
    const state = Math.floor(pair / 3 / width)
    const step = steps[state]
    const partStep = partSteps[partState]
    if (partStep === undefined) continue
    // Each state of the URL regex leads to its end, so the text can always be completed.
    if (step?.do === 'found' && (boundary !== atEnd || partStep.do === 'found')) return true
    if (partStep.do === 'split') visit(state, partStep.otherNext, boundary)
    if (partStep.do === 'split' || partStep.do === 'jump') visit(state, partStep.next, boundary)
    if (step === undefined) {
      visit(0, partState, boundary)
      if (partStep.do === 'one') visit(before, partState + 1, inside)
    } else if (step.do === 'one') {
      if (boundary !== atEnd && partStep.do === 'one' && shareCharacter(step.set)(partStep.set))
        visit(state + 1, partState + 1, inside)
    } else if (step.do === 'end') visit(step.next, partState, atEnd)
    else if (step.do !== 'found' && (step.do !== 'start' || boundary === atStart)) {
      visit(step.next, partState, boundary)
      if (step.do === 'split') visit(step.otherNext, partState, boundary)
    }
  }
  return false
}
