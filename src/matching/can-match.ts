import type {AddressPart} from '../model/page-rules'
import {intersects, remembering, type AsciiSet} from './regex/ascii-set'
import {measureRegex} from './regex/backtracking'
import {patternTokens, type Comparison, type Token} from './regex/tokens'
import {programOf, type Program} from './regex/program'
import {readRegex} from './regex/read'

// The characters that a browser writes in each part of a URL. Where in doubt, a set holds too many.
const hostCharacter = '(?:[^\\x00-\\x20A-Z"#/:<>?@\\[\\\\\\]\\x7f]|%[0-9A-F]{2})'
const pathCharacter = '[^\\x00-\\x20"#<>?`{}\\x7f]'
const queryCharacter = '[^\\x00-\\x20"#<>\\x7f]'
const userInfo = '[^\\x00-\\x20/?#@]*@'
const host = `(?:\\[[0-9a-f:.]+\\]|${hostCharacter}+)`
const port = '(?::\\d+)?'

const webUrl = `(?:https?|wss?)://(?:${userInfo})?${host}${port}/${pathCharacter}*(?:\\?${queryCharacter}*)?`
// Requests that rules hardly ever change, but that conditions are compared with.
const extension = '(?:chrome|moz|ms-browser|safari-web)-extension'
const browserUrl = `(?:about|blob|chrome|data|devtools|file|filesystem|ftp|javascript|urn|view-source|${extension}):[^#]*`
// A page can fetch any scheme, and a rule can answer it. Only patterns that write `://` mean one.
const customUrl = '(?:[a-gi-vx-z]|h[a-su-z0-9+-]|w[a-rt-z0-9+-])[a-z0-9+-]*://[^#]*'

type Language = AddressPart | 'customUrl'

/** A regex for each text that conditions compare. URLs like `data:,x` have no host and no path. */
const languages: Readonly<Record<Language, string>> = {
  url: `${webUrl}|${browserUrl}`,
  customUrl: `${webUrl}|${browserUrl}|${customUrl}`,
  // Of an IPv6 address it is the opening bracket alone.
  host: `\\[|${hostCharacter}*`,
  hostPort: `(?:${host})?${port}`,
  writtenHostPort: `(?:${host})?${port}`,
  path: `(?:/${pathCharacter}*)?`,
}

/** Larger patterns are not checked: forms ask at every key. */
const mostSteps = 2_000
const mostPairs = 400_000

const programs = new Map<Language, Program>()

function getProgram(language: Language): Program {
  const known = programs.get(language)
  if (known) return known
  const read = readRegex(languages[language], {spell: text => text})
  const program = 'regex' in read ? programOf(read.regex.tokens, false) : undefined
  if (!program) throw new Error(`the regex of ${language} does not compile`)
  programs.set(language, program)
  return program
}

const shareCharacter = remembering((a: AsciiSet) => remembering((b: AsciiSet) => intersects(a, b)))

const wholeTexts = new Map<AddressPart, RegExp>()

function isPartText(part: AddressPart, text: string): boolean {
  let whole = wholeTexts.get(part)
  if (!whole) wholeTexts.set(part, (whole = new RegExp(`^(?:${languages[part]})$`)))
  return whole.test(text)
}

/** Texts that the pattern matches, for the quick answer to most patterns. */
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

/** Whether some text of this part of a URL matches. True where it is not certain: look-around and `\b` count as fulfilled. */
export function canMatch(part: AddressPart, comparison: Comparison): boolean {
  const isExpression = comparison.kind === 'expression'
  if (!isExpression && getExamples(part, comparison).some(example => isPartText(part, example))) return true
  const tokens = patternTokens(comparison)
  if (measureRegex(tokens).steps > mostSteps) return true
  const pattern = programOf(tokens, isExpression && comparison.ignoreCase)
  const language = part === 'url' && writesScheme(tokens) ? 'customUrl' : part
  return pattern === undefined || hasSharedText(pattern, getProgram(language))
}

/** The place in the text: before its first character, behind it, or where a `$` was passed. */
const [atStart, inside, atEnd] = [0, 1, 2]

function hasSharedText({steps}: Program, {steps: partSteps}: Program): boolean {
  const width = partSteps.length
  // One more than the steps: the state in which the match has not begun.
  const before = steps.length
  const seen = new Uint8Array((before + 1) * width * 3)
  const open: number[] = []
  const visit = (state: number, partState: number, place: number) => {
    const pair = (state * width + partState) * 3 + place
    if (seen[pair] === 1) return
    seen[pair] = 1
    open.push(pair)
  }
  visit(before, 0, atStart)
  let visited = 0
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    if (++visited > mostPairs) return true
    const place = pair % 3
    const partState = Math.floor(pair / 3) % width
    const state = Math.floor(pair / 3 / width)
    const step = steps[state]
    const partStep = partSteps[partState]
    if (partStep === undefined) continue
    // Every state of the part's regex leads to its end, so the rest of the text can be completed.
    if (step?.do === 'found' && (place !== atEnd || partStep.do === 'found')) return true
    if (partStep.do === 'split') visit(state, partStep.otherNext, place)
    if (partStep.do === 'split' || partStep.do === 'jump') visit(state, partStep.next, place)
    if (step === undefined) {
      visit(0, partState, place)
      if (partStep.do === 'one') visit(before, partState + 1, inside)
    } else if (step.do === 'one') {
      if (place !== atEnd && partStep.do === 'one' && shareCharacter(step.set)(partStep.set))
        visit(state + 1, partState + 1, inside)
    } else if (step.do === 'end') visit(step.next, partState, atEnd)
    else if (step.do !== 'found' && (step.do !== 'start' || place === atStart)) {
      visit(step.next, partState, place)
      if (step.do === 'split') visit(step.otherNext, partState, place)
    }
  }
  return false
}
