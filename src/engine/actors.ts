import type {Rule} from '../contract/rule'
import {asWritten, canonicalUrl, withoutFragment} from '../matching/address'
import {isMadeOfFile} from '../matching/file-names'
import {compileSource} from '../matching/matcher'
import type {Matcher} from '../matching/matcher-with'
import {readPattern, type Pattern} from '../matching/pattern'
import {readRequest} from '../matching/request'
import {narrow, type Narrowing} from '../translate/condition'
import {goings} from '../translate/goings'
import type {Band} from '../translate/priorities'
import type {Translation} from '../translate/translation'
import {candidatesOf, exampleOf} from '../matching/witness'

/** A pair that sends requests elsewhere, or ends their way, as the loop check sees it: by address, its filters beside it. */
export type Actor = {
  readonly band: Band
  readonly pattern: Pattern
  readonly narrowing: Narrowing
  /** Whether Chrome looks for it by a regex: the best of these and the best of the others are asked, one after the other. */
  readonly usesRegex: boolean
  /** The address that the request goes to; null where the way ends, undefined where this pair does nothing. */
  readonly go: (url: string) => string | null | undefined
  /** What it makes of an address, whether or not its source matches. */
  readonly move: (url: string) => string
  /** Addresses that it acts on, as far as some can be made up. */
  readonly witnesses: readonly string[]
  /** So many of them are enough, unless some other rule takes these first. */
  readonly near: number
  /** What it makes of those. */
  readonly moved: readonly string[]
  /** What a Replace would have made an address of; the address itself for other types. */
  readonly back: (address: string) => string
}

/** Whether somebody could have the host of an address: nobody has `.js` or `main.js`, where no host is meant. */
const hasHost = (url: string, {text, value}: Pattern): boolean =>
  text !== 'url' || /\/\/|\\\/\\\//.test(value) || !isMadeOfFile(new URL(url).hostname)

/** Made-up addresses that the source matches; for Replace such as hold the text as well. */
function witnessesOf(pattern: Pattern, match: Matcher, from: string | undefined): Pick<Actor, 'witnesses' | 'near'> {
  const near: string[] = []
  const all: string[] = []
  for (const group of candidatesOf(pattern)) {
    const matched = group
      .flatMap(each => (from === undefined ? [each] : [each, `${each}${from}`, `${each}/${from}/x`, `${each}?${from}`]))
      .map(each => canonicalUrl(each))
      .filter(each => each !== undefined)
      .filter(
        each =>
          hasHost(each, pattern) &&
          (from === undefined || each.includes(from)) &&
          match(readRequest({url: each, resourceType: 'other'})).matched,
      )
    // The scheme may decide where the way leads.
    for (const scheme of ['https:', 'http:']) {
      const found = matched.filter(each => each.startsWith(scheme)).map(withoutFragment)
      near.push(...found.slice(0, from === undefined ? 1 : 2))
      all.push(...found)
    }
  }
  return {witnesses: [...near, ...all], near: near.length}
}

/** The pairs of a rule that the loop check has to know of. */
export function actorsOf(rule: Rule, {drafts}: Pick<Translation, 'drafts'>): Actor[] {
  return rule.pairs.flatMap((pair, index): Actor[] => {
    // The table has the function of this very type, which the compiler cannot follow.
    const going = goings[rule.ruleType](pair as never)
    if (going === undefined || pair.source === undefined) return []
    const {filters: _filters, ...bare} = pair.source
    const read = readPattern(bare)
    const compiled = compileSource(bare)
    const {narrowing} = narrow(pair.source.filters ?? [], index)
    if ('fault' in read || 'fault' in compiled || narrowing === null) return []
    const from = 'from' in pair && typeof pair.from === 'string' ? exampleOf(pair.from) : undefined
    const to = 'to' in pair && typeof pair.to === 'string' ? asWritten(pair.to) : undefined
    const made = witnessesOf(read.pattern, compiled.match, from)
    const move = (url: string) => going.next(url, []) ?? url
    return [
      {
        band: going.band,
        pattern: read.pattern,
        narrowing,
        usesRegex: drafts.some(each => each.pair === index && each.condition.regexFilter !== undefined),
        go(url) {
          const found = compiled.match(readRequest({url}))
          if (!found.matched) return undefined
          const next = going.next(url, found.captures)
          if (next === null || next === undefined) return next
          const written = canonicalUrl(next)
          // Chrome drops what is no address, and what is the same address.
          return written === undefined ? undefined : withoutFragment(written)
        },
        move,
        ...made,
        moved: made.witnesses.slice(0, made.near).map(move),
        back: address => (from === undefined || to === undefined || to === '' ? address : address.replaceAll(to, from)),
      },
    ]
  })
}
