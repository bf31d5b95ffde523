import {canonicalUrl, isOnDomain} from '../matching/address'
import type {Source} from '../model/source'
import {compileSource} from '../matching/matcher'
import {readPattern} from '../matching/pattern'
import {readRequest} from '../matching/request'
import {generateExampleUrls} from '../matching/example-urls'

type Captures = readonly string[]
export type ExampleUrl = {readonly url: string; readonly captures: Captures}

const mostOfOne = 4

/** Returns what a source captures in a URL; undefined where it does not match. */
export function createCaptureFinder(source: Source): (url: string) => Captures | undefined {
  const compiled = compileSource({...source, filters: []})
  return url => {
    const found = 'fault' in compiled ? undefined : compiled.match(readRequest({url}))
    return found?.matched ? found.captures : undefined
  }
}

/** Returns a few URLs that a source matches, with its captures there. */
export function getExampleUrls(source: Source): readonly ExampleUrl[] {
  const read = readPattern(source)
  if ('fault' in read) return []
  const find = createCaptureFinder(source)
  const named = generateExampleUrls(read.pattern)
    .flat()
    .flatMap((each): ExampleUrl[] => {
      const url = canonicalUrl(each)
      const captures = url === undefined ? undefined : find(url)
      return url !== undefined && captures ? [{url, captures}] : []
    })
  return named.slice(0, mostOfOne)
}

const only = (source: Source, name: 'requestMethod' | 'resourceType' | 'pageDomains'): readonly string[] | undefined =>
  source.filters?.find(filter => filter[name]?.length)?.[name]

const arePagesApart = (one: Source, other: Source): boolean => {
  const [a, b] = [only(one, 'pageDomains'), only(other, 'pageDomains')]
  return (
    a !== undefined &&
    b !== undefined &&
    !a.some(each => b.some(domain => isOnDomain(each, domain) || isOnDomain(domain, each)))
  )
}

const areApart = (one: Source, other: Source): boolean =>
  arePagesApart(one, other) ||
  (['requestMethod', 'resourceType'] as const).some(name => {
    const [a, b] = [only(one, name), only(other, name)]
    return a !== undefined && b !== undefined && !a.some(each => b.includes(each))
  })

type Read = {readonly find: ReturnType<typeof createCaptureFinder>; readonly urls: readonly string[]}
const known = new WeakMap<Source, Read>()

function readOf(source: Source): Read {
  const read = known.get(source) ?? {
    find: createCaptureFinder(source),
    urls: getExampleUrls(source).map(({url}) => url),
  }
  known.set(source, read)
  return read
}

/** Whether a URL is known that both sources match. */
export function hasCommonUrl(one: Source, other: Source): boolean {
  if (areApart(one, other)) return false
  const areEqual = one.operator === 'Equals' && other.operator === 'Equals' && one.key === other.key
  if (areEqual) return one.value.toLowerCase() === other.value.toLowerCase()
  const [a, b] = [readOf(one), readOf(other)]
  return a.urls.some(url => b.find(url)) || b.urls.some(url => a.find(url))
}
