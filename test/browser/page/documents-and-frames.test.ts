import type {Page} from '@playwright/test'
import type {Site} from '../../site/site'
import {expect, make, where} from '../fixtures'
import {test} from '../shared'
import {inSteps} from '../steps'

const mocked = {source: where('path', 'Contains', '/api/'), type: 'static', value: 'mocked'}

/** The URL of a page with this script first in its head. */
const early = (site: Site, script: string, more = '') =>
  site.url('shop.test', `/?head=${encodeURIComponent(script)}${more}`)

/** Polls from here, since Playwright's waiting in the page violates Trusted Types. */
async function seen(page: Page): Promise<readonly string[]> {
  const now = () => page.evaluate<readonly string[]>('window.seen')
  await expect.poll(async () => (await now()).length).toBe(2)
  return now()
}

const twoRequests = `
  window.seen = []
  fetch('/api/fetch').then(answer => answer.text()).then(text => seen.push(text))
  const xhr = new XMLHttpRequest()
  xhr.open('GET', '/api/xhr')
  xhr.onload = () => seen.push(xhr.responseText)
  xhr.send()`

test(
  'rules apply to the first scripts of pages and frames of every kind',
  inSteps({
    'an inline fetch and XHR in the head of a page are changed in every load': async ({quiet, shop, site}) => {
      await make(quiet, 'Response', [mocked])
      for (let load = 0; load < 10; load++) {
        await shop.goto(early(site, twoRequests))
        expect(await seen(shop)).toEqual(['mocked', 'mocked'])
      }
    },
    'rules apply in a page under a strict policy, Trusted Types or a sandbox': async ({quiet, shop, site}) => {
      await make(quiet, 'Response', [mocked])
      for (const policy of [
        "default-src 'none'; script-src 'unsafe-inline'; connect-src 'self'",
        "require-trusted-types-for 'script'; trusted-types 'none'",
        'sandbox allow-scripts',
      ]) {
        await shop.goto(early(site, twoRequests, `&policy=${encodeURIComponent(policy)}`))
        expect(await seen(shop), policy).toEqual(['mocked', 'mocked'])
      }
    },
    'rules apply to the first script of every kind of frame': async ({quiet, shop, site}) => {
      await make(quiet, 'Response', [mocked])
      await shop.goto(early(site, ''))
      const texts = await shop.evaluate(
        async api => {
          const told = (name: string) =>
            new Promise<string>(done => {
              const hear = ({data}: MessageEvent<string>) => {
                if (!data.startsWith(name)) return
                removeEventListener('message', hear)
                done(data)
              }
              addEventListener('message', hear)
            })
          const script = (name: string) =>
            `<script>fetch('${api}').then(a => a.text()).then(t => (window.opener ?? parent).postMessage('${name} ' + t, '*'))</script>`
          const frame = (fill: (element: HTMLIFrameElement) => void) => {
            const element = document.createElement('iframe')
            fill(element)
            document.body.append(element)
            return element
          }
          const blank = frame(() => {})
          const own = (await blank.contentWindow?.fetch(api).then(answer => answer.text())) ?? ''
          const srcdoc = told('srcdoc')
          frame(each => (each.srcdoc = script('srcdoc')))
          const sandboxed = told('sandboxed')
          frame(each => {
            each.sandbox.add('allow-scripts')
            each.srcdoc = script('sandboxed')
          })
          const blob = told('blob')
          frame(each => (each.src = URL.createObjectURL(new Blob([script('blob')], {type: 'text/html'}))))
          return [own, await srcdoc, await sandboxed, await blob]
        },
        site.url('shop.test', '/api/frame'),
      )
      expect(texts).toEqual(['mocked', 'srcdoc mocked', 'sandboxed mocked', 'blob mocked'])
    },
    'a page domain filter compares the top page, for frames as well': async ({quiet, shop, site}) => {
      await make(quiet, 'Response', [
        {...mocked, source: where('path', 'Contains', '/api/', {pageDomains: ['shop.test']})},
      ])
      const text = (page: Page) =>
        page.evaluate(url => fetch(url).then(answer => answer.text()), site.url('shop.test', '/api/a'))
      expect(await text(shop)).toBe('mocked')
      const other = await shop.context().newPage()
      await other.goto(site.url('other.test', '/'))
      expect(await text(other)).not.toBe('mocked')
      expect(await other.evaluate(() => Object.getOwnPropertyNames(fetch).length)).toBe(2)
      await shop.goto(site.url('shop.test', `/?with=${site.url('other.test', '/frame.html')}`))
      const frame = shop.frames()[1]
      await frame?.waitForLoadState()
      expect(
        await frame?.evaluate(url => fetch(url).then(answer => answer.text()), site.url('shop.test', '/api/a')),
      ).toBe('mocked')
    },
    'an unmatched request in a sandboxed frame does not wait': async ({quiet, shop, site}) => {
      await make(quiet, 'Response', [{...mocked, source: where('path', 'Equals', '/nowhere')}])
      // The page blocks after the first fetch, so a request that waited would be sent last.
      const script = `(async () => {
    await (await fetch('/api/first')).text()
    const still = path => {
      const xhr = new XMLHttpRequest()
      xhr.open('GET', path, false)
      xhr.send()
    }
    const sent = [1, 2, 3].map(each => fetch('/api/sent?' + each))
    still('/slow?ms=1000')
    still('/api/last')
    await Promise.all(sent)
    parent.postMessage('done', '*')
  })()`
      await shop.evaluate(
        html =>
          new Promise(done => {
            const frame = document.createElement('iframe')
            frame.sandbox.add('allow-scripts')
            frame.srcdoc = html
            addEventListener('message', done, {once: true})
            document.body.append(frame)
          }).then(() => undefined),
        `<base href="${site.url('shop.test')}"><script>${script}</script>`,
      )
      const paths = site.log.map(({path}) => path)
      expect(paths.filter(path => path === '/api/sent')).toHaveLength(3)
      expect(paths.at(-1)).toBe('/api/last')
    },
  }),
)
