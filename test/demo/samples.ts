import type {Page} from '@playwright/test'
import type {RuleType} from '../../src/model/rules'
import type {SiteRequest} from '../site/answers'
import type {Site} from '../site/site'

/** The result of one request: what the server received and what the page got. */
export type Outcome = {readonly server: string; readonly page: string}

/** A rule and a request that shows its effect. */
export type Sample = {
  readonly ruleType: RuleType
  readonly name: string
  readonly pair: (site: Site) => object
  readonly request: string
  readonly run: (page: Page, site: Site) => Promise<Outcome>
}

const host = 'shop.test'
const onShop = {key: 'host', operator: 'Equals', value: host}

const describeRequest = (request: SiteRequest | undefined) =>
  request === undefined
    ? 'nothing'
    : `${request.method} ${request.path}${request.query.size > 0 ? `?${request.query}` : ''}`

/** Fetches a URL from a page and returns what the server received and what the page got. */
async function fetchInPage(
  page: Page,
  site: Site,
  url: string,
  look: (text: string, response: {url: string; headers: Record<string, string>}) => string,
  see: (seen: SiteRequest | undefined) => string = describeRequest,
): Promise<Outcome> {
  site.clear()
  const got = await page.evaluate(async asked => {
    try {
      const response = await fetch(asked)
      return {url: response.url, headers: Object.fromEntries(response.headers), text: await response.text()}
    } catch (error) {
      return String(error)
    }
  }, url)
  return {server: see(site.requests().at(-1)), page: typeof got === 'string' ? got : look(got.text, got)}
}

const toPath = (url: string) => new URL(url).pathname + new URL(url).search

export const samples: readonly Sample[] = [
  {
    ruleType: 'Redirect',
    name: 'Old API to new API',
    pair: site => ({
      source: {key: 'url', operator: 'Wildcard_Matches', value: site.url(host, '/old/*')},
      destinationType: 'url',
      destination: site.url(host, '/api/$1'),
    }),
    request: 'fetch /old/cart.json',
    run: (page, site) => fetchInPage(page, site, site.url(host, '/old/cart.json'), (_, {url}) => toPath(url)),
  },
  {
    ruleType: 'Cancel',
    name: 'Stop the tracker',
    pair: () => ({source: {key: 'path', operator: 'Contains', value: '/tracker'}}),
    request: 'fetch /api/tracker',
    run: (page, site) => fetchInPage(page, site, site.url(host, '/api/tracker'), () => 'an answer'),
  },
  {
    ruleType: 'Replace',
    name: 'v1 to v2',
    pair: () => ({source: onShop, from: '/v1/', to: '/v2/'}),
    request: 'fetch /api/v1/items',
    run: (page, site) => fetchInPage(page, site, site.url(host, '/api/v1/items'), (_, {url}) => toPath(url)),
  },
  {
    ruleType: 'Headers',
    name: 'Staging',
    pair: () => ({
      source: {key: 'path', operator: 'Equals', value: '/echo'},
      modifications: [
        {header: 'X-Env', type: 'Modify', value: 'staging', target: 'Request'},
        {header: 'X-Site', type: 'Modify', value: 'changed', target: 'Response'},
      ],
    }),
    request: 'fetch /echo',
    run: (page, site) =>
      fetchInPage(
        page,
        site,
        site.url(host, '/echo'),
        (_, {headers}) => `x-site: ${headers['x-site'] ?? 'none'}`,
        seen => `x-env: ${seen?.headers['x-env'] ?? 'none'}`,
      ),
  },
  {
    ruleType: 'UserAgent',
    name: 'As Safari on iOS',
    pair: () => ({
      source: {key: 'path', operator: 'Contains', value: '/agent'},
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    }),
    request: 'fetch /api/agent',
    run: (page, site) =>
      fetchInPage(
        page,
        site,
        site.url(host, '/api/agent'),
        () => 'an answer',
        seen =>
          `${/iPhone|Linux|Windows|Mac/.exec(seen?.headers['user-agent'] ?? '')?.[0] ?? 'nothing'}, hints: ${seen?.headers['sec-ch-ua'] === undefined ? 'none' : 'sent'}`,
      ),
  },
  {
    ruleType: 'QueryParam',
    name: 'Force German',
    pair: () => ({
      source: {key: 'path', operator: 'Equals', value: '/api/list'},
      modifications: [
        {param: 'lang', type: 'Add', value: 'de'},
        {param: 'region', type: 'Remove'},
      ],
    }),
    request: 'fetch /api/list?lang=en&region=us',
    run: (page, site) =>
      fetchInPage(page, site, site.url(host, '/api/list?lang=en&region=us'), (_, {url}) => toPath(url)),
  },
  {
    ruleType: 'Request',
    name: 'Always buy 3',
    pair: () => ({
      source: {key: 'path', operator: 'Equals', value: '/api/buy'},
      type: 'code',
      value: 'function (args) {\n  return {...args.bodyAsJson, qty: 3}\n}',
    }),
    request: 'POST /api/buy {"qty": 1}, by code',
    async run(page, site) {
      site.clear()
      await page.evaluate(
        async url => void (await fetch(url, {method: 'POST', body: '{"qty": 1}'})),
        site.url(host, '/api/buy'),
      )
      return {server: site.requests(({method}) => method === 'POST').at(-1)?.body ?? 'nothing', page: 'an answer'}
    },
  },
  {
    ruleType: 'Response',
    name: 'Mock the script',
    pair: () => ({
      source: {key: 'path', operator: 'Equals', value: '/library.js', filters: [{resourceType: ['script']}]},
      type: 'static',
      value: 'window.library = "mocked"',
    }),
    request: 'a page with <script src=/library.js>',
    async run(page, site) {
      site.clear()
      await page.goto(site.url(host, '/?with=/library.js'))
      return {
        server: describeRequest(site.requests(({path: asked}) => asked === '/library.js').at(-1)),
        page: `library: ${String(await page.evaluate('window.library ?? window.ran'))}`,
      }
    },
  },
  {
    ruleType: 'Response',
    name: 'Sold out',
    pair: () => ({
      source: {key: 'path', operator: 'Equals', value: '/api/stock'},
      type: 'code',
      value: 'function (args) {\n  return {from: args.responseJSON.from, left: 0}\n}',
    }),
    request: 'fetch /api/stock, by code',
    run: (page, site) =>
      fetchInPage(page, site, site.url(host, '/api/stock'), text =>
        JSON.stringify({...JSON.parse(text), headers: undefined}).slice(0, 40),
      ),
  },
  {
    ruleType: 'Delay',
    name: 'Slow checkout',
    pair: () => ({source: {key: 'path', operator: 'Equals', value: '/checkout.html'}, delay: 1500}),
    request: 'open /checkout.html',
    async run(page, site) {
      site.clear()
      const started = Date.now()
      await page.goto(site.url(host, '/checkout.html'), {waitUntil: 'commit'})
      await page.waitForURL(site.url(host, '/checkout.html'))
      const waited = Date.now() - started
      return {server: describeRequest(site.requests().at(-1)), page: waited < 1500 ? 'at once' : 'after 1.5 s'}
    },
  },
]
