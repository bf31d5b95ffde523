import type {Frame, Page} from '@playwright/test'
import {ask} from '../ask'
import {expect, make, where} from '../fixtures'
import {agrees, android, everywhere, named, safari, test} from './user-agent-fixtures'
import {tell, toldTo} from './user-agent-site'

async function framed(page: Page, url: string): Promise<Frame> {
  const loaded = page.waitForEvent('framenavigated', frame => frame.url() === url)
  await page.evaluate(`document.body.append(Object.assign(document.createElement('iframe'), {src: '${url}'}))`)
  const frame = await loaded
  await frame.waitForLoadState()
  return frame
}

test('the first script of a page and its frames reads the user agent', async ({agents, native, quiet, tab}) => {
  for (const name of ['Chrome on Android', 'Safari on iOS', 'Edge on Windows', 'Firefox on macOS', 'Googlebot']) {
    const userAgent = named(name)
    const id = await make(quiet, 'UserAgent', [{source: everywhere, userAgent}])
    for (let times = 0; times < 3; times++) {
      await tab.goto(`${agents.one}/page?${times}`)
      const told = await toldTo(tab)
      expect(told.userAgent).toBe(userAgent)
      agrees(told, agents, '/page')
    }
    for (const host of [agents.one, agents.other]) {
      const told = await toldTo(await framed(tab, `${host}/frame`))
      expect(told.userAgent).toBe(userAgent)
      agrees(told, agents, '/frame')
    }
    expect(await toldTo(tab)).not.toEqual(native)
    await ask(quiet, 'rules.delete', {ids: [id]})
  }
})

test('touch points and window.chrome follow the user agent', async ({agents, quiet, tab}) => {
  const read = () => tab.evaluate('[navigator.maxTouchPoints, typeof window.chrome]')
  for (const [name, touchPoints, chromeType] of [
    ['Chrome on Android', 5, 'object'],
    ['Safari on iPad', 5, 'undefined'],
    ['Firefox on Windows', 0, 'undefined'],
  ] as const) {
    const id = await make(quiet, 'UserAgent', [{source: everywhere, userAgent: named(name)}])
    await tab.goto(`${agents.one}/page`)
    expect(await read()).toEqual([touchPoints, chromeType])
    await ask(quiet, 'rules.delete', {ids: [id]})
  }
})

test('a document that a page creates inherits the user agent at once', async ({agents, quiet, tab}) => {
  await make(quiet, 'UserAgent', [{source: everywhere, userAgent: android}])
  // A page gets only the navigator script if all rules set user agents.
  const files = await quiet.evaluate(
    'chrome.scripting.getRegisteredContentScripts().then(all => all.flatMap(each => each.js).sort())',
  )
  expect(files).toEqual(['page-isolated.js', 'page-navigator.js', 'page-rules.js'])
  await tab.goto(`${agents.one}/page`)
  const page = await toldTo(tab)
  expect(page.userAgent).toBe(android)
  const told = await tab.evaluate(`(async () => {
    const tell = ${tell}
    const add = given => document.body.appendChild(Object.assign(document.createElement('iframe'), given))
    const heard = () => new Promise(done => addEventListener('message', ({data}) => done(data), {once: true}))
    const inside = '<script>parent.postMessage((' + tell + ')(window), "*")</' + 'script>'
    const blank = tell(add({}).contentWindow)
    const inner = tell(add({}).contentWindow.document.body.appendChild(document.createElement('iframe')).contentWindow)
    add({srcdoc: inside})
    const srcdoc = await heard()
    add({src: URL.createObjectURL(new Blob([inside], {type: 'text/html'}))})
    const blob = await heard()
    const popup = open()
    const opened = tell(popup)
    popup.close()
    return {blank, inner, srcdoc, blob, opened}
  })()`)
  expect(told).toEqual({blank: page, inner: page, srcdoc: page, blob: page, opened: page})
})

test('a popup of another origin has the user agent of its own rule', async ({agents, app, quiet, tab, native}) => {
  await make(quiet, 'UserAgent', [{source: where('path', 'Equals', '/popup'), userAgent: safari}])
  await tab.goto(`${agents.one}/page`)
  expect(await toldTo(tab)).toEqual(native)
  const opened = app.context.waitForEvent('page')
  await tab.evaluate(`void open('/popup')`)
  const popup = await opened
  await popup.waitForFunction('window.told')
  agrees(await toldTo(popup), agents, '/popup')
  expect((await toldTo(popup)).userAgent).toBe(safari)
})

test('each document has the user agent while the rule is on, even a cached one', async ({
  agents,
  native,
  quiet,
  tab,
}) => {
  for (const [path, arrived] of [
    ['/cached', '/cached'],
    ['/validated', '/validated'],
    ['/moved', '/target'],
    ['/missing', '/missing'],
    // Sent with its own Server-Timing.
    ['/timed', '/timed'],
  ] as const) {
    const id = await make(quiet, 'UserAgent', [{source: everywhere, userAgent: safari}])
    const told = async () => {
      await tab.goto(`${agents.one}/between`)
      await tab.goto(`${agents.one}${path}`)
      expect(tab.url()).toBe(`${agents.one}${arrived}`)
      return toldTo(tab)
    }
    expect((await told()).userAgent).toBe(safari)
    expect((await told()).userAgent).toBe(safari)
    await tab.reload()
    expect((await toldTo(tab)).userAgent).toBe(safari)
    await tab.goBack()
    expect((await toldTo(tab)).userAgent).toBe(safari)
    await tab.goForward()
    expect((await toldTo(tab)).userAgent).toBe(safari)
    if (path === '/cached') expect(agents.headersOf(path).length).toBeLessThan(4)
    await ask(quiet, 'rules.switch', {ids: [id], on: false})
    // The open page was sent to Safari, and keeps its user agent.
    expect(await tab.evaluate(`${tell}(window)`)).toMatchObject({userAgent: safari})
    expect(await told()).toEqual(native)
  }
})

test('the upper of two rules applies, in headers and in the page', async ({agents, quiet, tab}) => {
  const first = await make(quiet, 'UserAgent', [{source: everywhere, userAgent: safari}])
  const second = await make(quiet, 'UserAgent', [
    {source: where('path', 'Equals', '/none'), userAgent: 'None/1.0'},
    {source: everywhere, userAgent: android},
  ])
  await tab.goto(`${agents.one}/page`)
  const told = await toldTo(tab)
  agrees(told, agents, '/page')
  const winner = told.userAgent
  expect([safari, android]).toContain(winner)
  await ask(quiet, 'rules.switch', {ids: [winner === safari ? first : second], on: false})
  await tab.goto(`${agents.one}/page`)
  const next = await toldTo(tab)
  agrees(next, agents, '/page')
  expect(next.userAgent).toBe(winner === safari ? android : safari)
})

test('documents without a network response and workers send the user agent', async ({agents, native, quiet, tab}) => {
  await make(quiet, 'UserAgent', [{source: where('url', 'Contains', agents.one), userAgent: safari}])
  await tab.goto(`${agents.one}/page`)
  // A worker reads the native one.
  const read = await tab.evaluate(
    `new Promise(done => { new Worker('/worker.js').onmessage = ({data}) => done(data) })`,
  )
  expect(read).toBe(native.userAgent)
  expect(agents.headersOf('/worker.js')[0]?.['user-agent']).toBe(safari)
  const heard = await tab.evaluate(`(async () => {
    const heard = () => new Promise(done => addEventListener('message', ({data}) => done(data), {once: true}))
    const inside = '<script>(function look() { /iPhone/.test(navigator.userAgent) ? parent.postMessage(navigator.platform, "*") : setTimeout(look, 1) })()</' + 'script>'
    const add = given => {
      const frame = document.createElement('iframe')
      for (const name in given) frame.setAttribute(name, given[name])
      document.body.append(frame)
      return heard()
    }
    const sandboxed = await add({sandbox: 'allow-scripts', srcdoc: inside})
    const data = await add({src: 'data:text/html,' + encodeURIComponent(inside)})
    await navigator.serviceWorker.register('/service-worker.js')
    await navigator.serviceWorker.ready
    return {sandboxed, data}
  })()`)
  expect(heard).toEqual({sandboxed: 'iPhone', data: 'iPhone'})
  await tab.goto(`${agents.one}/by-service-worker`)
  await tab.waitForFunction('/iPhone/.test(navigator.userAgent)')
  expect(agents.headersOf('/by-service-worker')).toEqual([])
})

test('a new rule applies to an open page and its documents from the next load', async ({native, quiet, tab}) => {
  await make(quiet, 'UserAgent', [{source: everywhere, userAgent: safari}])
  const some = where('path', 'Equals', '/some')
  await make(quiet, 'Response', [{source: some, type: 'static', value: 'mocked', serveWithoutRequest: true}])
  // A page that already has the scripts.
  await expect.poll(() => tab.evaluate(`fetch('/some').then(answer => answer.text())`)).toBe('mocked')
  expect(await tab.evaluate(`${tell}(window)`)).toEqual(native)
  const made = await tab.evaluate(`(async () => {
    const frame = document.body.appendChild(document.createElement('iframe')).contentWindow
    for (let round = 0; round < 5; round++) await frame.fetch('/other?' + round)
    return (${tell})(frame)
  })()`)
  expect(made).toEqual(native)
  await tab.reload()
  expect((await toldTo(tab)).userAgent).toBe(safari)
  expect(await tab.evaluate(`fetch('/some').then(answer => answer.text())`)).toBe('mocked')
})
