import {canonicalUrl, isOnDomain} from '../matching/address'
import type {Source} from '../model/source'
import {compileSource} from '../matching/matcher'
import {readPattern} from '../matching/pattern'
import {readRequest} from '../matching/request'
import {generateExampleUrls} from '../matching/example-urls'

type Captures = readonly string[]
export type ExampleUrl = {readonly url: string; readonly captures: Captures}

const maxUrls = 4

/** Returns what a source captures in a URL; undefined where it does not match. */
export function createCaptureFinder(source: Source): (url: string) => Captures | undefined {
  const compiled = compileSource({...source, filters: []})
  return url => {
    const result = 'fault' in compiled ? undefined : compiled.match(readRequest({url}))
    return result?.matched ? result.captures : undefined
  }
}

/** Returns a few URLs that a source matches, with its captures there. */
export function getExampleUrls(source: Source): readonly ExampleUrl[] {
  const read = readPattern(source)
  if ('fault' in read) return []
  const find = createCaptureFinder(source)
  const examples = generateExampleUrls(read.pattern)
    .flat()
    .flatMap((each): ExampleUrl[] => {
      const url = canonicalUrl(each)
      const captures = url === undefined ? undefined : find(url)
      return url !== undefined && captures ? [{url, captures}] : []
    })
  return examples.slice(0, maxUrls)
}

const getFilterValues = (
  source: Source,
  name: 'requestMethod' | 'resourceType' | 'pageDomains',
): readonly string[] | undefined => source.filters?.find(filter => filter[name]?.length)?.[name]

const areDomainsDisjoint = (one: Source, other: Source): boolean => {
  const [a, b] = [getFilterValues(one, 'pageDomains'), getFilterValues(other, 'pageDomains')]
  return (
    a !== undefined &&
    b !== undefined &&
    !a.some(each => b.some(domain => isOnDomain(each, domain) || isOnDomain(domain, each)))
  )
}

const areFiltersDisjoint = (one: Source, other: Source): boolean =>
  areDomainsDisjoint(one, other) ||
  (['requestMethod', 'resourceType'] as const).some(name => {
    const [a, b] = [getFilterValues(one, name), getFilterValues(other, name)]
    return a !== undefined && b !== undefined && !a.some(each => b.includes(each))
  })

type CachedExamples = {readonly find: ReturnType<typeof createCaptureFinder>; readonly urls: readonly string[]}
const cache = new WeakMap<Source, CachedExamples>()

function getCachedExamples(source: Source): CachedExamples {
  const read = cache.get(source) ?? {
    find: createCaptureFinder(source),
    urls: getExampleUrls(source).map(({url}) => url),
  }
  cache.set(source, read)
  return read
}

/** Whether a URL is known that both sources match. */
export function hasCommonUrl(one: Source, other: Source): boolean {
  if (areFiltersDisjoint(one, other)) return false
  const areEqual = one.operator === 'Equals' && other.operator === 'Equals' && one.key === other.key
  if (areEqual) return one.value.toLowerCase() === other.value.toLowerCase()
  const [a, b] = [getCachedExamples(one), getCachedExamples(other)]
  return a.urls.some(url => b.find(url)) || b.urls.some(url => a.find(url))
}
