import type {PageWay} from '../contract/page-plan'
import {canonicalUrl, withoutFragment} from '../matching/address'
import {matcherOf, type Matcher} from '../matching/matcher'
import {mostHops, moveUrl} from '../matching/replacement'
import type {AskedRequest} from '../matching/request'

/** An address on the way of a request; `isTaken` where something is done there that comes before a fixed answer. */
type Stop = {
  readonly url: string
  readonly isTaken: boolean
  /** Whose rules have led to it, the browser's part and ours. */
  readonly led: readonly string[]
}

export type Way = {
  /** Every address on the way, the one that is asked for first. */
  readonly stops: readonly Stop[]
  /** Where our own part of the way leads: what the browser knows nothing of. Null where the browser does all. */
  readonly goes: string | null
  /** One of ours ends it. */
  readonly isStopped: boolean
  /** Those on our own part of the way: the browser's as well, up to the last one of ours. */
  readonly rules: readonly string[]
  /** It hangs on the payload: what else was asked for holds. */
  readonly because: 'requestPayload' | null
}

/** What is no address leaves the request as it is; so does the same one. */
const isSame = (next: string | null, url: string): boolean => {
  if (next === null) return false
  const written = canonicalUrl(next)
  return written === undefined || withoutFragment(written) === url
}

/** Follows requests through rules that send them elsewhere, which come in the order in which they act. */
export function followBy(ways: readonly PageWay[]): (url: string, at: (url: string) => AskedRequest) => Way {
  const known = new Map<PageWay, Matcher>()
  function matcherFor(way: PageWay): Matcher {
    const made = known.get(way) ?? matcherOf(way.source)
    known.set(way, made)
    return made
  }

  /** Or the ways that it goes round in circles by. */
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
        // One of the browser's that leads to where it starts comes before others all the same; nobody would see it of ours.
        return next !== undefined && !(each.isOurs && isSame(next, url))
      })
      const stays = typeof next === 'string' && isSame(next, url)
      const isTaken = way !== undefined && !stays && way.move.kind !== 'replace' && way.move.kind !== 'query'
      const led = taken.flatMap(({ids}) => ids)
      stops.push({url, isTaken, led})
      // The browser sees nothing of what is before: it is asked for where that leads.
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
      // The worker has left out what the browser would go round by. The upper rules of a circle do what they say.
      const lowest = left.findLast(each => each.isOurs && way.includes(each))
      if (lowest === undefined)
        return {stops: [{url: asked, isTaken: false, led: []}], goes: null, isStopped: false, rules: [], because: null}
      left = left.filter(each => each !== lowest)
    }
  }
}
