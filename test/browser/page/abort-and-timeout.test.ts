import {expect, make, where} from '../fixtures'
import {test} from '../shared'

const at = (path: string) => where('path', 'Equals', path)
const hangs = '() => new Promise(() => {})'

test('an abort signal ends a fetch while code runs, and the request is not sent', async ({quiet, shop, site}) => {
  await make(quiet, 'Request', [{source: at('/api/sent'), type: 'code', value: hangs}])
  await make(quiet, 'Response', [{source: at('/api/answered'), type: 'code', value: hangs}])
  await make(quiet, 'Response', [{source: at('/api/served'), type: 'code', value: hangs, serveWithoutRequest: true}])
  await shop.reload()
  site.clear()
  const paths = ['/api/sent', '/api/answered', '/api/served']
  const seen = await shop.evaluate(
    all =>
      Promise.race([
        Promise.all(
          all.map(async path => {
            const control = new AbortController()
            const asked = fetch(path, {method: 'POST', body: 'b', signal: control.signal})
            // Code is running by now.
            setTimeout(() => control.abort('mine'), 300)
            return asked.then(() => 'came', String)
          }),
        ),
        // Code is stopped after 5 s.
        new Promise(done => setTimeout(done, 3500, 'late')),
      ]),
    paths,
  )
  expect(seen).toEqual(['mine', 'mine', 'mine'])
  await shop.evaluate(() => fetch('/echo'))
  expect(site.requests(({path}) => path === '/api/sent')).toEqual([])
})

test('the timeout of a request includes delays and the time that code takes', async ({quiet, shop, site}) => {
  await make(quiet, 'Request', [{source: at('/api/sent'), type: 'code', value: hangs}])
  await make(quiet, 'Response', [{source: at('/api/answered'), type: 'code', value: hangs}])
  await make(quiet, 'Response', [{source: at('/api/served'), type: 'code', value: hangs, serveWithoutRequest: true}])
  await make(quiet, 'Delay', [{source: at('/api/delayed'), delay: 3000}])
  await shop.reload()
  site.clear()
  const events = await shop.evaluate(() => {
    const heard = (path: string, isLate: boolean) =>
      new Promise<string>(done => {
        const xhr = new XMLHttpRequest()
        const names: string[] = []
        for (const name of ['load', 'timeout', 'error', 'abort', 'loadend'])
          xhr.addEventListener(name, () => names.push(name))
        xhr.addEventListener('loadend', () => done(names.join()))
        xhr.open('POST', path)
        if (!isLate) xhr.timeout = 400
        xhr.send('x')
        if (isLate) xhr.timeout = 400
      })
    const paths = ['/api/sent', '/api/answered', '/api/served', '/api/delayed']
    return Promise.all(paths.flatMap(path => [heard(path, false), heard(path, true)]))
  })
  expect(events).toEqual(Array.from({length: 8}, () => 'timeout,loadend'))
  expect(site.requests(({path}) => path === '/api/sent' || path === '/api/delayed')).toEqual([])
})
