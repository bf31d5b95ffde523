import {ask, readLibrary} from './ask'
import {expect, fetched, make, where} from './fixtures'
import {test} from './shared'
import {inSteps} from './steps'

test(
  'rules for queries, headers and redirects change requests together',
  inSteps({
    'two query rules with one source both apply': async ({quiet, shop, site}) => {
      const source = where('host', 'Equals', 'shop.test')
      await make(quiet, 'QueryParam', [{source, modifications: [{param: 'a', type: 'Add', value: '1'}]}])
      await make(quiet, 'QueryParam', [
        {
          source,
          modifications: [
            {param: 'b', type: 'Modify', value: 'x y'},
            {param: 'c', type: 'Remove'},
          ],
        },
      ])
      await fetched(shop, site.url('shop.test', '/echo?c=3&d=4'))
      expect(site.log.map(({url}) => new URL(url).search)).toEqual(['?d=4&a=1&b=x+y'])
    },
    'Remove All drops the changes before it and keeps those after it': async ({quiet, shop, site}) => {
      const modifications = [
        {param: 'gone', type: 'Add', value: '1'},
        {param: '', type: 'Remove All'},
        {param: 'new', type: 'Add', value: 'ü&'},
      ]
      await make(quiet, 'QueryParam', [{source: where('path', 'Equals', '/echo'), modifications}])
      await fetched(shop, site.url('shop.test', '/echo?old=1&older=2'))
      expect(site.log.map(({url}) => new URL(url).search)).toEqual(['?new=%C3%BC%26'])
    },
    'a Headers and a Redirect rule both apply': async ({quiet, shop, site}) => {
      await make(quiet, 'Redirect', [
        {source: where('url', 'Contains', '/old'), destinationType: 'url', destination: site.url('shop.test', '/echo')},
      ])
      await make(quiet, 'Headers', [
        {
          source: where('host', 'Equals', 'shop.test'),
          modifications: [
            {header: 'X-Env', type: 'Modify', value: 'staging'},
            {header: 'X-Site', type: 'Remove', target: 'Response'},
          ],
        },
      ])
      const answer = await fetched(shop, site.url('shop.test', '/old'))
      expect(site.log.map(({path, headers}) => [path, headers['x-env']])).toEqual([['/echo', 'staging']])
      expect(answer?.headers['x-site']).toBeUndefined()
    },
    'a capture after the port of a destination becomes its path': async ({quiet, shop, site}) => {
      const source = where('url', 'Matches', `^${site.url('shop.test', '').replace(/\/$/, '')}(/old.*)$`)
      const destination = `${new URL(site.url('api.test', '/')).origin}$1`
      await make(quiet, 'Redirect', [{source, destinationType: 'url', destination}])
      await fetched(shop, site.url('shop.test', '/old?a=1'))
      expect(site.log.map(({url}) => url)).toEqual([site.url('api.test', '/old?a=1')])
    },
    'a regex with a scheme that Chrome refuses also applies to navigations': async ({quiet, shop, site}) => {
      const source = where('url', 'Matches', `^${site.url('shop.test', '/').replaceAll('.', '\\.')}(?!there)`)
      const there = site.url('shop.test', '/there')
      await make(quiet, 'Redirect', [{source, destinationType: 'url', destination: there}])
      await shop.goto(site.url('shop.test', '/page.html')).catch(() => undefined)
      await shop.waitForURL(there)
      // A page that is opened has an icon.
      expect(site.requests(({path}) => path !== '/favicon.ico').map(({path}) => path)).toEqual(['/there'])
    },
    'on one header the upper rule wins': async ({quiet, shop, site}) => {
      const source = where('host', 'Equals', 'shop.test')
      const set = (value: string) => [{source, modifications: [{header: 'X-Env', type: 'Modify', value}]}]
      const upper = await make(quiet, 'Headers', set('upper'))
      const lower = await make(quiet, 'Headers', set('lower'))
      await fetched(shop, site.url('shop.test', '/echo'))
      await ask(quiet, 'rules.move', {moves: [{ids: [lower], before: upper, groupId: ''}]})
      await fetched(shop, site.url('shop.test', '/echo'))
      expect(site.log.map(({headers}) => headers['x-env'])).toEqual(['upper', 'lower'])
    },
    'a replacement that contains the search text is applied once': async ({quiet, shop, site}) => {
      await make(quiet, 'Replace', [{source: where('host', 'Equals', 'shop.test'), from: 'v1', to: 'v1b'}])
      const answer = await fetched(shop, site.url('shop.test', '/api/v1/items?next=v1'))
      expect(answer?.url).toBe(site.url('shop.test', '/api/v1b/items?next=v1b'))
      expect(site.log).toHaveLength(1)
    },
    'every occurrence is replaced in one redirect without markers in the URL': async ({quiet, shop, site}) => {
      await make(quiet, 'Replace', [{source: where('host', 'Equals', 'shop.test'), from: 'v1', to: 'v2'}])
      await shop.goto(site.url('shop.test', '/v1/v1.html?v1#v1'))
      expect(shop.url()).toBe(site.url('shop.test', '/v2/v2.html?v2#v1'))
      expect(
        await shop.evaluate(() =>
          performance.getEntriesByType('navigation').map(entry => (entry as PerformanceNavigationTiming).redirectCount),
        ),
      ).toEqual([1])
    },
    'two redirects to each other do not loop': async ({quiet, shop, site}) => {
      const to = (from: string, destination: string) => [
        {
          source: where('path', 'Equals', from),
          destinationType: 'url',
          destination: site.url('shop.test', destination),
        },
      ]
      await make(quiet, 'Redirect', to('/api/a', '/api/b'))
      const second = await make(quiet, 'Redirect', to('/api/b', '/api/a'))
      await fetched(shop, site.url('shop.test', '/api/a'))
      await fetched(shop, site.url('shop.test', '/api/b'))
      await shop.goto(site.url('shop.test', '/api/a'))
      expect(site.log.length).toBeLessThanOrEqual(20)
      expect(site.requests(({path}) => path.startsWith('/api/')).map(({path}) => path)).toEqual([
        '/api/b',
        '/api/b',
        '/api/b',
      ])
      const {rules} = await readLibrary(quiet)
      expect(rules.find(({id}) => id === second)?.problems).toMatchObject([{code: 'loop'}])
    },
    'a rule that cancels every request does not affect the extension': async ({app, quiet, shop, site}) => {
      await make(quiet, 'Cancel', [{source: where('url', 'Wildcard_Matches', '*')}])
      expect(await fetched(shop, site.url('shop.test', '/echo'))).toBeNull()
      const worker = await app.worker()
      expect(await worker.evaluate(url => fetch(url).then(({status}) => status), site.url('api.test', '/echo'))).toBe(
        200,
      )
      const page = await app.open('options.html#/rules')
      await expect(page.getByRole('switch', {name: 'a Cancel rule'})).toBeVisible()
    },
  }),
)

test(
  'delays, page filters and mocks apply to navigations, frames and files',
  inSteps({
    'a delayed page opens after its delay, with all other rules applied': async ({quiet, shop, site}) => {
      await make(quiet, 'Delay', [{source: where('path', 'Equals', '/slow.html'), delay: 700}])
      await make(quiet, 'Headers', [
        {
          source: where('path', 'Equals', '/slow.html'),
          modifications: [{header: 'X-Env', type: 'Modify', value: 'staging'}],
        },
      ])
      const started = Date.now()
      await shop.goto(site.url('shop.test', '/slow.html?a=b,c#d'), {waitUntil: 'commit'})
      await shop.waitForURL(site.url('shop.test', '/slow.html?a=b,c#d'))
      const [seen] = site.log
      expect((seen?.at ?? 0) - started).toBeGreaterThanOrEqual(700)
      expect(seen?.headers['x-env']).toBe('staging')
      expect(site.log.filter(({path}) => path === '/slow.html')).toHaveLength(1)
    },
    'frames are delayed like pages; a POST is sent at once with its body': async ({quiet, shop, site}) => {
      await make(quiet, 'Delay', [{source: where('path', 'Equals', '/frame.html'), delay: 500}])
      await shop.goto(site.url('shop.test', '/?with=/frame.html'))
      await expect(shop.frameLocator('iframe').locator('#path')).toHaveText('/frame.html')
      const [page, frame] = site.log
      expect((frame?.at ?? 0) - (page?.at ?? 0)).toBeGreaterThanOrEqual(500)
      site.clear()
      await shop.evaluate(() => {
        const form = Object.assign(document.createElement('form'), {method: 'post', action: '/frame.html'})
        form.innerHTML = '<input name="a" value="1">'
        document.body.append(form)
        form.submit()
      })
      await shop.waitForURL(site.url('shop.test', '/frame.html'))
      expect(site.log.map(({method, body}) => [method, body])).toEqual([['POST', 'a=1']])
    },
    'a page filter covers navigations and all requests of the page': async ({quiet, shop, site}) => {
      const on = {pageDomains: ['shop.test']}
      await make(quiet, 'Headers', [
        {
          source: where('url', 'Contains', 'http', on),
          modifications: [{header: 'X-Env', type: 'Modify', value: 'staging'}],
        },
      ])
      await shop.goto(site.url('www.shop.test', '/?with=/frame.html'))
      await expect(shop.frameLocator('iframe').locator('#path')).toHaveText('/frame.html')
      await fetched(shop, site.url('other.test', '/echo'))
      expect(site.log.every(({headers, method}) => method === 'OPTIONS' || headers['x-env'] === 'staging')).toBe(true)
      expect(site.log.length).toBeGreaterThanOrEqual(3)
      site.clear()
      await shop.goto(site.url('other.test', '/'))
      await fetched(shop, site.url('shop.test', '/echo'))
      expect(site.log.map(({headers}) => headers['x-env'])).toEqual([undefined, undefined])
    },
    'mocked scripts, styles, images, frames and pages have the right type': async ({quiet, shop, site}) => {
      const answer = (path: string, value: string, resourceType: string) =>
        make(quiet, 'Response', [
          {source: where('path', 'Equals', path, {resourceType: [resourceType]}), type: 'static', value},
        ])
      await answer('/a.js', 'window.mocked = 1', 'script')
      await answer('/b.css', 'h1 { color: rgb(9, 8, 7) }', 'stylesheet')
      await answer('/c.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="33" height="3"/>', 'image')
      await answer('/d.html', '<h1 id="path">mocked</h1>', 'sub_frame')
      await answer('/doc.html', '<title>mocked</title>', 'main_frame')
      await answer('/data.html', '{"a": 1}', 'main_frame')
      await shop.goto(site.url('shop.test', '/?with=/a.js,/b.css,/c.svg,/d.html'))
      await expect(shop.frameLocator('iframe').locator('#path')).toHaveText('mocked')
      const seen = await shop.evaluate(() => ({
        script: (window as unknown as {mocked: number}).mocked,
        color: getComputedStyle(document.querySelector('h1') as Element).color,
        width: document.querySelector('img')?.naturalWidth,
      }))
      expect(seen).toEqual({script: 1, color: 'rgb(9, 8, 7)', width: 33})
      expect(site.log.map(({path}) => path)).toEqual(['/'])
      await shop.goto(site.url('shop.test', '/doc.html'))
      expect(await shop.title()).toBe('mocked')
      await shop.goto(site.url('shop.test', '/data.html'))
      expect(await shop.evaluate(() => document.contentType)).toBe('application/json')
    },
    'a static mock needs a Type filter for pages, frames and scripts': async ({quiet, shop, site}) => {
      const value = '<p>mock</p>'
      const bodyOf = async (path: string) => {
        await shop.evaluate(
          url =>
            new Promise(done => {
              const frame = document.createElement('iframe')
              frame.addEventListener('load', done)
              frame.src = url
              document.body.replaceChildren(frame)
            }),
          path,
        )
        return shop.frames()[1]?.locator('body').innerText()
      }
      await make(quiet, 'Response', [{source: where('host', 'Equals', 'shop.test'), type: 'static', value}])
      // Chrome ends where a frame is led to a text that this policy keeps out.
      const policy = encodeURIComponent(`frame-src 'self'`)
      await shop.goto(site.url('shop.test', `/?with=/a.js&policy=${policy}`))
      expect(await shop.evaluate(() => location.protocol)).toBe('http:')
      expect(await bodyOf('/doc.html')).not.toBe('mock')
      expect(site.log.map(({path}) => path)).toEqual(expect.arrayContaining(['/', '/a.js', '/doc.html']))
      expect((await fetched(shop, site.url('shop.test', '/api/a')))?.text).toBe(value)

      const named = where('path', 'Contains', '/named', {resourceType: ['sub_frame']})
      await make(quiet, 'Response', [{source: named, type: 'static', value}])
      await shop.goto(site.url('shop.test'))
      expect(await bodyOf('/named.html')).toBe('mock')
    },
    'a stored file replaces a response with the right type': async ({quiet, shop, site}) => {
      await make(quiet, 'Redirect', [
        {
          source: where('path', 'Equals', '/config.js'),
          destinationType: 'map_local',
          destination: 'config.js',
          file: {name: 'config.js', mimeType: 'text/javascript', text: 'window.config = "lokal ü"'},
        },
      ])
      await shop.goto(site.url('shop.test', '/?with=/config.js'))
      expect(await shop.evaluate(() => (window as unknown as {config: string}).config)).toBe('lokal ü')
      expect(site.log.map(({path}) => path)).toEqual(['/'])
    },
    'the user agent and its client hints agree': async ({quiet, shop, site}) => {
      const chrome =
        'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
      const safari =
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
      const id = await make(quiet, 'UserAgent', [{source: where('host', 'Equals', 'shop.test'), userAgent: chrome}])
      await fetched(shop, site.url('shop.test', '/echo'))
      await ask(quiet, 'rule.update', {
        id,
        payload: {
          name: 'x',
          objectType: 'rule',
          ruleType: 'UserAgent',
          pairs: [{source: where('host', 'Equals', 'shop.test'), userAgent: safari}],
        },
      })
      await fetched(shop, site.url('shop.test', '/echo'))
      const [first, second] = site.log.map(({headers}) => headers)
      expect(first?.['user-agent']).toBe(chrome)
      expect([first?.['sec-ch-ua-mobile'], first?.['sec-ch-ua-platform']]).toEqual(['?1', '"Android"'])
      expect(first?.['sec-ch-ua']).toContain('"Google Chrome";v="140"')
      expect(second?.['user-agent']).toBe(safari)
      expect(Object.keys(second ?? {}).filter(name => name.startsWith('sec-ch-ua'))).toEqual([])
    },
  }),
)
