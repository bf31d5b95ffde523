import type {PairOf} from '../../contract/rules'
import {asWritten} from '../../matching/address'
import {fillCaptures} from '../../matching/captures'
import {readSought, replaceInAddress} from '../../matching/replace-text'
import type {Going} from '../../translate/goings'
import {compileExpression, everyPlace} from './comparing'

/** What a Replace makes of an address, in good time whatever its expression is. */
export function replacing({from, to}: PairOf<'Replace'>): Going | undefined {
  const sought = readSought(from)
  if ('reason' in sought || from === '') return undefined
  const written = asWritten(to)
  const expression = sought.kind === 'regex' ? compileExpression(sought.tokens, false) : null
  const replaced = (url: string): string => {
    if (sought.kind === 'text') return replaceInAddress(url, {...sought, text: asWritten(sought.text)}, written)
    let at = 0
    let result = ''
    for (const found of expression ? everyPlace(expression, url) : []) {
      result += url.slice(at, found.from) + fillCaptures(written, found.captures)
      at = found.to
    }
    return result + url.slice(at)
  }
  return {
    band: 'replace',
    next(url) {
      const made = replaced(url)
      return made === url ? undefined : made
    },
  }
}

/** What differs between two addresses, with a little around it that does not. */
export type Change = {readonly before: Differing; readonly after: Differing}
export type Differing = {readonly lead: string; readonly marked: string; readonly tail: string}

const around = 24

export function changeOf(before: string, after: string): Change {
  let start = 0
  while (start < before.length && before.charAt(start) === after.charAt(start)) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++
  const cut = (text: string): Differing => {
    const [lead, tail] = [text.slice(0, start), text.slice(text.length - end)]
    return {
      lead: lead.length > around ? `…${lead.slice(1 - around)}` : lead,
      marked: text.slice(start, text.length - end),
      tail: tail.length > around ? `${tail.slice(0, around - 1)}…` : tail,
    }
  }
  return {before: cut(before), after: cut(after)}
}
