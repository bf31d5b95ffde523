import {expect, it} from 'vitest'
import type {Rule} from '../../../src/model/rule'
import type {RuleView} from '../../../src/model/views'
import {readAddress} from '../../../src/matching/address'
import type {DraftRule, Library} from '../../../src/simulator/candidate-rules'
import {explainDraft} from '../../../src/simulator/explain'
import {getConditions} from '../../../src/simulator/conditions'
import {createRuleIndexCache, type RuleIndex, type RuleIndexCache} from '../../../src/simulator/rule-index'
import {mixedRules} from '../../samples/mixed-rules'
import {aRule, aView} from '../ui/builders'
import {aRequest, asDraft} from '../ui/explained'

const views = mixedRules(10_000).map(record => aView(record as unknown as Rule))
const library = (rules: readonly RuleView[] = views): Library => ({rules, groups: [], paused: false})
const draft: DraftRule = asDraft(aRule('Cancel', {name: 'draft'}))

/** Runs to the end; how many steps it took. */
function finished<T>(work: Generator<unknown, T, unknown>): {readonly value: T; readonly steps: number} {
  for (let steps = 0; ; steps++) {
    const step = work.next()
    if (step.done === true) return {value: step.value, steps}
  }
}
const contestOf = (index: RuleIndexCache, given = library(), drafted = draft): RuleIndex =>
  finished(index.update(given, drafted)).value

const address = 'https://api77.shop.test/v1/77/items/4?page=1'
const keys = Array.from({length: address.length - 8}, (_, at) => address.slice(0, at + 9))

it('of ten thousand rules a key asks a few', () => {
  const contest = contestOf(createRuleIndexCache())
  for (const key of keys) expect(contest.findConditions(key).length).toBeLessThan(120)
  const asked = keys.map(key => contest.findConditions(key).length).toSorted((a, b) => a - b)
  expect(asked[Math.floor(asked.length / 2)]).toBeLessThan(20)
})

it('rules are read once, not at each key', () => {
  const index = createRuleIndexCache()
  const given = library()
  const explained = (url: string) =>
    finished(explainDraft({request: aRequest({url}), draft, library: {...given, groups: []}, indexCache: index})).steps
  expect(explained(address)).toBeGreaterThan(500)
  for (const key of keys) expect(explained(key)).toBeLessThan(20)
})

it('whoever matches is asked', () => {
  const contest = contestOf(createRuleIndexCache())
  const hosts = Array.from({length: 12}, (_, at) => `https://api${at * 9}.shop.test`)
  for (const host of hosts)
    for (const path of ['/', '/v1/cart', `/v1/${host.length}/items/2`, '/v1/items?page=1', '/V2/x?a=/v1/30/']) {
      const at = readAddress(host + path)
      const asked = new Set(contest.findConditions(at.url).map(({candidate}) => candidate.id))
      const matching = views.filter(({rule}) => rule && getConditions(rule).some(({compare}) => compare(at) !== null))
      expect(matching.filter(({id}) => !asked.has(id))).toEqual([])
    }
})

const idsAt = (contest: RuleIndex, url: string) => contest.findConditions(url).map(({candidate}) => candidate.id)
const toHost = (value: string) =>
  aRule('Cancel', {name: value, pairs: [{source: {key: 'host', operator: 'Equals', value}}]})

it('a rule that changes, goes or becomes the draft is found by what it says now', () => {
  const index = createRuleIndexCache()
  const [kept, other] = [aView(toHost('first.test')), aView(toHost('other.test'))]
  expect(idsAt(contestOf(index, library([kept, other])), 'https://first.test/')).toContain(kept.id)
  const changed = {...kept, rule: {...toHost('second.test'), id: kept.id}} as RuleView
  expect(idsAt(contestOf(index, library([changed, other])), 'https://first.test/')).not.toContain(kept.id)
  expect(idsAt(contestOf(index, library([changed, other])), 'https://second.test/')).toContain(kept.id)
  expect(idsAt(contestOf(index, library([other])), 'https://second.test/')).not.toContain(kept.id)
  const drafted = asDraft(toHost('third.test'), {id: other.id})
  const ofDraft = contestOf(index, library([changed, other]), drafted)
  // The draft is always asked, for what it says and not for what is kept.
  expect(ofDraft.findConditions('https://other.test/').map(({condition}) => condition.source?.value)).toEqual([
    'third.test',
  ])
})

it('while one writes, the draft alone takes another place in what was read', () => {
  const index = createRuleIndexCache()
  const given = library()
  const own = views[5_000]
  if (!own?.rule) throw new Error('not a rule')
  const before = contestOf(index, given, asDraft(own.rule, {id: own.id}))
  const rule = {...own.rule, name: 'written'}
  const after = contestOf(index, given, asDraft(rule, {id: own.id}))
  expect(after.draft?.rule).toBe(rule)
  expect(after.getPosition(own.id)).toBe(5_000)
  expect(after.candidates.filter((each, at) => each !== before.candidates[at])).toEqual([after.draft])
})
