import type {Page} from '@playwright/test'
import type {StoredRecord} from '../../src/model/rule'
import type {LibraryView} from '../../src/model/views'
import {explainLibrary} from '../../src/simulator/explain'
import type {Explanation} from '../../src/simulator/explain-request'
import type {TestRequest} from '../../src/simulator/test-request'
import {aRecord} from '../samples/workbench'
import type {SiteRequest} from '../site/answers'
import type {Site} from '../site/site'
import {ask} from './ask'
import {expect, test} from './fixtures'
import {chance, getSeed, type Chance} from './oracle/chance'
import {fillInForce} from './pages/fill-library'

const hosts = ['one.test', 'two.test', 'three.test']
const paths = ['/echo', '/api/v1/x', '/api/cart?a=1', '/echo?lang=de&b=2', '/api/v1/v1?a=zz']
/** Of these statuses a browser keeps no body. */
const bodiless = [204, 205]

const types = [
  'Redirect',
  'Replace',
  'QueryParam',
  'Headers',
  'Headers',
  'Cancel',
  'UserAgent',
  'Request',
  'Request',
  'Response',
  'Response',
  'Delay',
] as const

/** What a rule does besides its source; texts name the rule by its number. */
const parts: {readonly [T in (typeof types)[number]]: (by: Chance, number: number, site: Site) => object} = {
  Redirect: (by, _, site) => ({
    destinationType: 'url',
    destination: site.url(by.pick(hosts), by.pick(['/echo', '/api/v1/x', '/api/cart?a=0'])),
  }),
  Replace: by => ({from: by.pick(['v1', 'cart', 'a=']), to: by.pick(['v2', 'b', 'zz='])}),
  QueryParam: (by, number) => ({
    modifications: [{type: by.pick(['Modify', 'Remove']), param: by.pick(['a', 'b', 'lang']), value: `${number}`}],
  }),
  Headers: (by, number) => ({
    modifications: [{type: by.pick(['Modify', 'Remove']), header: by.pick(['x-one', 'accept']), value: `${number}`}],
  }),
  Cancel: () => ({}),
  UserAgent: (_, number) => ({userAgent: `Agent/${number}`}),
  Request: (by, number) =>
    by.percent(60)
      ? {type: 'static', value: `body ${number}`}
      : {type: 'code', value: `args => ${JSON.stringify(`body ${number}`)}`},
  Response: (by, number) => ({
    ...(by.percent(60)
      ? {type: 'static', value: `mock ${number}`, ...(by.percent(40) ? {serveWithoutRequest: true} : {})}
      : {type: 'code', value: `args => ${JSON.stringify(`mock ${number}`)}`}),
    ...(by.percent(30) ? {statusCode: 200 + number} : {}),
  }),
  Delay: by => ({delay: by.pick([150, 300])}),
}

function anyFilters(by: Chance): object[] {
  const filter = {
    ...(by.percent(15) ? {requestMethod: [by.pick(['GET', 'POST'])]} : {}),
    ...(by.percent(8) ? {requestPayload: {key: 'op', value: by.pick(['x', 'y'])}} : {}),
    ...(by.percent(6) ? {pageDomains: [by.pick(['shop.test', 'one.test'])]} : {}),
    ...(by.percent(6) ? {resourceType: [by.pick(['xmlhttprequest', 'script'])]} : {}),
  }
  return Object.keys(filter).length === 0 ? [] : [filter]
}

function anyRule(by: Chance, number: number, site: Site): StoredRecord {
  const type = by.pick(types)
  const source = by.percent(50)
    ? {key: 'host', operator: 'Equals', value: by.pick(hosts)}
    : by.percent(70)
      ? {key: 'path', operator: 'Contains', value: by.pick(['v1', 'v2', 'cart', 'echo'])}
      : {key: 'url', operator: 'Matches', value: by.pick(['cart(?=\\?a=1)', 'echo(?=\\?)', 'cart|v1'])}
  // Those that end the way least often, or they would be all there is to see.
  const own = type === 'Cancel' ? {key: 'url', operator: 'Contains', value: 'zz'} : source
  const isForAll = (type === 'Request' || type === 'Response') && by.percent(15)
  const pair = {...(isForAll ? {} : {source: {...own, filters: anyFilters(by)}}), ...parts[type](by, number, site)}
  return aRecord(type, `${type} ${number}`, [pair], {status: by.percent(85) ? 'Active' : 'Inactive'})
}

function toldOf({rules, groups, paused}: LibraryView, tested: TestRequest): Explanation {
  const work = explainLibrary({request: tested, library: {rules, groups, paused}})
  for (;;) {
    const step = work.next()
    if (step.done !== true) continue
    if ('fault' in step.value) throw new Error(`${step.value.fault}: ${tested.url}`)
    return step.value
  }
}

type Asked = {readonly url: string; readonly method: string; readonly payload: string; readonly by: 'fetch' | 'xhr'}
type Answer = {readonly status: number; readonly text: string; readonly milliseconds: number}

/** What a page gets; null where it fails. */
const answerTo = (page: Page, asked: Asked): Promise<Answer | null> =>
  page.evaluate(async ({url, method, payload, by}): Promise<Answer | null> => {
    const started = performance.now()
    const answer = (status: number, text: string) => ({status, text, milliseconds: performance.now() - started})
    if (by === 'fetch')
      try {
        const response = await fetch(url, payload === '' ? {method} : {method, body: payload})
        return answer(response.status, await response.text())
      } catch {
        return null
      }
    return new Promise(done => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      request.addEventListener('load', () => done(answer(request.status, request.responseText)))
      request.addEventListener('error', () => done(null))
      request.send(payload === '' ? null : payload)
    })
  }, asked)

/** Describes a request that the page or server has not seen; empty if all was as expected. */
function untrue(
  {verdicts, end, finalUrl, headers}: Explanation,
  answer: Answer | null,
  log: readonly SiteRequest[],
): string[] {
  const acting = (type: string) =>
    verdicts.filter(({effect, candidate}) => effect !== null && candidate.rule.ruleType === type)
  const numbers = (type: string) => acting(type).map(({candidate}) => candidate.rule.name.replace(/\D+/, ''))
  const [mock] = numbers('Response')
  // A fixed answer is given where its request is stopped further on, too.
  if (end === 'stopped' && mock === undefined) return answer === null ? [] : ['stopped']
  if (answer === null) return ['answered at all']
  const faults: string[] = []
  const expectation = (what: string, wanted: string | undefined, seen: string | undefined) => {
    if (wanted !== seen) faults.push(`${what}: ${wanted ?? 'none'}, not ${seen ?? 'none'}`)
  }
  if (!bodiless.includes(answer.status)) expectation('mock', mock, /^mock (\d+)$/.exec(answer.text)?.[1])
  if (end === 'stopped') return faults
  const sent = log.findLast(({method}) => method !== 'OPTIONS')
  if (end === 'answered') return sent ? [...faults, 'no server is asked'] : faults
  expectation('address', finalUrl, sent?.url)
  if (!sent) return faults
  expectation('body', numbers('Request')[0], /^body (\d+)$/.exec(sent.body)?.[1])
  expectation('user agent', numbers('UserAgent')[0], /^Agent\/(\d+)$/.exec(sent.headers['user-agent'] ?? '')?.[1])
  const [delay = 0] = acting('Delay').map(({candidate: {rule}}) => Number((rule.pairs[0] as {delay?: number}).delay))
  if (answer.milliseconds < delay - 5) faults.push(`a wait of ${delay} ms, not ${answer.milliseconds}`)
  for (const {target, change} of headers)
    if (target === 'request' && change.header !== 'user-agent')
      expectation(change.header, change.operation === 'remove' ? undefined : change.value, sent.headers[change.header])
  return faults
}

test('the tester predicts fetch and XHR correctly for all nine types', async ({app, site, shop}) => {
  test.setTimeout(180_000)
  const by = chance(getSeed() + 10)
  const quiet = await app.open('delay-page.html')
  await ask(quiet, 'library.read', {})
  const faults: unknown[] = []
  const tally = {asked: 0, mocked: 0, stopped: 0, moved: 0}
  for (let round = 0; round < 8; round++) {
    const rules = Array.from({length: 16}, (_, number) => anyRule(by, number, site))
    const view = await fillInForce(quiet, {groups: [], rules, trash: [], paused: false})
    await shop.reload()
    for (let count = 0; count < 14; count++) {
      const method = by.pick(['GET', 'POST'])
      const payload = method === 'POST' ? by.pick(['{"op":"x"}', '{"op":"y"}', 'plain']) : ''
      const url = site.url(by.pick(hosts), by.pick(paths))
      const told = toldOf(view, {url, method, payload, resourceType: 'xmlhttprequest', page: site.url('shop.test')})
      site.clear()
      const asked = {url, method, payload, by: by.pick(['fetch', 'xhr'] as const)}
      const answer = await answerTo(shop, asked)
      tally.asked++
      if (answer?.text.startsWith('mock')) tally.mocked++
      if (told.end === 'stopped') tally.stopped++
      if (told.finalUrl !== url) tally.moved++
      const wrong = untrue(told, answer, site.log)
      if (wrong.length > 0) {
        const said = told.verdicts.map(({candidate, kind}) => `${candidate.rule.name} ${kind}`)
        const concerned = new Set(told.verdicts.map(({candidate}) => candidate.id))
        faults.push({asked, wrong, said, answer, rules: rules.filter(({id}) => concerned.has(String(id)))})
      }
    }
  }
  console.log(`nine types: ${JSON.stringify(tally)}, ${faults.length} faults; seed ${getSeed()}`)
  expect(tally.mocked).toBeGreaterThan(20)
  expect(tally.moved).toBeGreaterThan(10)
  expect(JSON.stringify(faults.slice(0, 2), null, 1)).toBe('[]')
})
