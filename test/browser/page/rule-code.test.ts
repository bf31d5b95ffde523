import type {Page} from '@playwright/test'
import {ask, readLibrary} from '../ask'
import {expect, fetched, make, where} from '../fixtures'
import {countRunners} from '../script-sandbox/run-code'
import {test} from '../shared'
import {sendXhr} from './send-xhr'

const onApi = where('path', 'Contains', '/api/')

test('code changes the request body and the response', async ({quiet, shop, site}) => {
  const send = 'async ({bodyAsJson}) => ({...bodyAsJson, qty: 2})'
  await make(quiet, 'Request', [{source: onApi, type: 'code', value: send}])
  const answer =
    'function ({method, response, requestData}) {\n  return method + " " + requestData.qty + " " + response.length\n}'
  await make(quiet, 'Response', [{source: onApi, type: 'code', value: answer}])
  const post = {method: 'POST', body: '{"qty": 1, "id": 7}', headers: {'content-type': 'application/json'}}
  const got = await fetched(shop, site.url('shop.test', '/api/items'), post)
  expect(site.log.map(({body}) => body)).toEqual(['{"qty":2,"id":7}'])
  expect(got?.text).toMatch(/^POST \d \d+$/)
  // The browser sends a lower-case method in upper case.
  expect((await fetched(shop, site.url('shop.test', '/api/items'), {...post, method: 'post'}))?.text).toMatch(/^POST /)
})

test('code responds without a request, and the original is used if it fails', async ({quiet, shop, site}) => {
  const value =
    '({method, url, response, responseType, requestHeaders, requestData, responseJSON}) => ({method, path: new URL(url).pathname, response, responseType, accept: requestHeaders.accept, requestData, responseJSON})'
  const served = {serveWithoutRequest: true, statusCode: 418, statusText: 'Made'}
  await make(quiet, 'Response', [{source: where('path', 'Equals', '/api/made'), type: 'code', value, ...served}])
  await make(quiet, 'Response', [
    {source: where('path', 'Equals', '/api/wrong'), type: 'code', value: '() => nothing', ...served},
  ])
  const made = {
    method: 'POST',
    path: '/api/made',
    response: '',
    responseType: '',
    accept: 'text/x',
    requestData: {qty: 1},
    responseJSON: {},
  }
  const url = site.url('shop.test', '/api/made')
  const post = {method: 'POST', body: '{"qty": 1}', headers: {accept: 'text/x'}}
  const got = await fetched(shop, url, post)
  expect(got).toMatchObject({status: 418, url, redirected: false, headers: {'content-type': 'application/json'}})
  expect(JSON.parse(got?.text ?? '')).toEqual(made)
  const seen = await sendXhr(shop, {url, method: 'POST', body: '{"qty": 1}', headers: {accept: 'text/x'}})
  expect(seen).toMatchObject({status: 418, statusText: 'Made', url})
  expect(JSON.parse(seen.body as string)).toEqual(made)
  expect(site.log).toEqual([])
  expect((await fetched(shop, site.url('shop.test', '/api/wrong')))?.text).toContain('/api/wrong')
  expect(site.log).toHaveLength(1)
})

test('if code fails, the original request is sent once', async ({quiet, shop, site}) => {
  await make(quiet, 'Request', [{source: onApi, type: 'code', value: 'args => { throw new Error("no") }'}])
  await make(quiet, 'Response', [{source: onApi, type: 'code', value: 'args => undefined'}])
  const got = await fetched(shop, site.url('shop.test', '/api/items'), {method: 'POST', body: 'as it is'})
  expect(site.log.map(({method, body}) => [method, body])).toEqual([['POST', 'as it is']])
  expect(got?.text).toContain('/api/items')
  site.clear()
  // An XMLHttpRequest must not wait forever.
  const seen = await sendXhr(shop, {url: site.url('shop.test', '/api/others'), method: 'POST', body: 'as it is'})
  expect(site.log.map(({method, body}) => [method, body])).toEqual([['POST', 'as it is']])
  expect(seen).toMatchObject({status: 200, body: expect.stringContaining('/api/others')})
  expect(seen.events.at(-1)).toBe('loadend 4')
})

test('a runner that was closed is created again for a page', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [
    {source: onApi, type: 'code', value: '() => ($sharedState.n = ($sharedState.n ?? 0) + 1)'},
  ])
  const text = async () => (await fetched(shop, site.url('shop.test', '/api/items')))?.text
  expect([await text(), await text()]).toEqual(['1', '2'])
  await quiet.evaluate('chrome.offscreen.closeDocument()')
  expect(await countRunners(quiet)).toBe(0)
  expect(await text()).toBe('1')
  await shop.reload()
  expect(await text()).toBe('2')
})

test('console output of code is in the page’s console but hidden from its scripts', async ({quiet, shop, site}) => {
  await make(quiet, 'Response', [
    {source: onApi, type: 'code', value: 'args => { console.log("method", args.method); return "" }'},
  ])
  await shop.evaluate('globalThis.read = []; console.log = (...all) => read.push(all)')
  const seen: string[] = []
  shop.on('console', message => void seen.push(message.text()))
  await fetched(shop, site.url('shop.test', '/api/items'))
  await expect.poll(() => seen).toEqual(['method GET'])
  expect(await shop.evaluate('read')).toEqual([])
})

test('code runs under every content security policy, which stays in effect', async ({app, quiet, site}) => {
  await make(quiet, 'Response', [{source: onApi, type: 'code', value: '() => new Function("return 7")()'}])
  const policy =
    "default-src 'none'; script-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types"
  const page = await app.context.newPage()
  await page.goto(site.url('shop.test', `/?policy=${encodeURIComponent(policy)}`))
  expect(await fetched(page, site.url('shop.test', '/api/items'))).toMatchObject({text: '7'})
  expect(await fetched(page, site.url('other.test', '/echo'))).toBeNull()
  expect(site.requests(({host}) => host === 'other.test')).toEqual([])
})

const registered = (quiet: Page) =>
  quiet.evaluate('chrome.scripting.getRegisteredContentScripts().then(all => all.flatMap(each => each.js).sort())')

test('scripts and rules apply to the first page after a restart of the browser', async ({quiet}) => {
  await make(quiet, 'Response', [{source: onApi, type: 'code', value: '() => 1'}])
  const kept = 'chrome.scripting.getRegisteredContentScripts().then(all => all.map(each => each.persistAcrossSessions))'
  expect(await quiet.evaluate(kept)).toEqual([true, true, true])
  expect(await quiet.evaluate('chrome.storage.local.get().then(all => JSON.stringify(all))')).toContain('() => 1')
})

test('code starts and stops in open tabs without a reload or further scripts', async ({quiet, shop, site}) => {
  const base = ['page-isolated.js', 'page-main.js', 'page-rules.js']
  await make(quiet, 'Response', [{source: where('path', 'Equals', '/other'), type: 'static', value: 'mocked'}])
  expect(await registered(quiet)).toEqual(base)
  const text = async () => (await fetched(shop, site.url('shop.test', '/api/items')))?.text
  expect(await text()).toContain('from')
  const id = await make(quiet, 'Response', [{source: onApi, type: 'code', value: '() => "by code"'}])
  expect(await text()).toBe('by code')
  expect(await registered(quiet)).toEqual(base)
  await ask(quiet, 'rules.switch', {ids: [id], on: false})
  expect(await text()).toContain('from')
  expect(await registered(quiet)).toEqual(base)
  await ask(quiet, 'rules.switch', {ids: [id], on: true})
  expect(await text()).toBe('by code')
  await shop.reload()
  expect(await text()).toBe('by code')
})

test('code does not change event streams or bodies that do not end in 5 s', async ({quiet, shop}) => {
  const value = '({response}) => response.toUpperCase()'
  const ofEvents = await make(quiet, 'Response', [{source: where('url', 'Contains', '/events'), type: 'code', value}])
  const ofOthers = await make(quiet, 'Response', [{source: where('url', 'Contains', '/endless'), type: 'code', value}])
  const starts = await shop.evaluate(async () => {
    const byFetch = async (url: string) => {
      const leaving = new AbortController()
      const response = await fetch(url, {signal: leaving.signal})
      const chunk = await response.body?.getReader().read()
      leaving.abort()
      return new TextDecoder().decode(chunk?.value).slice(0, 9)
    }
    const byXhr = (url: string) =>
      new Promise<string>(done => {
        const xhr = new XMLHttpRequest()
        xhr.addEventListener('progress', () => {
          if (xhr.responseText === '') return
          done(`${xhr.readyState} ${xhr.responseText.slice(0, 9)}`)
          xhr.abort()
        })
        xhr.open('GET', url)
        xhr.send()
      })
    const late = new Promise<string>(done => setTimeout(() => done('nothing came'), 20_000))
    const all = [byFetch('/events'), byXhr('/events'), byFetch('/endless'), byXhr('/endless')]
    return Promise.all(all.map(each => Promise.race([each, late])))
  })
  expect(starts).toEqual(['data: one', '3 data: one', '1\n', '3 1\n1\n1\n1\n1'])
  const problems = async () => (await readLibrary(quiet)).rules.map(each => [each.id, each.problems])
  await expect.poll(problems).toEqual([
    [ofEvents, []],
    [ofOthers, [expect.objectContaining({code: 'code-failed', params: expect.objectContaining({why: 'unfinished'})})]],
  ])
})
