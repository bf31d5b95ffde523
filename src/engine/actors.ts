import type {Rule} from '../contract/rule'
import {asWritten, canonicalUrl, withoutFragment} from '../matching/address'
import {fillCaptures} from '../matching/captures'
import {compileSource, type Matcher} from '../matching/matcher'
import {readPattern, type Pattern} from '../matching/pattern'
import {changeQuery, outcomeOf} from '../matching/query-changes'
import {readSought, replaceInAddress} from '../matching/replace-text'
import {readRequest} from '../matching/request'
import {narrow, type Narrowing} from '../translate/condition'
import type {Band} from '../translate/priorities'
import {candidatesOf} from './witness'

/** A pair that sends requests elsewhere, or ends their way, as the loop check sees it: by address, its filters beside it. */
export type Actor = {
  readonly band: Band
  readonly pattern: Pattern
  readonly narrowing: Narrowing
  /** The address that the request goes to; null where the way ends, undefined where this pair does nothing. */
  readonly go: (url: string) => string | null | undefined
  /** An address that it acts on, where one can be made up. */
  readonly witness: string | undefined
}

type Going = {
  readonly band: Band
  readonly next: (url: string, captures: readonly string[]) => string | null | undefined
}

function goingOf(rule: Rule, pair: number): Going | undefined {
  switch (rule.ruleType) {
    case 'Redirect': {
      const given = rule.pairs[pair]
      if (!given || given.file !== undefined) return {band: 'redirect', next: () => null}
      return {band: 'redirect', next: (_url, captures) => fillCaptures(given.destination.trim(), captures)}
    }
    case 'Replace': {
      const given = rule.pairs[pair]
      const sought = readSought(given?.from ?? '')
      if (!given || 'reason' in sought) return undefined
      const written = sought.kind === 'text' ? {...sought, text: asWritten(sought.text)} : sought
      const to = asWritten(given.to)
      return {
        band: 'replace',
        next(url) {
          const replaced = replaceInAddress(url, written, to)
          // Without the text in it an address is not the rule's.
          return replaced === url ? undefined : replaced
        },
      }
    }
    case 'QueryParam': {
      const outcome = outcomeOf(rule.pairs[pair]?.modifications ?? [])
      return {band: 'queryParam', next: url => changeQuery(url, outcome)}
    }
    case 'Cancel':
      return {band: 'cancel', next: () => null}
    case 'Response':
    case 'Headers':
    case 'UserAgent':
    case 'Request':
    case 'Delay':
      return undefined
    default:
      return rule satisfies never
  }
}

/** A made-up address that the source matches; for Replace one that holds the text as well. */
function witnessOf(pattern: Pattern, match: Matcher, from: string | undefined): string | undefined {
  const bare = candidatesOf(pattern)
    .map(each => canonicalUrl(each))
    .filter(each => each !== undefined)
  const all =
    from === undefined ? bare : bare.flatMap(each => [each, `${each}${from}`, `${each}/${from}`, `${each}?${from}`])
  return all.find(
    each =>
      (from === undefined || each.includes(from)) && match(readRequest({url: each, resourceType: 'other'})).matched,
  )
}

/** The pairs of a rule that the loop check has to know of. */
export function actorsOf(rule: Rule): Actor[] {
  return rule.pairs.flatMap((pair, index): Actor[] => {
    const going = goingOf(rule, index)
    if (going === undefined || pair.source === undefined) return []
    const {filters: _filters, ...bare} = pair.source
    const read = readPattern(bare)
    const compiled = compileSource(bare)
    const {narrowing} = narrow(pair.source.filters ?? [], index)
    if ('fault' in read || 'fault' in compiled || narrowing === null) return []
    const from = 'from' in pair && typeof pair.from === 'string' ? asWritten(pair.from) : undefined
    return [
      {
        band: going.band,
        pattern: read.pattern,
        narrowing,
        go(url) {
          const found = compiled.match(readRequest({url}))
          if (!found.matched) return undefined
          const next = going.next(url, found.captures)
          if (next === null || next === undefined) return next
          const written = canonicalUrl(next)
          // Chrome drops what is no address, and what is the same address.
          return written === undefined ? undefined : withoutFragment(written)
        },
        witness: witnessOf(read.pattern, compiled.match, from),
      },
    ]
  })
}
