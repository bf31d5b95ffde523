import type {Page} from '@playwright/test'
import type {StoredRecord} from '../../src/model/rule'
import {resourceTypes, type ResourceType} from '../../src/model/source'
import {withoutFragment} from '../../src/matching/address'
import type {Library} from '../../src/simulator/candidate-rules'
import {findOverridden, type Overrides} from '../../src/simulator/overridden'
import type {TestRequest} from '../../src/simulator/test-request'
import {aRecord} from '../samples/workbench'
import {ask} from './ask'
import {expect, fetched} from './fixtures'
import {anyLibrary, hosts} from './oracle/any-library'
import {chance, getSeed} from './oracle/chance'
import {anyUrl, nearUrl} from './oracle/generate'
import {explainAsTester, getFirstActingRules} from './oracle/explain-as-tester'
import {fillInForce, fillLibrary} from './pages/fill-library'
import {test} from './shared'

function overridesIn(library: Library): Overrides {
  const work = findOverridden(library, null)
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** The initiator of a request. A page that is opened has none. */
type Question = {readonly url: string; readonly type: string; readonly method: string} & (
  {readonly initiator: string} | {readonly topUrl: string}
)

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

test('the tester names the rules that Chromium says act', async ({quiet}) => {
  const by = chance(getSeed() + 7)
  await ask(quiet, 'library.read', {})
  const faults: unknown[] = []
  const tally = {asked: 0, acting: 0, headers: 0, nothing: 0}
  for (let round = 0; round < 4; round++) {
    const urls = await quiet.evaluate(
      given => given.filter(url => URL.canParse(url)).map(url => new URL(url).href),
      Array.from({length: 40}, () => anyUrl(by)),
    )
    const view = await fillInForce(quiet, anyLibrary(by, urls))
    const near = await quiet.evaluate(
      given => given.filter(url => URL.canParse(url)).map(url => new URL(url).href),
      urls.flatMap(url => [url, nearUrl(by, url)]).filter(url => URL.canParse(url)),
    )
    const tests = near
      .filter(url => /^(?:http|ws)s?:\/\/[^/]/.test(url))
      .map((url): TestRequest => {
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
        ...(resourceType === 'main_frame' ? {topUrl: url} : {initiator: `https://${page}`}),
      })),
    )
    const known = new Set(view.rules.flatMap(({browserRules}) => browserRules))
    tests.forEach((tested, at) => {
      const matched = answers[at] ?? []
      const explanation = explainAsTester(view, tested)
      // A Delay in part leads to the delay page, where our own matcher decides. Chromium does not
      // see what page scripts do.
      if (matched.some(id => !known.has(id)) || explanation.verdicts.some(({match}) => match?.isFallback)) return
      const wanted = view.rules
        .filter(({browserRules}) => browserRules.some(id => matched.includes(id)))
        .map(({id}) => id)
        .toSorted()
      const ours = getFirstActingRules(explanation)
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
            ({candidate, kind, reason}) => `${candidate.id} ${kind} ${reason?.why ?? ''}`,
          ),
          rules: concerned.map(({rule, problems}) => ({type: rule?.ruleType, pairs: rule?.pairs, problems})),
        })
      }
    })
  }
  console.log(`tester: ${JSON.stringify(tally)}, ${faults.length} faults; seed ${getSeed()}`)
  expect(tally.acting).toBeGreaterThan(20)
  expect(tally.headers).toBeGreaterThan(5)
  expect(JSON.stringify(faults.slice(0, 3), null, 1)).toBe('[]')
})

test('a rule that is marked as overridden never acts in Chromium', async ({quiet}) => {
  const by = chance(getSeed() + 9)
  await ask(quiet, 'library.read', {})
  const faults: unknown[] = []
  let matching = 0
  for (let round = 0; round < 4; round++) {
    const urls = await quiet.evaluate(
      given => given.filter(url => URL.canParse(url)).map(url => new URL(url).href),
      Array.from({length: 40}, () => anyUrl(by)),
    )
    const library = anyLibrary(by, urls)
    const copies = library.rules.flatMap(({pairs}, number) => {
      const source = (pairs as readonly {readonly source?: object}[])[0]?.source
      if (!source || by.percent(50)) return []
      const type = by.pick(['Redirect', 'Replace', 'QueryParam'] as const)
      const effects = {
        Redirect: {destinationType: 'url', destination: 'https://copy.test/'},
        Replace: {from: 'v1', to: 'w'},
        QueryParam: {modifications: [{type: 'Modify', param: 'c', value: '1'}]},
      }
      return [aRecord(type, `copy ${number}`, [{source, ...effects[type]}], {})]
    })
    await fillLibrary(quiet, {...library, rules: [...library.rules, ...copies]})
    const view = await ask(quiet, 'library.read', {})
    const marked = overridesIn({...view, paused: false})
    // Chromium lists all header rules that match, also those of which it ignores each header.
    const isInBrowser = (type: string | undefined) =>
      type === 'Redirect' || type === 'Replace' || type === 'QueryParam' || type === 'Response'
    const idsOf = new Map(
      view.rules.flatMap(({id, rule, browserRules}) =>
        marked.has(id) && isInBrowser(rule?.ruleType) ? browserRules.map(each => [each, id] as const) : [],
      ),
    )
    const tests = urls
      .filter(url => /^https?:\/\/[^/]/.test(url))
      .map((url): TestRequest => ({
        url,
        method: by.pick(['GET', 'POST']),
        resourceType: by.pick(['xmlhttprequest', 'script', 'image']),
        page: by.pick(hosts),
        payload: '',
      }))
    const answers = await chromium(
      quiet,
      tests.map(({url, method, resourceType, page}) => ({
        url,
        type: resourceType,
        method: method.toLowerCase(),
        initiator: `https://${page}`,
      })),
    )
    tests.forEach((tested, at) => {
      const touched = explainAsTester(view, tested).verdicts.filter(
        ({candidate, match}) => match && marked.has(candidate.id),
      )
      matching += touched.length
      const wrong = (answers[at] ?? []).flatMap(id => idsOf.get(id) ?? [])
      if (wrong.length === 0) return
      const rules = wrong.map(id => [view.rules.find(each => each.id === id)?.rule, marked.get(id)?.by.rule])
      faults.push({tested, rules})
    })
  }
  console.log(`overridden: ${matching} matching, ${faults.length} faults; seed ${getSeed()}`)
  expect(matching).toBeGreaterThan(10)
  expect(JSON.stringify(faults.slice(0, 3), null, 1)).toBe('[]')
})

test('the tester says where a fetch ends up, and with which headers', async ({quiet, site, shop}) => {
  const by = chance(getSeed() + 8)
  const at = (host: string, path = '/') => site.url(host, path)
  await ask(quiet, 'library.read', {})
  const faults: unknown[] = []
  const tally = {asked: 0, moved: 0, stopped: 0, headers: 0}
  const names = ['one', 'two', 'three', 'four'].map(name => `${name}.test`)
  for (let round = 0; round < 4; round++) {
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
        : by.percent(65)
          ? {key: 'path', operator: 'Contains', value: by.pick(['v1', 'v2', 'cart'])}
          : {key: 'url', operator: 'Matches', value: by.pick(['cart(?=\\?a=1)', '(?<=a)=(?!0)', 'echo(?=\\?)'])}
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
    const view = await fillInForce(quiet, {groups: [], rules, trash: [], paused: false})
    for (let count = 0; count < 12; count++) {
      const url = at(
        by.pick(names),
        by.pick(['/echo', '/api/v1/x', '/api/cart?a=1', '/echo?lang=de&b=2', '/api/v1/v1?a=zz']),
      )
      const explanation = explainAsTester(view, {
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
      if (explanation.finalUrl !== withoutFragment(url)) tally.moved++
      if (answer?.url !== explanation.finalUrl) {
        faults.push({
          url,
          ours: explanation.finalUrl,
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
  console.log(`tester: ${JSON.stringify(tally)}, ${faults.length} faults; seed ${getSeed()}`)
  expect(tally.moved).toBeGreaterThan(20)
  expect(tally.headers).toBeGreaterThan(5)
  expect(JSON.stringify(faults.slice(0, 4), null, 1)).toBe('[]')
})
