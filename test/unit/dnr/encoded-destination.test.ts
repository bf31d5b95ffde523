import {describe, expect, it} from 'vitest'
import type {Source} from '../../../src/model/source'
import type {ResourceType} from '../../../src/model/source'
import {translateRule} from '../../../src/dnr/translate'
import {explainVerdict} from '../../../src/ui/sentences/verdict'
import {getExplanationText} from '../../../src/ui/sentences/explanation-segments'
import {aPair, aRule, aSource} from '../builders'
import {aRequest, explained} from '../ui/explained'

const unwrap = (source: Source, destination = '$1') =>
  aRule('Redirect', {pairs: [aPair('Redirect', {source, destination})]})
const matches = (value: string) => aSource('url', 'Matches', value)
const link = matches('/^http:\\/\\/out\\.test\\/link\\?u=(.*)$/')
const encoded = 'http://out.test/link?u=https%3A%2F%2Fshop.test%2Fcart%3Fid%3D1'
const plain = 'http://out.test/link?u=https://shop.test/cart?id=1'

describe('a redirect to a capture that can be an encoded URL', () => {
  it('sends pages with an encoded URL through the delay page, and no others', () => {
    const {templates, problems, fallbackPairs} = translateRule(unwrap(link))
    expect(problems).toEqual([])
    expect(fallbackPairs).toEqual([0])
    expect(templates.map(({isBroader, condition}) => [isBroader, condition.resourceTypes?.join()])).toMatchObject([
      [true, 'main_frame,sub_frame'],
      [undefined, expect.stringContaining('script')],
    ])
    const [page, all] = templates.map(({condition}) => new RegExp(condition.regexFilter ?? 'none'))
    expect([encoded, plain].map(url => page?.test(url))).toEqual([true, false])
    expect([encoded, plain].map(url => all?.test(url))).toEqual([true, true])
    expect(page?.test('http://other.test/?u=https%3A%2F%2Fshop.test')).toBe(false)
  })

  it.each([
    [aSource('url', 'Wildcard_Matches', '*://out.test/?to=*'), '$2', [0]],
    [matches('^http://out\\.test/\\?a=(\\d+)&u=([^&]+)'), '$2', [0]],
    [matches('^http://out\\.test/\\?u=(https%3A%2F%2F[^&]+)'), '$1', [0]],
    [matches('^http://out\\.test/(https?://.*)'), '$1', []],
    [link, 'https://proxy.test/$1', []],
    [link, '$1/a', []],
  ])('is one where the capture can hold it: %o to %s', (source, destination, pairs) => {
    expect(translateRule(unwrap(source, destination)).fallbackPairs).toEqual(pairs)
  })

  it.each([
    ['main_frame', encoded, 'https://shop.test/cart?id=1'],
    ['xmlhttprequest', encoded, 'https://shop.test/cart?id=1'],
    ['script', encoded, encoded],
    ['main_frame', plain, 'https://shop.test/cart?id=1'],
    ['script', plain, 'https://shop.test/cart?id=1'],
    [
      'main_frame',
      'http://out.test/link?u=https%3A%2F%2Fa.test%2F%E4',
      'http://out.test/link?u=https%3A%2F%2Fa.test%2F%E4',
    ],
  ] as const satisfies readonly (readonly [ResourceType, string, string])[])(
    'a %s to %s ends at %s',
    (resourceType, url, finalUrl) => {
      expect(explained({draft: unwrap(link), request: {resourceType, url}}).finalUrl).toBe(finalUrl)
    },
  )

  it('explains why other requests stay the same', () => {
    const tested = {resourceType: 'script', url: encoded} as const
    const {draft} = explained({draft: unwrap(link), request: tested})
    expect(draft.kind).toBe('not-applied')
    expect(getExplanationText(explainVerdict(draft, aRequest(tested)))).toMatch(
      /can’t decode a captured URL.*script\.$/,
    )
  })
})
