import {expect, test} from '@playwright/test'
import type {Rule} from '../../../src/model/rule'
import type {QueryModification} from '../../../src/model/rules/query-param'
import {asWritten, withoutFragment} from '../../../src/matching/address'
import {fillCaptures} from '../../../src/matching/replacement'
import {compileSource} from '../../../src/matching/matcher'
import {changeQuery, outcomeOf} from '../../../src/matching/query-changes'
import {readSought, replaceInAddress} from '../../../src/matching/replace-text'
import {readRequest} from '../../../src/matching/request'
import {translateRule} from '../../../src/dnr/translate'
import {startSite} from '../../site/site'
import {aPair, aRule, aSource} from '../../unit/builders'
import {chance, seedOf, type Chance} from './chance'
import {changedWhileMatching, followed} from './follow'
import {anySource} from './generate'
import {anyReplace, replaceUrl} from './generate-replace'
import {openJudge, type Installed} from './judge'

const urlsPerRule = 6
/** Of each kind; `ORACLE_RULES` asks for more, with `ORACLE_SEED` for others. */
const rulesOfEach = Number(process.env['ORACLE_RULES'] ?? 75)

/** A site, a page on it, and a way to see where Chromium's own redirects take a fetch. */
async function openScene() {
  const site = await startSite()
  const judge = await openJudge()
  const page = await judge.context.newPage()
  await page.goto(site.url('page.test'))
  return {
    site,
    judge,
    async installed(rule: Rule): Promise<{codes: readonly string[]; chromium: Installed}> {
      const {templates, problems} = translateRule(rule)
      const chromium = await judge.prepare(templates)
      await judge.install(chromium.rules)
      return {codes: problems.map(({code}) => code), chromium}
    },
    /** The addresses that answered; null where none did. */
    fetched: (urls: readonly string[]) =>
      page.evaluate(
        asked =>
          Promise.all(
            asked.map(url =>
              // A rule that goes round would never let go.
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

test('Chromium replaces what our own replacing replaces', async () => {
  const scene = await openScene()
  const {port} = scene.site
  const by = chance(seedOf())
  const all = tally()
  while (all.rules < rulesOfEach) {
    const url = replaceUrl(by, port)
    const given = anyReplace(by, new URL(url).href, port)
    const {codes, chromium} = await scene.installed(aRule('Replace', {pairs: [given]}))
    const read = readSought(given.from)
    if (chromium.rules.length === 0 || chromium.refused.length > 0 || 'reason' in read) {
      if (codes.length === 0 && chromium.refused.length === 0) all.faults.push({silent: given})
      continue
    }
    all.rules++
    const sought = read.kind === 'text' ? {kind: 'text' as const, text: asWritten(read.text)} : read
    const urls = await scene.judge.canonical([
      url,
      ...Array.from({length: urlsPerRule - 1}, () => replaceUrl(by, port)),
    ])
    const wanted = urls.map(each =>
      changedWhileMatching(given.source, each, at => replaceInAddress(at, sought, asWritten(given.to))),
    )
    const asked = urls.filter((_, at) => isHere(wanted[at] ?? '', port))
    const answers = await scene.fetched(asked)
    asked.forEach((each, at) => {
      const expected = wanted[urls.indexOf(each)] ?? ''
      const hops = followed(chromium.rules, each)
      all.pairs++
      if (expected !== each) {
        all.changed++
        all.hops[hops.hops] = (all.hops[hops.hops] ?? 0) + 1
      }
      if (answers[at] === withoutFragment(expected)) return
      // What is left to the page is done there, and there is none of its scripts here.
      if (codes.includes('regex-in-part')) all.exempt++
      else all.faults.push({...given, url: each, expected, chromium: answers[at] ?? null, followed: hops})
    })
  }
  await scene.close()
  console.log(`oracle: Replace: ${summary(all)}; seed ${seedOf()}`)
  expect(all.faults.slice(0, 5)).toEqual([])
})

/** A source with something to capture. */
function capturing(by: Chance, url: string) {
  for (;;) {
    const source = anySource(by, url)
    if (source.operator === 'Wildcard_Matches' || (source.operator === 'Matches' && source.value.includes('(')))
      return source
  }
}

test('Chromium redirects to where our own captures lead', async () => {
  const scene = await openScene()
  const {port} = scene.site
  const by = chance(seedOf() + 1)
  const all = tally()
  let untold = 0
  while (all.rules < rulesOfEach) {
    const url = replaceUrl(by, port)
    const source = capturing(by, new URL(url).href)
    const destination = `http://goal.test:${port}/${by.pick(['', 'a\\1b', '$$', 'é'])}?one=$1&two=$2&last=$10`
    const {codes, chromium} = await scene.installed(
      aRule('Redirect', {pairs: [aPair('Redirect', {source, destination})]}),
    )
    const compiled = compileSource(source)
    // What is left to the waiting page and to scripts in pages, Chromium does not redirect by itself.
    const isElsewhere = codes.includes('regex-in-part')
    if (isElsewhere || chromium.rules.length === 0 || chromium.refused.length > 0 || 'fault' in compiled) {
      untold++
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
      // A goal that matches again would go round, which is the engine's to prevent.
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
  await scene.close()
  console.log(`oracle: Redirect with captures: ${summary(all)}; ${untold} rules not told; seed ${seedOf()}`)
  expect(all.faults.slice(0, 5)).toEqual([])
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

test('Chromium changes queries as our own changing does', async () => {
  const scene = await openScene()
  const by = chance(seedOf() + 2)
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
      const expected = withoutFragment(changeQuery(url, outcomeOf(modifications)))
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
  await scene.close()
  console.log(`oracle: QueryParam: ${summary(all)}; seed ${seedOf()}`)
  expect(all.faults.slice(0, 5)).toEqual([])
})

test('Chromium takes a Replace with a long source, and typically needs one hop', async () => {
  const scene = await openScene()
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
      const sought = readSought(from)
      if ('reason' in sought) throw new Error(sought.reason)
      const expected = replaceInAddress(url, sought, to)
      const refused = chromium.refused.filter(({stoodIn}) => !stoodIn)
      expect({length, from, to, refused}).toEqual({length, from, to, refused: []})
      expect(await scene.fetched([url])).toEqual([expected])
      expect(followed(chromium.rules, url)).toEqual({url: expected, hops: 1})
    }
  await scene.close()
})
