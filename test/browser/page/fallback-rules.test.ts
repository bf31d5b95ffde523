import type {Page} from '@playwright/test'
import type {RuleType} from '../../../src/model/rules'
import type {Site} from '../../site/site'
import {ask, deleteRules, readLibrary} from '../ask'
import {expect, fetched, make, where} from '../fixtures'
import {test} from '../shared'
import {inSteps} from '../steps'

/** Chrome rejects each regex. Each matches /api/old… of shop.test. */
const refused = [
  '/api/(?=old)',
  '(?<!new)/api/old',
  // Needs too much memory.
  'shop(\\.test|\\/v1|cart){1,300}.*/api/old',
]

/** The effect of a rule of each type on /api/old-a?x=1. */
const deeds: readonly (readonly [RuleType, (site: Site) => object, string | null])[] = [
  ['Redirect', site => ({destinationType: 'url', destination: site.url('other.test', '/api/new')}), '/api/new'],
  ['Replace', () => ({from: 'old', to: 'young'}), '/api/young-a?x=1'],
  ['QueryParam', () => ({modifications: [{type: 'Modify', param: 'x', value: '2'}]}), '/api/old-a?x=2'],
  ['Cancel', () => ({}), null],
]

const old = '/api/old-a?x=1'
const problemsIn = async (quiet: Page) =>
  (await readLibrary(quiet)).rules.map(({problems}) => problems.map(({code}) => code))

const byXhr = (page: Page, url: string, isAsync = true) =>
  page.evaluate(
    ([asked, later]) =>
      new Promise<string | null>(done => {
        const xhr = new XMLHttpRequest()
        xhr.open('POST', asked, later)
        xhr.setRequestHeader('x-own', 'kept')
        xhr.addEventListener('load', () => done(xhr.responseURL))
        xhr.addEventListener('error', () => done(null))
        try {
          xhr.send('sent')
        } catch {
          done(null)
        }
      }),
    [url, isAsync] as const,
  )

const paths = (site: Site) =>
  site.requests(({path}) => path !== '/favicon.ico').map(({url}) => url.replace(/^http:\/\/[^/]*/, ''))

test(
  'fallback rules apply in pages, frames and navigations',
  inSteps({
    'a regex that Chrome rejects works in pages and navigations': async ({quiet, shop, site}) => {
      const destination = site.url('other.test', '/api/new')
      for (const regex of refused) {
        await deleteRules(quiet)
        await shop.goto(site.url('shop.test'))
        site.clear()
        await make(quiet, 'Redirect', [{source: where('url', 'Matches', regex), destinationType: 'url', destination}])
        expect(await problemsIn(quiet)).toEqual([['regex-in-part']])
        expect((await fetched(shop, site.url('shop.test', old)))?.url).toBe(destination)
        expect((await fetched(shop, site.url('shop.test', '/api/else')))?.url).toBe(site.url('shop.test', '/api/else'))
        await shop.goto(site.url('shop.test', old))
        await shop.waitForURL(destination)
        expect(paths(site)).toEqual(['/api/new', '/api/else', '/api/new'])
      }
    },
    'each type of fallback rule applies to fetch, XHR, pages and frames': async ({quiet, shop, site}) => {
      for (const [type, does, lands] of deeds) {
        await deleteRules(quiet)
        await shop.goto(site.url('shop.test'))
        site.clear()
        const source = where('url', 'Matches', '/api/(?=old)')
        await make(quiet, type, [{source, ...does(site)}])
        const url = site.url('shop.test', old)
        const answer = await fetched(shop, url, {method: 'POST', body: 'sent', headers: {'x-own': 'kept'}})
        expect(await byXhr(shop, url)).toBe(answer?.url ?? null)
        expect(await byXhr(shop, url, false)).toBe(answer?.url ?? null)
        if (lands === null) {
          expect([answer, paths(site)]).toEqual([null, []])
          await shop.goto(url)
          await expect(shop.getByText('A Switchyard rule stopped this page.')).toBeVisible()
          expect(paths(site)).toEqual([])
          continue
        }
        expect(answer).toMatchObject({redirected: true, status: 200})
        const posts = site.log.filter(({method}) => method === 'POST')
        expect(posts.map(each => [each.url.replace(/^http:\/\/[^/]*/, ''), each.body, each.headers['x-own']])).toEqual(
          Array.from({length: 3}, () => [lands, 'sent', 'kept']),
        )
        site.clear()
        await shop.evaluate(
          asked => document.body.append(Object.assign(document.createElement('iframe'), {src: asked})),
          url,
        )
        await expect.poll(() => paths(site)).toEqual([lands])
        await shop.goto(url)
        await shop.waitForURL(each => each.href.endsWith(lands))
        expect(paths(site)).toEqual([lands, lands])
      }
    },
    'a navigation that a fallback rule does not match keeps its URL and fragment': async ({quiet, shop, site}) => {
      await make(quiet, 'Cancel', [{source: where('url', 'Matches', '/api/(?!new)')}])
      await shop.goto(site.url('shop.test', '/api/new?a=b#part'))
      await shop.waitForURL(site.url('shop.test', '/api/new?a=b#part'))
      expect(paths(site)).toEqual(['/api/new?a=b'])
    },
  }),
)

test(
  'order, switches, filters and delays apply to fallback rules',
  inSteps({
    'type order and list order hold between browser rules and fallback rules': async ({quiet, shop, site}) => {
      const goes = (path: string) => ({destinationType: 'url', destination: site.url('shop.test', path)})
      const plain = where('path', 'Contains', '/api/old')
      const ahead = where('url', 'Matches', '/api/(?=old)')
      const url = site.url('shop.test', old)
      const land = async () => {
        const answer = (await fetched(shop, url))?.url ?? null
        await shop.goto(url)
        if (answer !== null) await shop.waitForURL(answer)
        const place = shop.url()
        await shop.goto(site.url('shop.test', '/'))
        return [answer, place].map(each => each?.replace(/^http:\/\/[^/]*/, ''))
      }
      const upper = await make(quiet, 'Redirect', [{source: plain, ...goes('/api/plain')}])
      const lower = await make(quiet, 'Redirect', [{source: ahead, ...goes('/api/ahead')}])
      expect(await land()).toEqual(['/api/plain', '/api/plain'])
      await ask(quiet, 'rules.move', {moves: [{ids: [lower], before: upper, groupId: ''}]})
      expect(await land()).toEqual(['/api/ahead', '/api/ahead'])
      await ask(quiet, 'rules.switch', {ids: [lower], on: false})
      expect(await land()).toEqual(['/api/plain', '/api/plain'])
      // A redirect precedes changes of the query, which apply to its target.
      await make(quiet, 'QueryParam', [
        {source: where('url', 'Matches', '/api/(?=old|plain)'), modifications: [{type: 'Add', param: 'q', value: '1'}]},
      ])
      expect(await land()).toEqual(['/api/plain?q=1', '/api/plain?q=1'])
    },
    'pause, groups and switches apply to fallback rules at once': async ({quiet, shop, site}) => {
      const group = await ask(quiet, 'group.create', {payload: {name: 'G', objectType: 'group', status: 'Active'}})
      await make(quiet, 'Cancel', [{source: where('url', 'Matches', '/api/(?=old)')}], {groupId: group.id})
      const url = site.url('shop.test', old)
      const stopped = async () => (await fetched(shop, url)) === null
      expect(await stopped()).toBe(true)
      await ask(quiet, 'rules.pause', {paused: true})
      expect(await stopped()).toBe(false)
      await ask(quiet, 'rules.pause', {paused: false})
      expect(await stopped()).toBe(true)
      await ask(quiet, 'group.change', {id: group.id, changes: {status: 'Inactive'}})
      expect(await stopped()).toBe(false)
      await shop.goto(url)
      expect(shop.url()).toBe(url)
    },
    'filters apply to fallback rules, and a rule that cannot match is left out': async ({quiet, shop, site}) => {
      const ahead = (filter: object) => ({source: where('url', 'Matches', '/api/(?=old)', filter)})
      await make(quiet, 'Cancel', [ahead({requestMethod: ['PUT']}), ahead({resourceType: ['script']})])
      expect((await readLibrary(quiet)).rules[0]?.problems).toMatchObject([
        {code: 'regex-in-part', pair: 0, params: {works: {code: 'fetchAndXhr'}}},
        {code: 'regex-refused', pair: 1},
      ])
      const url = site.url('shop.test', old)
      expect(await fetched(shop, url)).not.toBeNull()
      expect(await fetched(shop, url, {method: 'PUT', body: 'x'})).toBeNull()
    },
    'a Headers or UserAgent rule whose regex Chrome rejects is left out': async ({quiet}) => {
      const source = where('url', 'Matches', '/api/(?=old)')
      await make(quiet, 'Headers', [{source, modifications: [{type: 'Modify', header: 'x-a', value: '1'}]}])
      await make(quiet, 'UserAgent', [{source, userAgent: 'Own/1.0'}])
      for (const problems of await problemsIn(quiet)) expect(problems).toContain('regex-refused')
    },
    'a Delay rule for the target of a fallback redirect waits once': async ({quiet, shop, site}) => {
      await make(quiet, 'Redirect', [
        {
          source: where('url', 'Matches', '/api/(?=old)'),
          destinationType: 'url',
          destination: site.url('shop.test', '/api/new'),
        },
      ])
      await make(quiet, 'Delay', [{source: where('path', 'Equals', '/api/new'), delay: 1500}])
      for (const open of [
        () => fetched(shop, site.url('shop.test', old)),
        () => shop.goto(site.url('shop.test', old)).then(() => shop.waitForURL(/new$/)),
      ]) {
        site.clear()
        const from = Date.now()
        await open()
        const [first] = site.log
        expect(first?.path).toBe('/api/new')
        expect((first?.at ?? 0) - from).toBeGreaterThanOrEqual(1500)
        expect((first?.at ?? 0) - from).toBeLessThan(3000)
      }
    },
    'a Cancel fallback rule above or below a Delay rule stops a page at once': async ({quiet, shop, site}) => {
      for (const order of ['above', 'below'] as const) {
        await deleteRules(quiet)
        const stops = () =>
          make(quiet, 'Cancel', [{source: where('url', 'Matches', '^http://shop\\.test:\\d+/(?!late)')}])
        const delay = () =>
          make(quiet, 'Delay', [
            {source: where('path', 'Equals', '/late', {resourceType: ['main_frame']}), delay: 500},
            {source: where('path', 'Equals', '/stopped'), delay: 60_000},
          ])
        for (const each of order === 'above' ? [stops, delay] : [delay, stops]) await each()
        site.clear()
        const from = Date.now()
        await shop.goto(site.url('shop.test', '/late'))
        // The next navigation must not begin before this one is committed.
        await shop.waitForURL(site.url('shop.test', '/late'))
        expect(paths(site)).toEqual(['/late'])
        const [late] = site.log
        expect((late?.at ?? 0) - from).toBeGreaterThanOrEqual(500)
        await shop.goto(site.url('shop.test', '/stopped'))
        await expect(shop.getByText('A Switchyard rule stopped this page.')).toBeVisible()
        expect(paths(site)).toEqual(['/late'])
      }
    },
    'a captured URL that is percent-encoded is decoded': async ({quiet, shop, site}) => {
      const source = where('url', 'Matches', '^http://shop\\.test:\\d+/link\\?u=(.*)$')
      await make(quiet, 'Redirect', [{source, destinationType: 'url', destination: '$1'}])
      expect(await problemsIn(quiet)).toEqual([[]])
      const destination = site.url('other.test', '/api/new?a=1&b=2')
      await shop.goto(site.url('shop.test'))
      for (const written of [encodeURIComponent(destination), destination]) {
        const url = site.url('shop.test', `/link?u=${written}`)
        expect((await fetched(shop, url))?.url).toBe(destination)
        site.clear()
        await shop.goto(url)
        await shop.waitForURL(destination)
        expect(paths(site)).toEqual(['/api/new?a=1&b=2'])
        await shop.goto(site.url('shop.test'))
      }
    },
    'a regex with nested quantifiers matches without blocking the page': async ({quiet, shop, site}) => {
      // The regex engine of JavaScript would never finish for these requests.
      const source = where('url', 'Matches', '/blocks/(.*)+/(.*)+\\.(js|css)$/')
      const fetches = {...source, filters: [{resourceType: ['xmlhttprequest']}]}
      await make(quiet, 'Response', [{source: fetches, type: 'static', value: 'mocked'}])
      await make(quiet, 'Request', [{source, type: 'static', value: 'changed'}])
      await make(quiet, 'Delay', [{source, delay: 1}])
      await make(quiet, 'Redirect', [
        {
          source: where('url', 'Matches', '(?=.*blocks)/blocks/((a+)+)+$'),
          destinationType: 'url',
          destination: site.url('other.test', '/led'),
        },
      ])
      const hostile = `/blocks/${'a'.repeat(100)}.jsx`
      expect((await fetched(shop, hostile))?.text).not.toBe('mocked')
      expect(await byXhr(shop, hostile)).toBe(site.url('shop.test', hostile))
      expect((await fetched(shop, '/blocks/a/b.js', {method: 'POST', body: 'sent'}))?.text).toBe('mocked')
      expect(site.requests(({path}) => path === '/blocks/a/b.js').map(({body}) => body)).toEqual(['changed'])
      await shop.goto(site.url('shop.test', hostile))
      await shop.waitForURL(site.url('shop.test', hostile))
      await shop.goto(site.url('shop.test', '/blocks/a/b.js'))
      await shop.waitForURL(site.url('shop.test', '/blocks/a/b.js'))
    },
  }),
)
