import type {RuleType} from '../../src/model/rules'
import {ask, readLibrary} from './ask'
import {expect, fetched, make, where} from './fixtures'
import {test} from './shared'
import {inSteps} from './steps'

const byType: readonly [string, object][] = [
  ['QueryParam', {modifications: [{param: 'a', type: 'Add', value: '1'}]}],
  ['Replace', {from: 'v1', to: 'v2'}],
  ['Response', {type: 'static', value: '{"mocked": true}'}],
  ['Redirect', {destinationType: 'url', destination: ''}],
  ['Delay', {delay: 400}],
  ['Cancel', {}],
]

const byRegex: readonly [key: 'url' | 'host', regex: string, destination: string, goes: string][] = [
  ['url', '^http://shop\\.test:\\d+/(.*)', '/$1', '/app.html?a=1#/cart?x=1'],
  ['url', '^http://shop\\.test:\\d+/(.*)$', '/$1', '/app.html?a=1#/cart?x=1'],
  ['url', '/(?:no|app)\\.([a-z]+)', '/to.$1', '/to.html#/cart?x=1'],
  ['url', 'shop\\.test:\\d+/(.*)', '/$1#here', '/app.html?a=1#here'],
  ['host', '^sh(op)\\.test', '/$1', '/op#/cart?x=1'],
]

test(
  'types have a fixed order, and redirects keep captures and fragments',
  inSteps({
    'the order of types is fixed, whatever the list order': async ({quiet, shop, site}) => {
      const source = where('host', 'Equals', 'shop.test')
      const ids: string[] = []
      for (const [ruleType, fields] of byType) {
        const pair = {
          ...fields,
          source:
            ruleType === 'Response' ? where('host', 'Equals', 'shop.test', {resourceType: ['main_frame']}) : source,
          ...(ruleType === 'Redirect' ? {destination: site.url('other.test', '/to.html')} : {}),
        }
        ids.push(await make(quiet, ruleType as RuleType, [pair]))
      }
      // The outcome of the navigation: from the server's log, or the URL if no request was sent.
      const outcome = (started: number) => {
        if (shop.url().startsWith('chrome-error:')) return 'cancelled'
        if (shop.url().startsWith('data:')) return 'mocked'
        const [seen] = site.requests(({path}) => path.endsWith('.html'))
        if (seen === undefined) return 'nothing yet'
        return `${seen.at - started >= 400 ? 'later ' : ''}${seen.host}${seen.path}${seen.query.size > 0 ? '?' : ''}${seen.query}`
      }
      // The weakest rule is first in the list. They are switched off one by one, from the last.
      const expected = [
        'cancelled',
        'later other.test/to.html',
        'other.test/to.html',
        'mocked',
        'shop.test/v2.html?a=1',
        'shop.test/v1.html?a=1',
      ]
      for (const id of ids.toReversed()) {
        await shop.goto('about:blank')
        site.clear()
        const started = Date.now()
        await shop.goto(site.url('shop.test', '/v1.html')).catch(() => undefined)
        const becomes = expected.shift() ?? ''
        await expect.poll(() => outcome(started)).toBe(becomes)
        // The server sees it before the page is there, and a page under way cannot be left.
        if (becomes.includes('.html')) await shop.waitForURL(/^http.*\.html/)
        await ask(quiet, 'rules.switch', {ids: [id], on: false})
      }
    },
    'two replacements that undo each other do not loop': async ({quiet, shop, site}) => {
      const source = where('host', 'Equals', 'shop.test')
      await make(quiet, 'Replace', [{source, from: 'v1', to: 'v2'}])
      const second = await make(quiet, 'Replace', [{source, from: 'v2', to: 'v1'}])
      const answer = await fetched(shop, site.url('shop.test', '/api/v1/a'))
      expect(answer?.url).toBe(site.url('shop.test', '/api/v2/a'))
      const {rules} = await readLibrary(quiet)
      expect(rules.find(({id}) => id === second)?.problems).toMatchObject([{code: 'loop'}])
    },
    'a wildcard redirect keeps the fragment': async ({quiet, shop, site}) => {
      await make(quiet, 'Redirect', [
        {
          source: where('url', 'Wildcard_Matches', site.url('shop.test', '/old/*')),
          destinationType: 'url',
          destination: site.url('other.test', '/$1'),
        },
      ])
      await shop.goto(site.url('shop.test', '/old/app.html?a=1#/cart?x=1'))
      expect(shop.url()).toBe(site.url('other.test', '/app.html?a=1#/cart?x=1'))
      await shop.goto(site.url('shop.test', '/old/app.html'))
      expect(shop.url()).toBe(site.url('other.test', '/app.html'))
    },
    'a redirect by a regex fills its captures and keeps the fragment': async ({quiet, shop, site}) => {
      for (const [key, regex, destination, goes] of byRegex) {
        const id = await make(quiet, 'Redirect', [
          {
            source: where(key, 'Matches', regex),
            destinationType: 'url',
            destination: site.url('other.test', destination),
          },
        ])
        await shop.goto(site.url('shop.test', '/app.html?a=1#/cart?x=1'))
        expect(shop.url()).toBe(site.url('other.test', goes))
        await ask(quiet, 'rules.delete', {ids: [id]})
      }
    },
    'the last change of a header wins, and a capture may be a port': async ({quiet, shop, site}) => {
      await make(quiet, 'Headers', [
        {
          source: where('path', 'Equals', '/echo'),
          modifications: [
            {header: 'X-Env', type: 'Remove'},
            {header: 'X-Env ', type: 'Modify', value: 'late'},
          ],
        },
      ])
      await make(quiet, 'Redirect', [
        {
          source: where('url', 'Wildcard_Matches', 'http://p*.test:*/*'),
          destinationType: 'url',
          destination: 'http://shop.test:$1/$3',
        },
      ])
      await fetched(shop, `http://p${site.port}.test:${site.port}/echo`)
      expect(site.log.map(({url, headers}) => [url, headers['x-env']])).toEqual([
        [site.url('shop.test', '/echo'), 'late'],
      ])
    },
  }),
)
