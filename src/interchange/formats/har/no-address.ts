import {fault, type Fault} from '../../../contract/faults'
import {moduleHasNoAddress, pathsAreWhole, scriptHasNoAddress} from '../../../contract/reasons'
import {off} from '../../making'
import {withWholeAddresses} from './whole-addresses'

/** A module that asks for another one by a path, which it does before it does anything; in comments and texts examples of it stand within a line. */
const importsByPath =
  /(?:^|[;}]|\*\/)\s{0,99}(?:import|export)\s{0,99}(?:(?:[\w$]+\s{0,99},?\s{0,99})?(?:\{[^{}"'`;]*\}|\*(?:\s{0,99}as\s+[\w$]+)?)?\s{0,99}\bfrom\s*)?["']\.{0,2}\//m
/** A script that asks for one later, or for its own address. */
const asksByPath = /(?<![\w$.])import\s*\(\s*(?:\/\*.{0,200}?\*\/\s*)?["'`]\.{0,2}\/|\bimport\.meta\.url\b/s

const path = 'response.content.text'

type Given = {readonly text: string; readonly notes: readonly Fault[]}

/**
 * A text that stands in for a script or a style, `from` there and for `uses`, and what is to be said of it: a rule gives it by an address of its
 * own, from which no path leads on.
 */
export function withoutAddress(text: string, from: string, uses: readonly string[]): Given {
  if (uses.includes('script')) {
    if (importsByPath.test(text)) return {text, notes: [off(path, moduleHasNoAddress)]}
    return {text, notes: asksByPath.test(text) ? [fault(path, 'changed', scriptHasNoAddress)] : []}
  }
  const whole = uses.includes('stylesheet') ? withWholeAddresses(text, from) : text
  return {text: whole, notes: whole === text ? [] : [fault(path, 'changed', pathsAreWhole)]}
}
