import {expect, make, where} from './fixtures'
import {openLog, resultsOf} from './log-rows'
import {test} from './shared'

const at = (path: string) => where('path', 'Equals', path)
const waits = (milliseconds: number, value: string) =>
  `async args => { await new Promise(done => setTimeout(done, ${milliseconds})); return ${value} }`

/** What the row of each says. */
const said: Readonly<Record<string, string>> = {
  '/api/none': ': 200',
  '/api/led': 'Led: 200',
  '/api/led-to-stopped': 'Led to stopped, Stopped: Stopped',
  '/api/stopped': 'Stopped: Stopped',
  '/api/asked-with': 'Asked with: 200',
  '/api/agent': 'Agent: 200',
  '/api/env': 'Env: 200',
  '/api/renamed': 'Renamed: 200',
  '/api/late': 'Late: 200',
  '/api/late-with': 'Late with, Late: 200',
  '/api/served': 'Served: 402',
  '/api/answered': 'Answered: 418',
  '/api/answered-by-code': 'Answered by code: 200',
}
const onlyWithBody: Readonly<Record<string, string>> = {
  '/api/sent': 'Sent: 200',
  '/api/sent-by-code': 'Sent by code: 200',
  '/api/sent-by-nothing': 'Sent by nothing: Code failed, sent unchanged',
}

test('every request has exactly one row in Activity', async ({options, shop, site}) => {
  const name = (text: string) => ({name: text})
  const adds = [{type: 'Add', param: 'a', value: '1', actionWhenParamExists: 'Overwrite'}]
  const to = (path: string, destination: string) => [{source: at(path), destinationType: 'url', destination}]
  const fixed = {type: 'static', value: '{}'}
  await make(options, 'Redirect', to('/api/led', site.url('other.test', '/api/none')), name('Led'))
  await make(
    options,
    'Redirect',
    to('/api/led-to-stopped', site.url('shop.test', '/api/stopped')),
    name('Led to stopped'),
  )
  await make(options, 'Cancel', [{source: at('/api/stopped')}], name('Stopped'))
  await make(options, 'QueryParam', [{source: at('/api/asked-with'), modifications: adds}], name('Asked with'))
  await make(options, 'QueryParam', [{source: at('/api/late-with'), modifications: adds}], name('Late with'))
  await make(options, 'UserAgent', [{source: at('/api/agent'), userAgent: 'Elsewhere/1.0'}], name('Agent'))
  const sets = [{header: 'X-Env', type: 'Modify', value: 'b'}]
  await make(options, 'Headers', [{source: at('/api/env'), modifications: sets}], name('Env'))
  await make(options, 'Replace', [{source: at('/api/renamed'), from: 'renamed', to: 'none'}], name('Renamed'))
  const late = ['/api/late', '/api/late-with', '/slow.html'].map(path => ({source: at(path), delay: 700}))
  await make(options, 'Delay', late, name('Late'))
  const served = {...fixed, statusCode: 402, serveWithoutRequest: true}
  await make(options, 'Response', [{source: at('/api/served'), ...served}], name('Served'))
  await make(options, 'Response', [{source: at('/api/answered'), ...fixed, statusCode: 418}], name('Answered'))
  const code = (path: string, value: string) => [{source: at(path), type: 'code', value}]
  await make(options, 'Response', code('/api/answered-by-code', waits(500, '"x"')), name('Answered by code'))
  await make(options, 'Request', [{source: at('/api/sent'), ...fixed}], name('Sent'))
  await make(options, 'Request', code('/api/sent-by-code', waits(500, '"x"')), name('Sent by code'))
  await make(options, 'Request', code('/api/sent-by-nothing', 'args => qty'), name('Sent by nothing'))
  await make(options, 'Redirect', to('/old.html', site.url('other.test', '/slow.html')), name('Old'))
  await shop.reload()
  await openLog(options)

  await shop.evaluate(
    ([paths, withBody]) => {
      const body = 'b'
      for (const path of paths) void fetch(path).catch(() => {})
      for (const path of [...paths, ...withBody]) {
        void fetch(`${path}?fetch`, {method: 'POST', body}).catch(() => {})
        const request = new XMLHttpRequest()
        request.open('POST', `${path}?xhr`)
        request.send(body)
      }
      for (const path of ['/slow.html', '/old.html'])
        document.body.append(Object.assign(document.createElement('iframe'), {src: path}))
    },
    [Object.keys(said), Object.keys(onlyWithBody)] as const,
  )
  const expected = [
    ...Object.entries(said).flatMap(([path, row]) => ['', '?fetch', '?xhr'].map(way => `${path}${way} ${row}`)),
    ...Object.entries(onlyWithBody).flatMap(([path, row]) => ['?fetch', '?xhr'].map(way => `${path}${way} ${row}`)),
    '/slow.html Late: 200',
    '/old.html Old, Late: 200',
  ].toSorted()
  const told = await resultsOf(options)
  await expect.poll(async () => (await told()).toSorted()).toEqual(expected)
})
