import {expect, test} from '@playwright/test'
import type {Rule} from '../../../src/model/rule'
import type {Source} from '../../../src/model/source'
import type {QueryModification} from '../../../src/model/rules/query-param'
import {encodeUrlText, withoutFragment} from '../../../src/matching/address'
import {fillCaptures} from '../../../src/matching/replacement'
import {compileSource} from '../../../src/matching/matcher'
import {changeQuery, sumModifications} from '../../../src/matching/query-changes'
import {readSearchPattern, replaceInAddress} from '../../../src/matching/replace-text'
import {readRequest} from '../../../src/matching/request'
import {translateRule} from '../../../src/dnr/translate'
import {startSite} from '../../site/site'
import {aPair, aRule, aSource} from '../../unit/builders'
import {chance, getSeed, type Chance} from './chance'
import {changeWhileMatching, followBrowserRules} from './follow'
import {anySource} from './generate'
import {anyReplace, replaceUrl} from './generate-replace'
import {openJudge, type Installed} from './judge'

const urlsPerRule = 6
/** `ORACLE_RULES` sets the number of rules, `ORACLE_SEED` selects other ones. */
const rulesOfEach = Number(process.env['ORACLE_RULES'] ?? 30)

/** Opens a site and a page that fetches through the installed browser rules. */
async function openScene() {
  const site = await startSite()
  const judge = await openJudge()
  const page = await judge.context.newPage()
  await page.goto(site.url('page.test'))
  return {
    site,
    judge,
    page,
    async installed(rule: Rule): Promise<{codes: readonly string[]; chromium: Installed}> {
      const {templates, problems} = translateRule(rule)
      const chromium = await judge.prepare(templates)
      await judge.install(chromium.rules)
      return {codes: problems.map(({code}) => code), chromium}
    },
    /** Returns the URL of each response, null for a failed request. */
    fetched: (urls: readonly string[]) =>
      page.evaluate(
        asked =>
          Promise.all(
            asked.map(url =>
              // A redirect loop would never end.
              fetch(url, {signal: AbortSignal.timeout(3_000)}).then(
                response => response.url,
                () => null,
              ),
            ),
          ),
        urls,
      ),
    async close() {
      await judge.close()
      await site.close()
    },
  }
}

// One browser for all tests of this file.
test.describe.configure({mode: 'default'})

let scene: Awaited<ReturnType<typeof openScene>>
test.beforeAll(async () => {
  scene = await openScene()
})
test.afterAll(() => scene.close())

const isHere = (url: string, port: number): boolean =>
  URL.canParse(url) && new URL(url).port === `${port}` && new URL(url).hostname.endsWith('.test')

type Tally = {
  rules: number
  pairs: number
  changed: number
  exempt: number
  readonly faults: unknown[]
  readonly hops: number[]
}
const tally = (): Tally => ({rules: 0, pairs: 0, changed: 0, exempt: 0, faults: [], hops: []})
const summary = ({rules, pairs, changed, exempt, hops}: Tally) =>
  `${rules} rules, ${pairs} addresses, ${Math.round((100 * changed) / pairs)} % changed` +
  (hops.length > 0 ? `, hops ${hops.map((count, at) => `${at}:${count}`).join(' ')}` : '') +
  (exempt > 0 ? `, ${exempt} not reached, with a problem` : '')

test('Chromium and our matcher replace the same text', async () => {
  const {port} = scene.site
  const by = chance(getSeed())
  const all = tally()
  while (all.rules < rulesOfEach) {
    const url = replaceUrl(by, port)
    const given = anyReplace(by, new URL(url).href, port)
    const {codes, chromium} = await scene.installed(aRule('Replace', {pairs: [given]}))
    const read = readSearchPattern(given.from)
    if (chromium.rules.length === 0 || chromium.refused.length > 0 || 'reason' in read) {
      if (codes.length === 0 && chromium.refused.length === 0) all.faults.push({silent: given})
      continue
    }
    all.rules++
    const sought = read.kind === 'text' ? {kind: 'text' as const, text: encodeUrlText(read.text)} : read
    const urls = await scene.judge.canonical([
      url,
      ...Array.from({length: urlsPerRule - 1}, () => replaceUrl(by, port)),
    ])
    const wanted = urls.map(each =>
      changeWhileMatching(given.source, each, at => replaceInAddress(at, sought, encodeUrlText(given.to))),
    )
    const asked = urls.filter((_, at) => isHere(wanted[at] ?? '', port))
    const answers = await scene.fetched(asked)
    asked.forEach((each, at) => {
      const expected = wanted[urls.indexOf(each)] ?? ''
      const hops = followBrowserRules(chromium.rules, each)
      all.pairs++
      if (expected !== each) {
        all.changed++
        all.hops[hops.hops] = (all.hops[hops.hops] ?? 0) + 1
      }
      if (answers[at] === withoutFragment(expected)) return
      // Rules that the page applies have no effect here, without page scripts.
      if (codes.includes('regex-in-part')) all.exempt++
      else all.faults.push({...given, url: each, expected, chromium: answers[at] ?? null, followBrowserRules: hops})
    })
  }
  console.log(`oracle: Replace: ${summary(all)}; seed ${getSeed()}`)
  expect(all.faults.slice(0, 5)).toEqual([])
})

/** Generates a source with captures. */
function capturing(by: Chance, url: string) {
  for (;;) {
    const source = anySource(by, url)
    if (source.operator === 'Wildcard_Matches' || (source.operator === 'Matches' && source.value.includes('(')))
      return source
  }
}

test('Chromium and our matcher redirect to the same URL', async () => {
  const {port} = scene.site
  const by = chance(getSeed() + 1)
  const all = tally()
  let untranslated = 0
  while (all.rules < rulesOfEach) {
    const url = replaceUrl(by, port)
    const source = capturing(by, new URL(url).href)
    const destination = `http://goal.test:${port}/${by.pick(['', 'a\\1b', '$$', 'é'])}?one=$1&two=$2&last=$10`
    const {codes, chromium} = await scene.installed(
      aRule('Redirect', {pairs: [aPair('Redirect', {source, destination})]}),
    )
    const compiled = compileSource(source)
    // Rules for the delay page and for page scripts are not applied by Chromium alone.
    const isElsewhere = codes.includes('regex-in-part')
    if (isElsewhere || chromium.rules.length === 0 || chromium.refused.length > 0 || 'fault' in compiled) {
      untranslated++
      if (codes.length === 0 && chromium.refused.length === 0) all.faults.push({silent: source})
      continue
    }
    all.rules++
    const urls = await scene.judge.canonical([
      url,
      ...Array.from({length: urlsPerRule - 1}, () => replaceUrl(by, port)),
    ])
    const wanted = urls.map(each => {
      const found = compiled.match(readRequest({url: each}))
      const goal = found.matched ? new URL(fillCaptures(destination, found.captures)).href : each
      // A destination that matches again would loop, which the engine prevents.
      const ends = goal === each || !compiled.match(readRequest({url: goal})).matched
      return ends ? goal : ''
    })
    const asked = urls.filter((_, at) => isHere(wanted[at] ?? '', port))
    const answers = await scene.fetched(asked)
    asked.forEach((each, at) => {
      const expected = wanted[urls.indexOf(each)] ?? ''
      all.pairs++
      if (expected !== each) all.changed++
      if (answers[at] === withoutFragment(expected)) return
      const regex = chromium.rules[0]?.condition.regexFilter
      all.faults.push({
        source: `${source.key} ${source.value}`,
        regex,
        url: each,
        expected,
        chromium: answers[at] ?? null,
      })
    })
  }
  console.log(
    `oracle: Redirect with captures: ${summary(all)}; ${untranslated} rules not translated; seed ${getSeed()}`,
  )
  expect(all.faults.slice(0, 5)).toEqual([])
})

test('Chromium keeps path and query where a redirect replaces scheme, host and port', async () => {
  const {port} = scene.site
  const redirectHost = (source: Source, destination: string) =>
    scene.installed(aRule('Redirect', {pairs: [aPair('Redirect', {source, destination, keepPathAndQuery: true})]}))
  const path = '/v1/a%20b?lang=de&lang=en&&flag'
  await redirectHost(aSource('host', 'Equals', 'api.test'), `http://goal.test:${port}`)
  expect(await scene.fetched([`http://api.test:${port}${path}`])).toEqual([`http://goal.test:${port}${path}`])
  await redirectHost(aSource('host', 'Wildcard_Matches', '*.shop.test'), `http://$1.goal.test:${port}/`)
  expect(await scene.fetched([`http://api.shop.test:${port}${path}`])).toEqual([`http://api.goal.test:${port}${path}`])
  // The site does not listen on the default port, so only the request is compared.
  await redirectHost(aSource('host', 'Equals', 'api.test'), 'http://goal.test')
  const redirected = scene.page.waitForRequest(`http://goal.test${path}`)
  await scene.fetched([`http://api.test:${port}${path}`])
  await redirected
})

const names = [
  'a',
  'b',
  'a b',
  'é',
  'x[]',
  '=',
  '&',
  '+',
  '%',
  "it's",
  'A',
  '"<',
  'p.q',
  '~!*()',
  '',
  'a%20b',
  '\\',
  '|^`{}',
]

function anyQuery(by: Chance, port: number): string {
  const parts = Array.from({length: by.below(5)}, () => {
    const name = by.percent(50)
      ? encodeURIComponent(by.pick(names))
      : by.pick(['a', 'b', 'a+b', 'a%20b', 'A', 'x%5B%5D', 'x[]', '', '%zz', '%c3%a9'])
    return by.percent(20) ? name : `${name}=${by.pick(['', '1', 'x=y', '%41', 'a+b', "'", 'ü'])}`
  })
  const query = parts.length > 0 || by.percent(30) ? `?${parts.join('&')}` : ''
  return `http://shop.test:${port}/${by.pick(['', 'cart'])}${query}${by.percent(20) ? '#f' : ''}`
}

const anyChange = (by: Chance): QueryModification => {
  const type = by.pick(['Add', 'Modify', 'Modify', 'Remove', 'Add', 'Remove All'] as const)
  return {type, param: by.pick(names.slice(0, 14)), value: by.pick([...names, '', '1'])}
}

test('Chromium and our matcher change queries alike', async () => {
  const by = chance(getSeed() + 2)
  const all = tally()
  while (all.rules < rulesOfEach) {
    const modifications = Array.from({length: 1 + by.below(4)}, () => anyChange(by))
    const {chromium, codes} = await scene.installed(
      aRule('QueryParam', {
        pairs: [aPair('QueryParam', {source: aSource('host', 'Equals', 'shop.test'), modifications})],
      }),
    )
    if (codes.includes('loop')) {
      all.exempt++
      continue
    }
    all.rules++
    const urls = await scene.judge.canonical(Array.from({length: urlsPerRule}, () => anyQuery(by, scene.site.port)))
    const answers = await scene.fetched(urls)
    urls.forEach((url, at) => {
      const expected = withoutFragment(changeQuery(url, sumModifications(modifications)))
      all.pairs++
      if (expected !== withoutFragment(url)) all.changed++
      if (answers[at] !== expected)
        all.faults.push({
          modifications,
          action: chromium.rules[0]?.action.redirect?.transform,
          url,
          expected,
          chromium: answers[at] ?? null,
        })
    })
  }
  console.log(`oracle: QueryParam: ${summary(all)}; seed ${getSeed()}`)
  expect(all.faults.slice(0, 5)).toEqual([])
})

test('a Replace with a long source is accepted and needs one hop', async () => {
  const {port} = scene.site
  const path = `/${'abcdefghij'.repeat(8)}`
  const changes = [
    ['v1', 'v2'],
    ['shop', 'next'],
    ['abcdefghij?', 'short?'],
    ['/v\\d/', 'w'],
  ] as const
  for (const length of [40, 80])
    for (const [from, to] of changes) {
      const url = `http://shop.test:${port}${path}?x=v1`
      const source = aSource('url', 'Contains', url.slice(0, length))
      const {chromium} = await scene.installed(aRule('Replace', {pairs: [aPair('Replace', {source, from, to})]}))
      const sought = readSearchPattern(from)
      if ('reason' in sought) throw new Error(sought.reason.code)
      const expected = replaceInAddress(url, sought, to)
      const refused = chromium.refused.filter(({hasFallback}) => !hasFallback)
      expect({length, from, to, refused}).toEqual({length, from, to, refused: []})
      expect(await scene.fetched([url])).toEqual([expected])
      expect(followBrowserRules(chromium.rules, url)).toEqual({url: expected, hops: 1})
    }
})
