import {effect} from '@preact/signals'
import {expect, it} from 'vitest'
import type {Problem} from '../../../src/model/problems'
import type {GetRegexRefusal} from '../../../src/dnr/regex-support'
import {createDraftValidator} from '../../../src/ui/options/editor/model/draft-validator'
import {getPreview} from '../../../src/ui/options/editor/preview/dnr-preview'
import {getRemainingProblems} from '../../../src/ui/options/editor/model/draft-faults'
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
  const pendingAnswers: (() => void)[] = []
  const getRegexRefusal: GetRegexRefusal = ({regex: given}) => {
    asked.push(given)
    return new Promise(answer => pendingAnswers.push(() => answer(given.includes('(?=') ? 'syntaxError' : null)))
  }
  return {
    asked,
    browser: {getRegexRefusal, hasFileAccess: async () => files},
    async answer() {
      for (const each of pendingAnswers.splice(0)) each()
      await new Promise(resolve => setTimeout(resolve))
    },
  }
}

it('a draft is validated at once, and again when Chrome rejects its regex', async () => {
  const {browser, answer} = aBrowser()
  const validator = createDraftValidator(browser)
  const rule = lookAhead()
  const templateCounts: number[] = []
  const stop = effect(() => void templateCounts.push(validator.validate(rule).translation.templates.length))
  expect(templateCounts).toEqual([1])
  await answer()
  expect(templateCounts).toEqual([1, 0])
  const {problems} = validator.validate(rule).translation
  expect(problems).toContainEqual({
    code: 'regex-refused',
    pair: 0,
    field: 'source.value',
    params: {reason: 'syntaxError'},
  })
  stop()
})

it('an accepted regex triggers no update, and no regex is checked twice', async () => {
  const {browser, asked, answer} = aBrowser()
  const validator = createDraftValidator(browser)
  let runs = 0
  const stop = effect(() => {
    validator.validate(aRule('Cancel', {pairs: [{source: regex('shop')}]}))
    runs++
  })
  await answer()
  validator.validate(aRule('Cancel', {name: 'other', pairs: [{source: regex('shop')}]}))
  await answer()
  expect([runs, asked.length]).toEqual([1, 1])
  stop()
})

it('validation does not wait long for a slow browser', async () => {
  const {browser, answer} = aBrowser()
  const validator = createDraftValidator(browser)
  const rule = lookAhead()
  validator.validate(rule)
  await validator.whenChecked(rule)
  expect(validator.validate(rule).translation.templates).toHaveLength(1)
  await answer()
  expect(validator.whenChecked(rule)).toBeUndefined()
  expect(validator.validate(rule).translation.templates).toHaveLength(0)
})

it('a browser that fails to answer rejects nothing and is asked again', async () => {
  let asked = 0
  const fails = async () => {
    asked++
    throw new Error('not now')
  }
  const validator = createDraftValidator({getRegexRefusal: fails, hasFileAccess: fails})
  const validateOnce = async () => {
    const rule = lookAhead()
    validator.validate(rule)
    await validator.whenChecked(rule)
    return validator.validate(rule).translation.templates.length
  }
  expect([await validateOnce(), await validateOnce(), asked]).toEqual([1, 1, 3])
})

it.each([
  [true, 'file-navigations-only', 1],
  [false, 'file-access-off', 0],
] as const)('with file access %s a file path has the problem %s', async (files, code, drafts) => {
  const validator = createDraftValidator(aBrowser({files}).browser)
  const rule = toFile()
  validator.validate(rule)
  await validator.whenChecked(rule)
  const {translation} = validator.validate(rule)
  expect(translation.problems.map(each => each.code)).toEqual([code])
  expect(translation.templates).toHaveLength(drafts)
})

it('rejected regexes and invalid rules have no browser rules to copy', async () => {
  const {browser, answer} = aBrowser()
  const validator = createDraftValidator(browser)
  const [good] = aRule('Headers').pairs
  if (!good) throw new Error('a rule has a condition')
  const rule = aRule('Headers', {pairs: [...lookAhead().pairs, good]})
  validator.validate(rule)
  await answer()
  expect(getPreview(validator.validate(rule))).toMatchObject({rules: [{action: {type: 'modifyHeaders'}}]})
  const delay = {...aRule('Delay'), pairs: [{...aRule('Delay').pairs[0], delay: Number.NaN}]}
  const preview = getPreview(validator.validate(delay as ReturnType<typeof aRule<'Delay'>>))
  expect(preview.rules).toEqual([])
  expect(preview.faults).toEqual(['Enter a whole number of milliseconds from 0 to 600,000.'])
})

it('a rejected regex that works in pages says so and has no browser rule to copy', async () => {
  const {browser, answer} = aBrowser()
  const validator = createDraftValidator(browser)
  const rule = aRule('Cancel', {pairs: [{source: regex('shop(?=\\.test)')}]})
  validator.validate(rule)
  await answer()
  const validation = validator.validate(rule)
  expect(validation.translation).toMatchObject({fallbackPairs: [0], templates: [{isBroader: true}]})
  expect(validation.translation.problems.map(({code}) => code)).toEqual(['regex-in-part'])
  expect(getPreview(validation)).toMatchObject({rules: [], isInPage: true})
})

const storedProblems: readonly Problem[] = [
  {code: 'over-limit', pair: 0},
  {code: 'loop'},
  {code: 'file-access-off', pair: 0},
]

it('problems of the saved rule stay valid unless an edit affects them', () => {
  const saved = aRule('Redirect')
  expect(getRemainingProblems(storedProblems, saved, {...saved, name: 'other', description: 'more'})).toEqual(
    storedProblems.slice(0, 2),
  )
  // In another group the rule may be the upper one of its loop.
  expect(getRemainingProblems(storedProblems, saved, {...saved, groupId: 'Group_other'})).toEqual(
    storedProblems.slice(0, 1),
  )
  const [pair] = saved.pairs
  if (!pair) throw new Error('a rule has a condition')
  const elsewhere = {...pair, destination: 'https://else.test/'}
  expect(getRemainingProblems(storedProblems, saved, {...saved, pairs: [elsewhere]})).toEqual([
    {code: 'over-limit', pair: 0},
  ])
  expect(getRemainingProblems(storedProblems, saved, {...saved, pairs: [...toFile().pairs, elsewhere]})).toEqual([
    {code: 'over-limit', pair: 1},
  ])
  expect(getRemainingProblems(storedProblems, saved, {...saved, pairs: toFile().pairs})).toEqual([])
})
