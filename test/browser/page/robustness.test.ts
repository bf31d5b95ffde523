import {ask} from '../ask'
import {stopWorkers} from '../browser'
import {expect, fetched, make, where} from '../fixtures'
import {test} from '../shared'

const at = (path: string) => where('path', 'Equals', path)

test('a waiting request ends even if its rule is removed or the worker stops', async ({quiet, shop, site}) => {
  const delay = await make(quiet, 'Delay', [{source: where('path', 'Contains', '/api/'), delay: 700}])
  await make(quiet, 'Response', [{source: at('/api/coded'), type: 'code', value: '() => "made by code"'}])
  const coded = fetched(shop, '/api/coded')
  const plain = shop.evaluate(
    () =>
      new Promise<number>(done => {
        const xhr = new XMLHttpRequest()
        xhr.addEventListener('loadend', () => done(xhr.status))
        xhr.open('POST', '/api/plain')
        xhr.send('x')
      }),
  )
  await shop.evaluate('1')
  await stopWorkers(quiet)
  await ask(quiet, 'rules.switch', {ids: [delay], on: false})
  await ask(quiet, 'rules.pause', {paused: true})
  expect((await coded)?.text).toBe('made by code')
  expect(await plain).toBe(200)
  expect(
    site
      .requests(({path}) => path.startsWith('/api/'))
      .map(({path}) => path)
      .toSorted(),
  ).toEqual(['/api/coded', '/api/plain'])
})

test('invalid calls throw native errors, and a signal aborts valid calls', async ({quiet, shop, site}) => {
  await make(quiet, 'Delay', [{source: where('path', 'Contains', '/api/'), delay: 300}])
  await make(quiet, 'Request', [{source: at('/api/used'), type: 'code', value: '({body}) => body + body'}])
  const seen = await shop.evaluate(async () => {
    const tried = async (does: () => Promise<Response>) => {
      try {
        return (await does()).type
      } catch (error) {
        return (error as Error).name
      }
    }
    const used = new Request('/api/used', {method: 'POST', body: 'x'})
    await used.text()
    const stream = () => new Blob(['streamed']).stream()
    return {
      used: await tried(() => fetch(used)),
      late: await tried(() => fetch('/api/late', {signal: AbortSignal.timeout(50)})),
      kept: await tried(() => fetch('/api/kept', {method: 'POST', body: 'kept', keepalive: true})),
      opaque: await tried(() => fetch(`http://other.test:${location.port}/api/opaque`, {mode: 'no-cors'})),
      half: await tried(() => fetch('/api/half', {method: 'POST', body: stream()})),
    }
  })
  expect(seen).toEqual({used: 'TypeError', late: 'TimeoutError', kept: 'basic', opaque: 'opaque', half: 'TypeError'})
  expect(site.log.map(({path}) => path)).toEqual(['/api/kept', '/api/opaque'])
})

test('an XMLHttpRequest can be sent three times from its own load event', async ({quiet, shop}) => {
  await make(quiet, 'Response', [
    {source: at('/api/served'), type: 'static', value: 'served', serveWithoutRequest: true},
  ])
  await make(quiet, 'Response', [{source: at('/api/coded'), type: 'code', value: '() => ({made: "by code"})'}])
  await make(quiet, 'Delay', [{source: at('/api/coded'), delay: 50}])
  const seen = await shop.evaluate(
    () =>
      new Promise<unknown[]>(done => {
        const answers: unknown[] = []
        const paths = ['/api/served', '/api/coded', '/echo', '/api/served']
        const xhr = new XMLHttpRequest()
        const next = () => {
          const path = paths.shift()
          if (path === undefined) return done(answers)
          xhr.open('GET', path)
          xhr.responseType = path === '/api/coded' ? 'json' : 'text'
          xhr.send()
        }
        xhr.addEventListener('load', () => {
          answers.push(typeof xhr.response === 'string' ? xhr.response.slice(0, 8) : xhr.response)
          next()
        })
        next()
      }),
  )
  expect(seen).toEqual(['served', {made: 'by code'}, '{"method', 'served'])
})

test('rules apply in a page that replaced call, apply and bind', async ({app, quiet, site}) => {
  await make(quiet, 'Delay', [{source: where('path', 'Contains', '/api/'), delay: 20}])
  await make(quiet, 'Response', [{source: at('/api/coded'), type: 'code', value: '() => "made by code"'}])
  // The page sends its results to the server, since evaluate does not work in it.
  const head = `const stolen = []
    for (const name of ['call', 'apply', 'bind'])
      Object.defineProperty(Function.prototype, name, {value() { stolen.push(name); throw new Error(name) }})
    const tell = (...seen) => navigator.sendBeacon('/told', JSON.stringify(seen))
    fetch('/api/coded').then(async answer => {
      const text = await answer.text()
      const xhr = new XMLHttpRequest()
      xhr.onloadend = () => tell(text, xhr.responseText, stolen.length)
      xhr.open('GET', '/api/coded')
      xhr.send()
    }).catch(error => tell(error.message))`
  const page = await app.context.newPage()
  await page.goto(site.url('shop.test', `/?head=${encodeURIComponent(head)}`), {waitUntil: 'commit'})
  await expect
    .poll(() => site.requests(({path}) => path === '/told').map(({body}) => body))
    .toEqual(['["made by code","made by code",0]'])
})
