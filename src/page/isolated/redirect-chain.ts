import type {PageWay} from '../../model/page-rules'
import {canonicalUrl, withoutFragment} from '../../matching/address'
import {matcherOf, type Matcher} from '../../matching/matcher'
import {mostHops, moveUrl} from '../../matching/replacement'
import type {AskedRequest} from '../../matching/request'

/** `isTaken`: a rule acts there that comes before a fixed response. */
type Stop = {
  readonly url: string
  readonly isTaken: boolean
  readonly led: readonly string[]
}

export type Way = {
  readonly stops: readonly Stop[]
  /** Where the fallback rules lead; null where only browser rules act. */
  readonly goes: string | null
  readonly isStopped: boolean
  readonly rules: readonly string[]
  readonly because: 'requestPayload' | null
}

/** An invalid URL and the same URL change nothing. */
const isSame = (next: string | null, url: string): boolean => {
  if (next === null) return false
  const written = canonicalUrl(next)
  return written === undefined || withoutFragment(written) === url
}

/** Follows requests through redirects, in the order in which the rules act. */
export function followBy(ways: readonly PageWay[]): (url: string, at: (url: string) => AskedRequest) => Way {
  const known = new Map<PageWay, Matcher>()
  function matcherFor(way: PageWay): Matcher {
    const made = known.get(way) ?? matcherOf(way.source)
    known.set(way, made)
    return made
  }

  /** Returns the rules of a loop if there is one. */
  function followed(left: readonly PageWay[], asked: string, at: (url: string) => AskedRequest): Way | PageWay[] {
    const stops: Stop[] = []
    const taken: PageWay[] = []
    let rules: readonly string[] = []
    let goes: string | null = null
    let because: Way['because'] = null
    let url = asked
    for (let hop = 0; hop <= mostHops; hop++) {
      const request = at(url)
      let next: string | null | undefined
      const way = left.find(each => {
        const found = matcherFor(each)(request)
        if (!found.matched && found.because === 'requestPayload') because = found.because
        next = found.matched ? moveUrl(each.move, url, found.captures) : undefined
        // A browser rule that leads to its own URL still comes before others.
        return next !== undefined && !(each.isOurs && isSame(next, url))
      })
      const stays = typeof next === 'string' && isSame(next, url)
      const isTaken = way !== undefined && !stays && way.move.kind !== 'replace' && way.move.kind !== 'query'
      const led = taken.flatMap(({ids}) => ids)
      stops.push({url, isTaken, led})
      // The browser sees only the URL after the fallback rules.
      if (way?.isOurs) rules = [...led, ...way.ids]
      const written = typeof next === 'string' && !stays ? canonicalUrl(next) : undefined
      if (way === undefined || written === undefined)
        return {stops, goes, isStopped: way?.isOurs === true, rules, because}
      if (way.isOurs) goes = written
      taken.push(way)
      url = withoutFragment(written)
    }
    return taken.slice(taken.length / 2)
  }

  return (asked, at) => {
    let left = ways
    for (;;) {
      const way = followed(left, asked, at)
      if (!Array.isArray(way)) return way
      // The worker leaves out loops of browser rules; here the lowest fallback rule is left out.
      const lowest = left.findLast(each => each.isOurs && way.includes(each))
      if (lowest === undefined)
        return {stops: [{url: asked, isTaken: false, led: []}], goes: null, isStopped: false, rules: [], because: null}
      left = left.filter(each => each !== lowest)
    }
  }
}
