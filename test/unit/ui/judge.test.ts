import {effect} from '@preact/signals'
import {expect, it} from 'vitest'
import type {Problem} from '../../../src/model/problems'
import type {GetRegexRefusal} from '../../../src/dnr/regex-support'
import {createJudge} from '../../../src/ui/options/editor/model/judge'
import {becomingOf} from '../../../src/ui/options/editor/preview/panel'
import {stillHolding} from '../../../src/ui/options/editor/model/faults-of-problems'
import {aRule} from './builders'

const regex = (value: string) => ({key: 'url', operator: 'Matches', value}) as const
const lookAhead = () =>
  aRule('Headers', {pairs: aRule('Headers').pairs.map(pair => ({...pair, source: regex('shop(?=\\.test)')}))})
const toFile = () =>
  aRule('Redirect', {
    pairs: [{source: regex('a'), destinationType: 'map_local', destination: '/home/me/a.json'}],
  })

/** A browser that answers when the test lets it, and records its questions. */
function aBrowser({files = true}: {files?: boolean} = {}) {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  const getRegexRefusal: GetRegexRefusal = ({regex: given}) => {
    asked.push(given)
    return new Promise(answer => waiting.push(() => answer(given.includes('(?=') ? 'syntaxError' : null)))
  }
  return {
    asked,
    browser: {getRegexRefusal, hasFileAccess: async () => files},
    async answer() {
      for (const each of waiting.splice(0)) each()
      await new Promise(later => setTimeout(later))
    },
  }
}

it('a draft is validated at once, and again when Chrome rejects its regex', async () => {
  const {browser, answer} = aBrowser()
  const judge = createJudge(browser)
  const rule = lookAhead()
  const seen: number[] = []
  const stop = effect(() => void seen.push(judge.judged(rule).translation.templates.length))
  expect(seen).toEqual([1])
  await answer()
  expect(seen).toEqual([1, 0])
  const {problems} = judge.judged(rule).translation
  expect(problems).toContainEqual({
    code: 'regex-refused',
    pair: 0,
    field: 'source.value',
    says: {reason: 'syntaxError'},
  })
  stop()
})

it('an accepted regex triggers no update, and no regex is checked twice', async () => {
  const {browser, asked, answer} = aBrowser()
  const judge = createJudge(browser)
  let runs = 0
  const stop = effect(() => {
    judge.judged(aRule('Cancel', {pairs: [{source: regex('shop')}]}))
    runs++
  })
  await answer()
  judge.judged(aRule('Cancel', {name: 'other', pairs: [{source: regex('shop')}]}))
  await answer()
  expect([runs, asked.length]).toEqual([1, 1])
  stop()
})

it('validation does not wait long for a slow browser', async () => {
  const {browser, answer} = aBrowser()
  const judge = createJudge(browser)
  const rule = lookAhead()
  judge.judged(rule)
  await judge.answered(rule)
  expect(judge.judged(rule).translation.templates).toHaveLength(1)
  await answer()
  expect(judge.answered(rule)).toBeUndefined()
  expect(judge.judged(rule).translation.templates).toHaveLength(0)
})

it('a browser that fails to answer rejects nothing and is asked again', async () => {
  let asked = 0
  const fails = async () => {
    asked++
    throw new Error('not now')
  }
  const judge = createJudge({getRegexRefusal: fails, hasFileAccess: fails})
  const judgeIt = async () => {
    const rule = lookAhead()
    judge.judged(rule)
    await judge.answered(rule)
    return judge.judged(rule).translation.templates.length
  }
  expect([await judgeIt(), await judgeIt(), asked]).toEqual([1, 1, 3])
})

it.each([
  [true, 'file-navigations-only', 1],
  [false, 'file-access-off', 0],
] as const)('with file access %s a file path has the problem %s', async (files, code, drafts) => {
  const judge = createJudge(aBrowser({files}).browser)
  const rule = toFile()
  judge.judged(rule)
  await judge.answered(rule)
  const {translation} = judge.judged(rule)
  expect(translation.problems.map(each => each.code)).toEqual([code])
  expect(translation.templates).toHaveLength(drafts)
})

it('rejected regexes and invalid rules have no browser rules to copy', async () => {
  const {browser, answer} = aBrowser()
  const judge = createJudge(browser)
  const [good] = aRule('Headers').pairs
  if (!good) throw new Error('a rule has a condition')
  const rule = aRule('Headers', {pairs: [...lookAhead().pairs, good]})
  judge.judged(rule)
  await answer()
  expect(becomingOf(judge.judged(rule))).toMatchObject({
    rules: [{action: {type: 'modifyHeaders'}}],
    leftOut: [{pair: 0}],
  })
  const delay = {...aRule('Delay'), pairs: [{...aRule('Delay').pairs[0], delay: Number.NaN}]}
  const becoming = becomingOf(judge.judged(delay as ReturnType<typeof aRule<'Delay'>>))
  expect(becoming.rules).toEqual([])
  expect(becoming.faults).toEqual(['A delay is a whole number of milliseconds from 0 to 600,000.'])
})

it('a rejected regex that works in pages says so and has no browser rule to copy', async () => {
  const {browser, answer} = aBrowser()
  const judge = createJudge(browser)
  const rule = aRule('Cancel', {pairs: [{source: regex('shop(?=\\.test)')}]})
  judge.judged(rule)
  await answer()
  const judged = judge.judged(rule)
  expect(judged.translation).toMatchObject({fallbackPairs: [0], templates: [{isBroader: true}]})
  expect(judged.translation.problems.map(({code}) => code)).toEqual(['regex-in-part'])
  expect(becomingOf(judged)).toMatchObject({rules: [], isInPage: true, leftOut: []})
})

const told: readonly Problem[] = [{code: 'over-limit', pair: 0}, {code: 'loop'}, {code: 'file-access-off', pair: 0}]

it('problems of the saved rule stay valid unless an edit affects them', () => {
  const kept = aRule('Redirect')
  expect(stillHolding(told, kept, {...kept, name: 'other', description: 'more'})).toEqual(told.slice(0, 2))
  // In another group the rule may be the upper one of its loop.
  expect(stillHolding(told, kept, {...kept, groupId: 'Group_other'})).toEqual(told.slice(0, 1))
  const [pair] = kept.pairs
  if (!pair) throw new Error('a rule has a condition')
  const elsewhere = {...pair, destination: 'https://else.test/'}
  expect(stillHolding(told, kept, {...kept, pairs: [elsewhere]})).toEqual([{code: 'over-limit', pair: 0}])
  expect(stillHolding(told, kept, {...kept, pairs: [...toFile().pairs, elsewhere]})).toEqual([
    {code: 'over-limit', pair: 1},
  ])
  expect(stillHolding(told, kept, {...kept, pairs: toFile().pairs})).toEqual([])
})
