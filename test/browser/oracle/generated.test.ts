import {expect, test} from '@playwright/test'
import {compileSource} from '../../../src/matching/matcher'
import {createPageMatcher} from '../../samples/page-matcher'
import {readRequest} from '../../../src/matching/request'
import {translateRule} from '../../../src/dnr/translate'
import {aPair, aRule} from '../../unit/builders'
import {chance, getSeed} from './chance'
import {anySource, anyUrl, nearUrl} from './generate'
import {openJudge, reportingAction, type Judge} from './judge'

const pairsWanted = Number(process.env['ORACLE_PAIRS'] ?? 2_400)
const urlsPerSource = 8
// Chrome accepts 1,000 regexes, and some sources become two rules.
const sourcesPerRound = 400

type Disagreement = {
  readonly source: string
  readonly regex: unknown
  readonly url: string
  readonly chromium: boolean
  readonly ours: boolean
}

async function round(judge: Judge, seed: number) {
  const by = chance(seed)
  const bases = await judge.canonical(Array.from({length: sourcesPerRound}, () => anyUrl(by)))
  const sources = bases.map(url => anySource(by, url))
  const asked = await Promise.all(
    bases.map(url =>
      judge.canonical([
        url,
        ...Array.from({length: urlsPerSource - 1}, (_, at) => (at < 5 ? nearUrl(by, url) : by.pick(bases))),
      ]),
    ),
  )
  const problems = new Map<string, number>()
  const isTranslated: boolean[] = []
  const neverMatches: boolean[] = []
  const drafts = sources.flatMap((source, at) => {
    const {templates: made, problems: found} = translateRule(aRule('Headers', {pairs: [aPair('Headers', {source})]}))
    for (const {code} of found) problems.set(code, (problems.get(code) ?? 0) + 1)
    isTranslated[at] = made.length > 0
    neverMatches[at] = found.some(({code}) => code === 'never-matches')
    // Each source needs a browser rule or a problem.
    if (made.length === 0 && found.length === 0) throw new Error(`silent: ${JSON.stringify(source)}`)
    return made.map((draft, part) => ({...draft, action: reportingAction, at, part}))
  })
  const fine = await judge.supported(drafts)
  drafts.forEach(({at}, index) => {
    if (fine[index] === true) return
    isTranslated[at] = false
    problems.set('refused by Chromium', (problems.get('refused by Chromium') ?? 0) + 1)
  })
  const rules = drafts.flatMap(({at, part, condition}) =>
    isTranslated[at] === true ? [{id: 1 + at * 4 + part, priority: 1, action: reportingAction, condition}] : [],
  )
  await judge.install(rules)
  const answers = await judge.ask(asked.flat().map(url => ({url})))
  const disagreements: Disagreement[] = []
  let pairs = 0
  let hits = 0
  let question = 0
  const compiled = sources.map(source => ('match' in compileSource(source) ? createPageMatcher(source) : undefined))
  let crossed = 0
  asked.forEach((urls, own) => {
    for (const url of urls) {
      const matched = new Set((answers[question++] ?? []).map(id => Math.floor((id - 1) / 4)))
      const request = readRequest({url})
      sources.forEach((source, at) => {
        // A source that is reported as never matching must not match here either.
        if (isTranslated[at] !== true && neverMatches[at] !== true) return
        const chromium = matched.has(at)
        const ours = compiled[at]?.(request).matched === true
        crossed++
        if (at === own) {
          pairs++
          if (ours) hits++
        }
        if (chromium === ours) return
        const {condition} = drafts.find(draft => draft.at === at) ?? {}
        disagreements.push({
          source: `${source.key} ${source.operator} ${source.value}`,
          regex: condition?.regexFilter ?? condition?.urlFilter,
          url,
          chromium,
          ours,
        })
      })
    }
  })
  return {
    pairs,
    hits,
    crossed,
    disagreements,
    problems,
    untranslated: isTranslated.filter(each => !each).length,
    sources: sources.length,
  }
}

test('Chromium and our matcher agree on generated sources and URLs', async () => {
  test.setTimeout(300_000)
  const judge = await openJudge()
  const seed = getSeed()
  const totals = {pairs: 0, hits: 0, crossed: 0, untranslated: 0, sources: 0}
  const problems = new Map<string, number>()
  const disagreements: Disagreement[] = []
  for (let at = 0; totals.pairs < pairsWanted; at++) {
    const made = await round(judge, seed + at)
    for (const name of ['pairs', 'hits', 'crossed', 'untranslated', 'sources'] as const) totals[name] += made[name]
    for (const [code, count] of made.problems) problems.set(code, (problems.get(code) ?? 0) + count)
    disagreements.push(...made.disagreements)
  }
  await judge.close()
  console.log(
    `oracle: ${totals.pairs.toLocaleString('en')} pairs, ${Math.round((100 * totals.hits) / totals.pairs)} % hits, ` +
      `${totals.crossed.toLocaleString('en')} with every source against every address; seed ${seed}; ` +
      `${totals.untranslated} of ${totals.sources} sources not translated: ${JSON.stringify(Object.fromEntries(problems))}`,
  )
  const firsts = [...new Map(disagreements.map(each => [each.source, each])).values()]
  console.log(`${disagreements.length} disagreements on ${firsts.length} sources`)
  expect(firsts.slice(0, 12)).toEqual([])
  // Sources without a browser rule are the exception.
  expect(totals.untranslated / totals.sources).toBeLessThan(0.06)
  expect(totals.hits / totals.pairs).toBeGreaterThan(0.3)
})
