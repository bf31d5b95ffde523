import {fault, type Fault} from '../../../contract/faults'
import {moduleHasNoAddress, scriptHasNoAddress, styleHasNoAddress} from '../../../contract/reasons'
import {off} from '../../making'

/** A module that asks for another one by a path, which it does before it does anything; in comments and texts examples of it stand within a line. */
const importsByPath =
  /(?:^|[;}]|\*\/)\s{0,99}(?:import|export)\s{0,99}(?:(?:[\w$]+\s{0,99},?\s{0,99})?(?:\{[^{}"'`;]*\}|\*(?:\s{0,99}as\s+[\w$]+)?)?\s{0,99}\bfrom\s*)?["']\.{0,2}\//m
/** A script that asks for one later, or for its own address. */
const asksByPath = /(?<![\w$.])import\s*\(\s*(?:\/\*.{0,200}?\*\/\s*)?["'`]\.{0,2}\/|\bimport\.meta\.url\b/s
/** A style that asks for something beside itself. */
const isBesideOthers = /(?:\burl\(\s*["']?|@import\s+["'])(?![a-z][\w+.-]*:|[/#"')])[^\s"')]/i

const path = 'response.content.text'

/** What is to be said of a text that stands in for a script or a style: a rule gives it by an address of its own, from which no path leads on. */
export function notesOfAddress(text: string, types: readonly string[], mimeType: string): Fault[] {
  // Who asked is not always recorded.
  const isFor = (type: string, named: RegExp) => types.includes(type) || (types.length === 0 && named.test(mimeType))
  if (isFor('script', /(?:java|ecma)script/i)) {
    if (importsByPath.test(text)) return [off(path, moduleHasNoAddress)]
    return asksByPath.test(text) ? [fault(path, 'changed', scriptHasNoAddress)] : []
  }
  return isFor('stylesheet', /^text\/css/i) && isBesideOthers.test(text)
    ? [fault(path, 'changed', styleHasNoAddress)]
    : []
}
