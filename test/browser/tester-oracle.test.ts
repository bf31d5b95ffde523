import type {Page} from '@playwright/test'
import type {Rule, StoredRecord} from '../../src/contract/rule'
import type {RuleType} from '../../src/contract/rules'
import {resourceTypes, type ResourceType, type Source} from '../../src/contract/source'
import type {LibraryView, RuleView} from '../../src/contract/views'
import {withoutFragment} from '../../src/matching/address'
import type {Draft} from '../../src/translate/translation'
import {faultsOfDraft} from '../../src/ui/options/editor/faults-of-problems'
import {judge, translated} from '../../src/ui/options/editor/judged'
import type {Drafted} from '../../src/ui/tester/contest'
import {explain, type Explanation} from '../../src/ui/tester/explain'
import type {Tested} from '../../src/ui/tester/tested'
import {aGroup, aRecord, type StoredLibrary} from '../samples/workbench'
import {ask} from './ask'
import {expect, fetched, test} from './fixtures'
import {chance, seedOf, type Chance} from './oracle/chance'
import {anySource, anyUrl, nearUrl} from './oracle/generate'
import {fillLibrary} from './pages/fill-library'

/** A kept rule that nobody has changed; what Chrome refuses of it, the worker has said. */
const asDraft = ({id, problems}: RuleView, rule: Rule): Drafted => {
  const refused = new Set(problems.flatMap(({code, pair}) => (code === 'regex-refused' ? [pair] : [])))
  const refusalOf = ({pair}: Draft) => (refused.has(pair) ? 'syntaxError' : undefined)
  return {id, rule, judged: judge(rule, translated(rule, true), {refusalOf, faultsOf: faultsOfDraft}), problems}
}

/** What the tester says, with the first rule that can be read as its draft. */
function told({rules, groups, paused}: LibraryView, tested: Tested): Explanation {
  const own = rules.find(({rule}) => rule !== null)
  if (!own?.rule) throw new Error('no rules')
  const work = explain({tested, draft: asDraft(own, own.rule), library: {rules, groups, paused}})
  for (;;) {
    const step = work.next()
    if (step.done !== true) continue
    if ('not' in step.value) throw new Error(`${step.value.not}: ${tested.url}`)
    return step.value
  }
}

/** The rules that act on the request as it is asked: the one that sends or ends it, else all header rules that match. */
function actingFirst({verdicts}: Explanation): string[] {
  const acts = verdicts.filter(({deed}) => deed && deed.did !== 'headers' && deed.touch.hop === 0)
  const waits = acts.filter(({contender}) => contender.rule.ruleType === 'Delay')
  const first = waits.length > 0 ? waits : acts
  const headers = verdicts.filter(
    ({deed, reason}) => deed?.did === 'headers' || (!deed && reason?.why === 'header-taken'),
  )
  return (first.length > 0 ? first : headers).map(({contender}) => contender.id).toSorted()
}

type Question = {readonly url: string; readonly type: string; readonly method: string; readonly initiator?: string}

/** For each question the ids of the browser rules that Chromium says match. */
const chromium = (page: Page, questions: readonly Question[]) =>
  page.evaluate(async asked => {
    const {declarativeNetRequest: api} = (
      globalThis as unknown as {
        chrome: {
          declarativeNetRequest: {testMatchOutcome(question: object): Promise<{matchedRules: {ruleId: number}[]}>}
        }
      }
    ).chrome
    const answers: number[][] = []
    for (const question of asked)
      answers.push((await api.testMatchOutcome(question)).matchedRules.map(each => each.ruleId))
    return answers
  }, questions)

const hosts = ['shop.test', 'a.test', 'www.shop.test', 'api.shop.test']

function filtersOf(by: Chance): Source['filters'] {
  if (by.percent(60)) return []
  return [
    {
      ...(by.percent(40) ? {requestMethod: [by.pick(['GET', 'POST'])]} : {}),
      ...(by.percent(40) ? {resourceType: [by.pick(['xmlhttprequest', 'main_frame', 'script', 'image'])]} : {}),
      ...(by.percent(30) ? {pageDomains: [by.pick(hosts)]} : {}),
    },
  ]
}

/** What a rule of each type does, besides its source. */
const parts: {readonly [T in RuleType]: (by: Chance) => object} = {
  Redirect: by => ({destinationType: 'url', destination: `https://goal.test/${by.pick(['', '$1', 'a?b=$2'])}`}),
  Cancel: () => ({}),
  Replace: by => ({from: by.pick(['shop', 'v1', '/a+/', 'test']), to: by.pick(['new', 'b', ''])}),
  Headers: by => ({
    modifications: [
      {
        type: by.pick(['Add', 'Modify', 'Remove']),
        header: by.pick(['X-A', 'Cookie', 'X-B']),
        value: '1',
        target: by.pick(['Request', 'Response']),
      },
    ],
  }),
  UserAgent: () => ({userAgent: 'Tester/1.0'}),
  QueryParam: by => ({
    modifications: [{type: by.pick(['Modify', 'Remove']), param: by.pick(['a', 'v1', 'b']), value: '1'}],
  }),
  Request: () => ({type: 'static', value: '{}'}),
  Response: by => ({type: by.pick(['static', 'static', 'code']), value: by.pick(['<b>mocked</b>', '{"a":1}'])}),
  Delay: () => ({delay: 500}),
}
// Those that end the way least often, or they would be all there is to see.
const types: readonly RuleType[] = [
  'Redirect',
  'Cancel',
  'Replace',
  'Headers',
  'Headers',
  'UserAgent',
  'QueryParam',
  'QueryParam',
  'Request',
  'Response',
  'Delay',
]

function anyLibrary(by: Chance, urls: readonly string[]): StoredLibrary {
  const groups = [aGroup('g1', 'First'), aGroup('g2', 'Off', {status: 'Inactive'}), aGroup('g3', 'Third')]
  const rules = Array.from({length: 60}, (_, at): StoredRecord => {
    const type = by.pick(types)
    const simple: Source = {key: 'host', operator: by.pick(['Equals', 'Contains']), value: by.pick(hosts)}
    const source = {...(by.percent(50) ? simple : anySource(by, by.pick(urls))), filters: filtersOf(by)}
    const more = {groupId: by.pick(['', 'g1', 'g2', 'g3']), status: by.percent(15) ? 'Inactive' : 'Active'}
    return aRecord(type, `${type} ${at}`, [{source, ...parts[type](by)}], more)
  })
  return {groups, rules, trash: [], paused: false}
}

test('the tester names the rules that Chromium says act', async ({app}) => {
  test.setTimeout(180_000)
  const by = chance(seedOf() + 7)
  const quiet = await app.open('wait.html')
  await ask(quiet, 'library.read', {})
  const faults: unknown[] = []
  const tally = {asked: 0, acting: 0, headers: 0, nothing: 0}
  for (let round = 0; round < 8; round++) {
    const urls = await quiet.evaluate(
      given => given.filter(url => URL.canParse(url)).map(url => new URL(url).href),
      Array.from({length: 40}, () => anyUrl(by)),
    )
    await fillLibrary(quiet, anyLibrary(by, urls))
    const view = await ask(quiet, 'library.read', {})
    const near = await quiet.evaluate(
      given => given.filter(url => URL.canParse(url)).map(url => new URL(url).href),
      urls.flatMap(url => [url, nearUrl(by, url)]).filter(url => URL.canParse(url)),
    )
    const tests = near
      .filter(url => /^(?:http|ws)s?:\/\/[^/]/.test(url))
      .map((url): Tested => {
        const isSocket = url.startsWith('ws')
        const resourceType: ResourceType = isSocket
          ? 'websocket'
          : by.pick(
              resourceTypes.filter(type => type !== 'websocket' && type !== 'webbundle' && type !== 'webtransport'),
            )
        const method = isSocket ? 'GET' : by.pick(['GET', 'GET', 'POST'])
        return {url, method, resourceType, page: by.pick(hosts), payload: ''}
      })
    const answers = await chromium(
      quiet,
      tests.map(({url, method, resourceType, page}) => ({
        url,
        type: resourceType,
        method: method.toLowerCase(),
        ...(resourceType === 'main_frame' ? {} : {initiator: `https://${page}`}),
      })),
    )
    tests.forEach((tested, at) => {
      const matched = answers[at] ?? []
      const wanted = view.rules
        .filter(({browserRules}) => browserRules.some(id => matched.includes(id)))
        .map(({id}) => id)
        .toSorted()
      const explanation = told(view, tested)
      const ours = actingFirst(explanation)
      tally.asked++
      if (wanted.length === 0) tally.nothing++
      else if (wanted.some(id => /^(?:Headers|UserAgent)/.test(id))) tally.headers++
      else tally.acting++
      if (JSON.stringify(ours) !== JSON.stringify(wanted)) {
        const concerned = view.rules.filter(({id}) => ours.includes(id) || wanted.includes(id))
        faults.push({
          tested,
          ours,
          wanted,
          verdicts: explanation.verdicts.map(
            ({contender, kind, reason}) => `${contender.id} ${kind} ${reason?.why ?? ''}`,
          ),
          rules: concerned.map(({rule, problems}) => ({type: rule?.ruleType, pairs: rule?.pairs, problems})),
        })
      }
    })
  }
  console.log(`tester: ${JSON.stringify(tally)}, ${faults.length} faults; seed ${seedOf()}`)
  expect(tally.acting).toBeGreaterThan(50)
  expect(tally.headers).toBeGreaterThan(20)
  expect(JSON.stringify(faults.slice(0, 3), null, 1)).toBe('[]')
})

test('the tester says where a fetch ends up, and with which headers', async ({app, site, shop}) => {
  test.setTimeout(180_000)
  const by = chance(seedOf() + 8)
  const at = (host: string, path = '/') => site.url(host, path)
  const quiet = await app.open('wait.html')
  await ask(quiet, 'library.read', {})
  const faults: unknown[] = []
  const tally = {asked: 0, moved: 0, stopped: 0, headers: 0}
  const names = ['one', 'two', 'three', 'four'].map(name => `${name}.test`)
  for (let round = 0; round < 8; round++) {
    const rules = Array.from({length: 14}, (_, number): StoredRecord => {
      const type = by.pick([
        'Redirect',
        'Redirect',
        'Replace',
        'QueryParam',
        'QueryParam',
        'Headers',
        'Headers',
        'Cancel',
      ] as const)
      const source = by.percent(70)
        ? {key: 'host', operator: 'Equals', value: by.pick(names)}
        : {key: 'path', operator: 'Contains', value: by.pick(['v1', 'v2', 'cart'])}
      const pairs = {
        Redirect: {
          destinationType: 'url',
          destination: at(by.pick(names), by.pick(['/echo', '/api/v1/x', '/api/cart?a=0'])),
        },
        Replace: {from: by.pick(['v1', 'cart', 'a=']), to: by.pick(['v2', 'b', 'zz='])},
        QueryParam: {
          modifications: [
            {type: by.pick(['Modify', 'Remove']), param: by.pick(['a', 'b', 'lang']), value: `${number}`},
          ],
        },
        Headers: {
          modifications: [
            {
              type: by.pick(['Modify', 'Modify', 'Remove']),
              header: by.pick(['x-one', 'x-two', 'accept']),
              value: `${number}`,
            },
          ],
        },
        Cancel: {},
      }
      const own = type === 'Cancel' ? {key: 'url', operator: 'Contains', value: 'zz'} : source
      return aRecord(type, `${type} ${number}`, [{source: own, ...pairs[type]}], {})
    })
    await fillLibrary(quiet, {groups: [], rules, trash: [], paused: false})
    const view = await ask(quiet, 'library.read', {})
    for (let count = 0; count < 12; count++) {
      const url = at(
        by.pick(names),
        by.pick(['/echo', '/api/v1/x', '/api/cart?a=1', '/echo?lang=de&b=2', '/api/v1/v1?a=zz']),
      )
      const explanation = told(view, {
        url,
        method: 'GET',
        resourceType: 'xmlhttprequest',
        page: site.url('shop.test'),
        payload: '',
      })
      site.clear()
      const answer = await fetched(shop, url)
      tally.asked++
      if (explanation.end === 'stopped') {
        tally.stopped++
        if (answer !== null) faults.push({url, ours: 'stopped', chromium: answer.url})
        continue
      }
      if (explanation.goesTo !== withoutFragment(url)) tally.moved++
      if (answer?.url !== explanation.goesTo) {
        faults.push({
          url,
          ours: explanation.goesTo,
          chromium: answer?.url ?? null,
          rules: view.rules.map(({rule, problems}) => ({pairs: rule?.pairs, problems})),
        })
        continue
      }
      const sent = site.log.at(-1)?.headers ?? {}
      for (const {target, change} of explanation.headers) {
        tally.headers++
        const is = sent[change.header]
        const fits = change.operation === 'remove' ? is === undefined : is === change.value
        if (target === 'request' && !fits) faults.push({url, change, is})
      }
    }
  }
  console.log(`tester: ${JSON.stringify(tally)}, ${faults.length} faults; seed ${seedOf()}`)
  expect(tally.moved).toBeGreaterThan(20)
  expect(tally.headers).toBeGreaterThan(20)
  expect(JSON.stringify(faults.slice(0, 3), null, 1)).toBe('[]')
})
