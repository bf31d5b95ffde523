import {expect} from '../fixtures'
import {test} from '../shared'
import {openRunner, run} from './run-code'

test('code cannot reach the network, pages, the extension or other workers', async ({app, quiet, site}) => {
  await openRunner(quiet)
  const address = site.url('shop.test', '/script.js')
  const outcome = async (code: string) => {
    const result = await run(quiet, code)
    return result.ok ? result.value : `refused: ${result.message}`
  }
  const attempts = [
    `() => fetch('${address}')`,
    `() => { const x = new XMLHttpRequest(); x.open('GET', '${address}', false); x.send() }`,
    `() => new WebSocket('${address.replace('http', 'ws')}')`,
    `() => new EventSource('${address}')`,
    `() => new WebTransport('${address.replace('http:', 'https:')}')`,
    `() => importScripts('${address}')`,
    `() => import('${address}')`,
    `() => import('data:text/javascript,export default 1')`,
    `() => import(URL.createObjectURL(new Blob(['export default 1'], {type: 'text/javascript'})))`,
    `() => new Worker(URL.createObjectURL(new Blob([''])))`,
    `() => new SharedWorker('${address}')`,
    `() => new BroadcastChannel('x')`,
    `() => new FontFace('x', 'url(${address})').load().then(() => 'loaded')`,
    `() => self.postMessage('x')`,
    `() => close()`,
  ]
  for (const attempt of attempts) expect(await outcome(attempt), attempt).toMatch(/^refused: ./)
  expect(site.requests(({path}) => path === '/script.js')).toEqual([])

  // Code might find removed functions in another way, so the policy must suffice alone.
  const found =
    await outcome(`() => ['chrome', 'browser', 'document', 'window', 'parent', 'indexedDB', 'caches', 'cookieStore', 'localStorage']
    .filter(name => name in globalThis)`)
  expect(found).toBe('[]')
  expect(await outcome('() => origin')).toBe('null')
  expect(await outcome(`() => import('chrome-extension://${app.extensionId}/theme.js')`)).toMatch(/^refused: ./)
})

test('the content security policy alone keeps code off the network', async ({app, quiet, site}) => {
  const policy = await app.context.newPage()
  await policy.goto(`chrome-extension://${app.extensionId}/runner.html`)
  const address = site.url('shop.test', '/script.js')
  // A worker like those of the runner, but with all functions.
  const outcomes = await policy.evaluate(async target => {
    const text = `onmessage = async () => {
      const tries = {
        fetch: () => fetch('${target}'),
        xhr: () => { const x = new XMLHttpRequest(); x.open('GET', '${target}', false); x.send() },
        scripts: () => importScripts('${target}'),
        module: () => import('${target}'),
        socket: () => new Promise((done, failed) => { const s = new WebSocket('${target.replace('http', 'ws')}'); s.onopen = done; s.onerror = failed }),
        events: () => new Promise((done, failed) => { const s = new EventSource('${target}'); s.onopen = done; s.onerror = failed }),
      }
      const said = {}
      for (const name in tries) {
        try { await tries[name](); said[name] = 'done' } catch { said[name] = 'refused' }
      }
      postMessage(said)
    }`
    const worker = new Worker(URL.createObjectURL(new Blob([text])))
    worker.postMessage(1, [])
    return new Promise(done => {
      worker.addEventListener('message', ({data}) => done(data))
    })
  }, address)
  expect(outcomes).toEqual({
    fetch: 'refused',
    xhr: 'refused',
    scripts: 'refused',
    module: 'refused',
    socket: 'refused',
    events: 'refused',
  })
  expect(site.requests(({path}) => path === '/script.js')).toEqual([])
  await quiet.close()
})
