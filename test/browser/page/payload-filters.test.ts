import type {Page} from '@playwright/test'
import type {RuleType} from '../../../src/model/rules'
import type {Site} from '../../site/site'
import {readLibrary} from '../ask'
import {expect, fetched, make, where} from '../fixtures'
import {test} from '../shared'

/** The effect of a rule of each type on a payment to /api/pay?x=1; null if it is blocked. */
const deeds: readonly (readonly [RuleType, (site: Site) => object, string | null])[] = [
  ['Redirect', site => ({destinationType: 'url', destination: site.url('other.test', '/api/new')}), '/api/new'],
  ['Replace', () => ({from: 'pay', to: 'later'}), '/api/later?x=1'],
  ['QueryParam', () => ({modifications: [{type: 'Modify', param: 'x', value: '2'}]}), '/api/pay?x=2'],
  ['Cancel', () => ({}), null],
]
const asked = '/api/pay?x=1'
const source = where('path', 'Equals', '/api/pay', {requestPayload: {key: 'operationName', value: 'Pay'}})

/** Sends a text with every API of a page, and returns the final URLs. */
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
  test(`a ${type} rule with a payload filter applies to fetch and XMLHttpRequest only`, async ({quiet, shop, site}) => {
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
    // A navigation has no payload, whatever its query is.
    const opened = site.url('shop.test', '/api/pay?operationName=Pay')
    await shop.goto(opened)
    expect(shop.url()).toBe(opened)
  })

test('a payload filter reads form fields and does not change the request', async ({quiet, shop, site}) => {
  const send = () =>
    shop.evaluate(async () => {
      const form = (step: string) => {
        const body = new FormData()
        body.append('step', step)
        body.append('tag', 'x')
        body.append('tag', 'y "z"')
        body.append('file', new File([new Uint8Array([0, 255, 13, 10])], 'a.bin'))
        return body
      }
      const byXhr = (body: FormData) =>
        new Promise<string>(done => {
          const xhr = new XMLHttpRequest()
          xhr.open('POST', '/api/steps')
          xhr.addEventListener('load', () => done(xhr.responseText))
          xhr.send(body)
        })
      const said: string[] = []
      for (const step of ['1', '2', '3']) {
        const answers = [
          await fetch('/api/steps', {method: 'POST', body: form(step)}).then(answer => answer.text()),
          await fetch(new Request('/api/steps', {method: 'POST', body: form(step)})).then(answer => answer.text()),
          await byXhr(form(step)),
        ]
        said.push(...answers.map(each => (each === 'mock' ? each : 'server')))
      }
      return said
    })
  const log = () =>
    site.log.map(({method, path, body, headers}) => {
      const boundary = /boundary=(.+)$/.exec(headers['content-type'] ?? '')?.[1] ?? 'none'
      return [method, path, body.replaceAll(boundary, 'boundary'), headers['content-length']]
    })
  await send()
  const native = log()
  site.clear()
  const both = [
    ['step', '2'],
    ['tag', 'y "z"'],
  ].map(([key, value]) => ({requestPayload: {key, value}}))
  const onBoth = {...where('path', 'Equals', '/api/steps'), filters: both}
  await make(quiet, 'Response', [{source: onBoth, type: 'static', value: 'mock', serveWithoutRequest: true}])
  await shop.reload()
  site.clear()
  const three = (answer: string) => [answer, answer, answer]
  expect(await send()).toEqual([...three('server'), ...three('mock'), ...three('server')])
  expect(native.length).toBe(9)
  expect(log()).toEqual([...native.slice(0, 3), ...native.slice(6)])
})

test('a Cancel rule with a payload filter precedes a delay', async ({quiet, shop, site}) => {
  await make(quiet, 'Cancel', [{source}])
  // Longer than the timeout of a test.
  await make(quiet, 'Delay', [{source: where('path', 'Equals', '/api/pay'), delay: 60_000}])
  await shop.reload()
  site.clear()
  const stopped = await shop.evaluate(
    url =>
      fetch(url, {method: 'POST', body: '{"operationName":"Pay"}'}).then(
        () => 'sent',
        () => 'stopped',
      ),
    site.url('shop.test', asked),
  )
  expect(stopped).toBe('stopped')
  expect(site.log.filter(({method}) => method === 'POST')).toEqual([])
})
