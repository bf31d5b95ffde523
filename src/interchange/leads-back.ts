import type {Source} from '../contract/source'
import {canonicalUrl, withoutFragment} from '../matching/address'
import {fillCaptures} from '../matching/captures'
import {compileSource} from '../matching/matcher'
import {readPattern} from '../matching/pattern'
import {readRequest} from '../matching/request'
import {candidatesOf} from '../matching/witness'

const mostHops = 20

/** Whether a redirect goes on to act where it leads to, and never comes to an end: other tools redirect once, and then let it be. */
export function leadsBack({filters: _filters, ...source}: Source, destination: string): boolean {
  const [read, compiled] = [readPattern(source), compileSource(source)]
  if ('fault' in read || 'fault' in compiled) return false
  const next = (url: string): string | undefined => {
    const found = compiled.match(readRequest({url}))
    const written = found.matched ? canonicalUrl(fillCaptures(destination, found.captures)) : undefined
    const to = written && withoutFragment(written)
    // Chrome leaves what leads to where it is.
    return to === url ? undefined : to
  }
  return candidatesOf(read.pattern).some(group =>
    group.some(each => {
      let url = canonicalUrl(each)
      for (let hop = 0; url !== undefined && hop < mostHops; hop++) url = next(url)
      return url !== undefined
    }),
  )
}
