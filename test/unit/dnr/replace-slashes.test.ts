import {describe, expect, it} from 'vitest'
import {aSource} from '../builders'
import {getExpectedUrls, translateReplace} from './replace-helpers'

const sources = [
  aSource('url', 'Contains', 'shop.test'),
  aSource('url', 'Contains', 'https://shop.test'),
  aSource('url', 'Contains', 'http'),
  aSource('url', 'Contains', 's://shop'),
  aSource('url', 'Contains', '//'),
  aSource('url', 'Contains', '//lib'),
  aSource('url', 'Contains', '/lib/'),
  aSource('url', 'Contains', '//shop.test'),
  aSource('url', 'Wildcard_Matches', '*'),
  aSource('url', 'Wildcard_Matches', '*shop.test*'),
  aSource('url', 'Wildcard_Matches', '*://shop.test/*'),
  aSource('url', 'Wildcard_Matches', 'https://shop.test/*'),
  aSource('url', 'Matches', '.*'),
  aSource('url', 'Matches', 'shop|store'),
  aSource('url', 'Matches', '^https?://shop'),
  aSource('host', 'Equals', 'shop.test'),
  aSource('host', 'Contains', 'shop'),
  aSource('path', 'Contains', '/lib'),
  aSource('path', 'Wildcard_Matches', '/*'),
]
const changes = [
  ['//', '/'],
  ['//', ''],
  ['/\\/{2,}/', '/'],
  ['/\\/\\/+/', '/'],
  ['/\\/+/', '/'],
] as const
const addresses = [
  'https://shop.test/lib/a',
  'https://shop.test//lib/a',
  'https://shop.test/lib//a.js',
  'https://shop.test//lib//a',
  'https://shop.test///lib/a',
  'https://shop.test/lib/a?u=https://x.test/',
  'https://shop.test/a?next=//lib/',
  'http://shop.test/a?b=1//2',
  'https://lib/a//b',
  'http://other.test//lib/a',
]

describe('a Replace rule that matches the slashes of the scheme', () => {
  it.each(changes)('replaces all other slashes, since the browser restores these: %s by “%s”', (from, to) => {
    const astray = sources.flatMap(source =>
      addresses.flatMap(url => {
        const led = translateReplace(source, from, to).lead(url).url
        return getExpectedUrls(source, from, to, url).includes(led)
          ? []
          : [`${source.key} ${source.value}: ${url} to ${led}`]
      }),
    )
    expect(astray).toEqual([])
  })

  it('does not count a character replaced by itself as a change', () => {
    const {lead} = translateReplace(aSource('url', 'Contains', 'shop.test'), '/-+/', '-')
    expect(lead('https://shop.test/a--b-c---d').url).toBe('https://shop.test/a-b-c-d')
    const lazily = translateReplace(aSource('url', 'Contains', 'shop.test'), '/-+?/', '-')
    expect(lazily.lead('https://shop.test/a--b').url).toBe('https://shop.test/a--b')
  })
})
