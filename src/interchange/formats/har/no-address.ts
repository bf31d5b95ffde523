import {fault, type Fault} from '../../../contract/faults'
import {
  keptByIntegrity,
  moduleHasNoAddress,
  pathsAreWhole,
  scriptHasNoAddress,
  spriteHasNoAddress,
} from '../../../contract/reasons'
import {off} from '../../making'
import {withWholeAddresses} from './whole-addresses'

/** A module that asks for another one by a path, which it does before it does anything; in comments and texts examples of it stand within a line. */
const importsByPath =
  /(?:^|[;}]|\*\/)\s{0,99}(?:import|export)\s{0,99}(?:(?:[\w$]+\s{0,99},?\s{0,99})?(?:\{[^{}"'`;]*\}|\*(?:\s{0,99}as\s+[\w$]+)?)?\s{0,99}\bfrom\s*)?["']\.{0,2}\//m
/** A script that asks for one later, or for its own address. */
const asksByPath = /(?<![\w$.])import\s*\(\s*(?:\/\*.{0,200}?\*\/\s*)?["'`]\.{0,2}\/|\bimport\.meta\.url\b/s

const path = 'response.content.text'

type Given = {readonly text: string; readonly notes: readonly Fault[]}

const isDrawing = (text: string): boolean => /<svg[\s>]/i.test(text)
/** A symbol shows nothing by itself: pages take it. */
const holdsSymbols = (text: string): boolean => /<symbol[\s>]/i.test(text)

type Place = {
  /** Where the text came from. */
  readonly url: string
  readonly uses: readonly string[]
  /** Its page takes it as it was, and no other one. */
  readonly isSealed: boolean
  /** Its page takes drawings out of it. */
  readonly isDrawnFrom: boolean
}

/**
 * A text that stands in for a script, a style or a picture, and what is to be said of it: a rule gives it by an address of its own, from which no
 * path leads on.
 */
export function withoutAddress(text: string, {url, uses, isSealed, isDrawnFrom}: Place): Given {
  if (uses.includes('script')) {
    if (importsByPath.test(text)) return {text, notes: [off(path, moduleHasNoAddress)]}
    return {text, notes: asksByPath.test(text) ? [fault(path, 'changed', scriptHasNoAddress)] : []}
  }
  if (uses.includes('image') && isDrawing(text) && (holdsSymbols(text) || isDrawnFrom))
    return {text, notes: [off(path, spriteHasNoAddress)]}
  const whole = uses.includes('stylesheet') ? withWholeAddresses(text, url) : text
  if (whole !== text && isSealed) return {text, notes: [off(path, keptByIntegrity)]}
  return {text: whole, notes: whole === text ? [] : [fault(path, 'changed', pathsAreWhole)]}
}
