import type {Page} from '@playwright/test'
import type {RuleType} from '../../../src/contract/rules'
import type {Site} from '../../site/site'
import {readLibrary} from '../ask'
import {expect, fetched, make, where} from '../fixtures'
import {test} from '../shared'

/** What a rule of each type does to /api/pay?x=1 where a payment is sent; null where it stops it. */
const deeds: readonly (readonly [RuleType, (site: Site) => object, string | null])[] = [
  ['Redirect', site => ({destinationType: 'url', destination: site.url('other.test', '/api/new')}), '/api/new'],
  ['Replace', () => ({from: 'pay', to: 'later'}), '/api/later?x=1'],
  ['QueryParam', () => ({modifications: [{type: 'Modify', param: 'x', value: '2'}]}), '/api/pay?x=2'],
  ['Cancel', () => ({}), null],
]
const asked = '/api/pay?x=1'
const source = where('path', 'Equals', '/api/pay', {requestPayload: {key: 'operationName', value: 'Pay'}})

/** Sends a text by every way that scripts know, and answers where each came to. */
const sent = (page: Page, url: string, text: string) =>
  page.evaluate(
    async ([to, body]) => {
      const byFetch = async (given: BodyInit, from = to) =>
        fetch(new Request(from, {method: 'POST', body: given})).then(
          answer => answer.url,
          () => null,
        )
      const byXhr = (isAsync: boolean) =>
        new Promise<string | null>(done => {
          const xhr = new XMLHttpRequest()
          xhr.open('POST', to, isAsync)
          xhr.addEventListener('load', () => done(xhr.responseURL))
          xhr.addEventListener('error', () => done(null))
          try {
            xhr.send(body)
          } catch {
            done(null)
          }
        })
      return [
        await byFetch(body),
        await byFetch(new Blob([body])),
        await byFetch(new TextEncoder().encode(body)),
        await byXhr(true),
        await byXhr(false),
      ].map(each => each?.replace(/^http:\/\/[^/]*/, '') ?? null)
    },
    [url, text] as const,
  )

for (const [type, does, lands] of deeds)
  test(`a ${type} rule that looks at the payload acts on fetch and XMLHttpRequest, and on nothing else`, async ({
    quiet,
    shop,
    site,
  }) => {
    await make(quiet, type, [{source, ...does(site)}])
    expect((await readLibrary(quiet)).rules[0]?.problems.map(({code}) => code)).toEqual(['payload-in-part'])
    const url = site.url('shop.test', asked)
    expect(await sent(shop, url, '{"operationName":"Pay"}')).toEqual(Array.from({length: 5}, () => lands))
    expect(await sent(shop, url, 'id=7&operationName=Pay')).toEqual(Array.from({length: 5}, () => lands))
    const bodies = site.log
      .filter(({method, path}) => method === 'POST' && path.startsWith('/api/'))
      .map(each => each.body)
    expect(new Set(bodies)).toEqual(
      new Set(lands === null ? [] : ['{"operationName":"Pay"}', 'id=7&operationName=Pay']),
    )
    expect(await sent(shop, url, '{"operationName":"List"}')).toEqual(Array.from({length: 5}, () => asked))
    expect((await fetched(shop, url))?.url).toBe(url)
    // A page has no payload, whatever its query says.
    const opened = site.url('shop.test', '/api/pay?operationName=Pay')
    await shop.goto(opened)
    expect(shop.url()).toBe(opened)
  })
