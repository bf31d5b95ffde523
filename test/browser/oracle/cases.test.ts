import {expect, test} from '@playwright/test'
import {compileSource} from '../../../src/matching/matcher'
import {createPageMatcher} from '../../samples/page-matcher'
import {readRequest} from '../../../src/matching/request'
import {translateRule} from '../../../src/dnr/translate'
import {aPair, aRule} from '../../unit/builders'
import type {Case} from './cases/case'
import {characters} from './cases/characters'
import {details} from './cases/details'
import {matrix} from './cases/matrix'
import {openJudge, type Judge, type Question} from './judge'

// All URLs contain this text, so a Replace rule always has something to change.
const pairOf = ({type, source}: Case) =>
  type === 'Replace' ? aPair('Replace', {source, from: 'tp://', to: 'tps://'}) : aPair(type as 'Cancel', {source})

async function faultsOf(judge: Judge, given: Case): Promise<string[]> {
  const {source, type, hits, misses, refused, problem} = given
  const {templates, problems} = translateRule(aRule(type as 'Cancel', {pairs: [pairOf(given)]}))
  const installed = await judge.prepare(templates)
  await judge.install(installed.rules)
  const faults: string[] = []
  const outcome =
    installed.refused.length === 0
      ? undefined
      : installed.refused.every(each => each.hasFallback)
        ? 'fallback'
        : 'excluded'
  if (outcome !== refused) faults.push(`refused: ${outcome ?? 'nothing'} instead of ${refused ?? 'nothing'}`)
  if (problem !== undefined && !problems.some(({code}) => code === problem)) faults.push(`no problem ${problem}`)
  if (installed.rules.length === 0 && outcome === undefined && problems.length === 0) faults.push('silently nothing')
  const asked = [...hits.map(each => ({each, expected: true})), ...misses.map(each => ({each, expected: false}))]
  const asking = await Promise.all(
    asked.map(async ({each, expected}) => {
      const question: Question = typeof each === 'string' ? {url: each} : each
      const [url = ''] = await judge.canonical([question.url])
      if (url === '') faults.push(`not a URL: ${question.url}`)
      return url === '' ? [] : [{question: {...question, url}, expected}]
    }),
  )
  const questions = asking.flat()
  const answers = await judge.ask(questions.map(({question}) => question))
  const compiled = compileSource(source)
  questions.forEach(({question, expected}, index) => {
    const {url, type: resourceType = 'main_frame', method = 'GET', initiator} = question
    const request = readRequest({
      url,
      resourceType,
      method,
      ...(initiator === undefined ? {} : {pageUrl: `${initiator}/`}),
    })
    const ours = 'match' in compiled && compiled.match(request).matched
    if ('match' in compiled && createPageMatcher(source)(request).matched !== ours)
      faults.push(`pages say ${!ours}: ${url}`)
    const chromium = (answers[index] ?? []).length > 0
    const name = JSON.stringify(question)
    // A rule for the delay page may match more than its condition.
    const isBroader = templates.every(template => template.isBroader === true)
    if (outcome !== 'excluded' && chromium !== expected && !(isBroader && chromium))
      faults.push(`Chromium says ${chromium}: ${name}`)
    // The matcher ignores limits of rule types and of Chrome.
    const concerns = problem === undefined || problem === 'never-matches' || problem === 'regex-syntax'
    if (concerns && (type === 'Cancel' || expected) && ours !== expected)
      faults.push(`our matcher says ${ours}: ${name}`)
  })
  return faults.map(
    fault =>
      `${given.about}: ${fault} (${templates[0]?.condition.regexFilter ?? templates[0]?.condition.urlFilter ?? '-'})`,
  )
}

test('Chromium and our matcher agree with the tables of cases', async () => {
  const judge = await openJudge()
  for (const [name, cases] of Object.entries({matrix, characters, details})) {
    const faults: string[] = []
    for (const each of cases) faults.push(...(await faultsOf(judge, each)))
    const urls = cases.reduce((sum, {hits, misses}) => sum + hits.length + misses.length, 0)
    console.log(`oracle: ${cases.length} cases of ${name}, ${urls} requests`)
    expect.soft(faults).toEqual([])
  }
  await judge.close()
})
