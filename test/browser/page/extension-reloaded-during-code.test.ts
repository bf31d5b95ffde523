import {expect, make, test, where} from '../fixtures'

const at = (path: string) => where('path', 'Equals', path)
const slow = 'async () => { await new Promise(done => setTimeout(done, 4000)); return "made" }'

test('a request whose code is interrupted by a reload is sent unchanged once', async ({app, quiet, shop, site}) => {
  await make(quiet, 'Request', [{source: at('/api/sent'), type: 'code', value: slow}])
  await make(quiet, 'Response', [{source: at('/api/answered'), type: 'code', value: slow}])
  await make(quiet, 'Response', [{source: at('/api/served'), type: 'code', value: slow, serveWithoutRequest: true}])
  // Opened first, since code is stopped after 5 s.
  const settings = await app.context.newPage()
  await settings.goto('chrome://extensions')
  await settings.evaluate('chrome.developerPrivate.updateProfileConfiguration({inDeveloperMode: true})')
  await shop.bringToFront()
  await shop.reload()
  site.clear()
  const settled = shop.evaluate(() => {
    const paths = ['/api/sent', '/api/answered', '/api/served']
    const fetched = paths.map(async path => (await fetch(path, {method: 'POST', body: 'b'})).text())
    const asked = paths.map(
      path =>
        new Promise<string>(done => {
          const xhr = new XMLHttpRequest()
          xhr.addEventListener('loadend', () => done(xhr.responseText))
          xhr.open('POST', path)
          xhr.send('b')
        }),
    )
    return Promise.all([...fetched, ...asked]).then(texts => texts.map(text => text.includes('"body":"b"')))
  })
  await expect.poll(() => site.requests(({path}) => path === '/api/answered').length).toBe(2)
  await settings.evaluate(`chrome.developerPrivate.reload('${app.extensionId}', {failQuietly: true})`)
  expect(await settled).toEqual(Array.from({length: 6}, () => true))
  const paths = site.requests(({path}) => path.startsWith('/api/')).map(({path}) => path)
  expect(paths.toSorted()).toEqual([
    '/api/answered',
    '/api/answered',
    '/api/sent',
    '/api/sent',
    '/api/served',
    '/api/served',
  ])
})
