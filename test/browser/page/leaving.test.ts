import {expect, make, where} from '../fixtures'
import {test} from '../shared'

const at = (path: string, filter?: object) => where('path', 'Equals', path, filter)
const isNever = {requestPayload: {key: 'op', operator: 'Equals', value: 'never'}}
const body = '{"op":"x"}'

for (const event of ['pagehide', 'beforeunload', 'visibilitychange'])
  test(`a request at ${event} is sent and changed by rules that take no time`, async ({quiet, shop, site}) => {
    await make(quiet, 'Request', [{source: at('/api/coded'), type: 'code', value: '({body}) => body + "!"'}])
    await make(quiet, 'Response', [{source: at('/api/answered'), type: 'code', value: '() => "made"'}])
    await make(quiet, 'Request', [{source: at('/api/paid', isNever), type: 'static', value: 'changed'}])
    await make(quiet, 'Request', [{source: at('/api/fixed'), type: 'static', value: 'changed'}])
    await make(quiet, 'Delay', [{source: at('/api/delayed'), delay: 300}])
    await shop.reload()
    await shop.evaluate(
      ([name, sent]) => {
        // Chrome ends a process whose last page takes half a second to leave.
        open('about:blank')
        const target: EventTarget = name === 'visibilitychange' ? document : window
        target.addEventListener(name, () => {
          for (const each of ['coded', 'answered', 'paid', 'fixed', 'delayed'])
            fetch(`/api/${each}`, {method: 'POST', body: sent, keepalive: true}).catch(() => {})
        })
      },
      [event, body] as const,
    )
    await shop.goto(site.url('other.test'))
    const sent = () => site.requests(({path}) => path.startsWith('/api/')).map(each => `${each.path} ${each.body}`)
    await expect
      .poll(() => sent().toSorted())
      .toEqual([
        `/api/answered ${body}`,
        `/api/coded ${body}`,
        `/api/delayed ${body}`,
        '/api/fixed changed',
        `/api/paid ${body}`,
      ])
  })

test('keepalive requests of a page that stays are delayed and changed by code', async ({quiet, shop, site}) => {
  await make(quiet, 'Request', [{source: at('/api/coded'), type: 'code', value: '({body}) => body + "!"'}])
  await shop.reload()
  await shop.evaluate(() =>
    fetch('/api/coded', {method: 'POST', body: 'a', keepalive: true}).then(answer => answer.text()),
  )
  expect(site.requests(({path}) => path === '/api/coded').map(each => each.body)).toEqual(['a!'])
})
