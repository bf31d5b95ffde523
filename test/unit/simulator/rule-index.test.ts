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

/** Runs a generator to its end and counts its steps. */
function runToEnd<T>(work: Generator<unknown, T, unknown>): {readonly value: T; readonly steps: number} {
  for (let steps = 0; ; steps++) {
    const step = work.next()
    if (step.done === true) return {value: step.value, steps}
  }
}
const createIndex = (index: RuleIndexCache, given = library(), drafted = draft): RuleIndex =>
  runToEnd(index.update(given, drafted)).value

const address = 'https://api77.shop.test/v1/77/items/4?page=1'
const keys = Array.from({length: address.length - 8}, (_, at) => address.slice(0, at + 9))

it('a URL has few candidates among 10,000 rules', () => {
  const ruleIndex = createIndex(createRuleIndexCache())
  for (const key of keys) expect(ruleIndex.findConditions(key).length).toBeLessThan(120)
  const found = keys.map(key => ruleIndex.findConditions(key).length).toSorted((a, b) => a - b)
  expect(found[Math.floor(found.length / 2)]).toBeLessThan(20)
})

it('rules are indexed once, not at each keystroke', () => {
  const index = createRuleIndexCache()
  const given = library()
  const explained = (url: string) =>
    runToEnd(explainDraft({request: aRequest({url}), draft, library: {...given, groups: []}, indexCache: index})).steps
  expect(explained(address)).toBeGreaterThan(500)
  for (const key of keys) expect(explained(key)).toBeLessThan(20)
})

it('every matching rule is a candidate', () => {
  const ruleIndex = createIndex(createRuleIndexCache())
  const hosts = Array.from({length: 12}, (_, at) => `https://api${at * 9}.shop.test`)
  for (const host of hosts)
    for (const path of ['/', '/v1/cart', `/v1/${host.length}/items/2`, '/v1/items?page=1', '/V2/x?a=/v1/30/']) {
      const at = readAddress(host + path)
      const found = new Set(ruleIndex.findConditions(at.url).map(({candidate}) => candidate.id))
      const matching = views.filter(({rule}) => rule && getConditions(rule).some(({compare}) => compare(at) !== null))
      expect(matching.filter(({id}) => !found.has(id))).toEqual([])
    }
})

const findIds = (ruleIndex: RuleIndex, url: string) => ruleIndex.findConditions(url).map(({candidate}) => candidate.id)
const toHost = (value: string) =>
  aRule('Cancel', {name: value, pairs: [{source: {key: 'host', operator: 'Equals', value}}]})

it('a changed, deleted or drafted rule is found by its current conditions', () => {
  const index = createRuleIndexCache()
  const [stored, other] = [aView(toHost('first.test')), aView(toHost('other.test'))]
  expect(findIds(createIndex(index, library([stored, other])), 'https://first.test/')).toContain(stored.id)
  const changed = {...stored, rule: {...toHost('second.test'), id: stored.id}} as RuleView
  expect(findIds(createIndex(index, library([changed, other])), 'https://first.test/')).not.toContain(stored.id)
  expect(findIds(createIndex(index, library([changed, other])), 'https://second.test/')).toContain(stored.id)
  expect(findIds(createIndex(index, library([other])), 'https://second.test/')).not.toContain(stored.id)
  const drafted = asDraft(toHost('third.test'), {id: other.id})
  const ofDraft = createIndex(index, library([changed, other]), drafted)
  // The draft is always a candidate, with its own conditions instead of the stored ones.
  expect(ofDraft.findConditions('https://other.test/').map(({condition}) => condition.source?.value)).toEqual([
    'third.test',
  ])
})

it('only the draft is replaced while the user types', () => {
  const index = createRuleIndexCache()
  const given = library()
  const own = views[5_000]
  if (!own?.rule) throw new Error('not a rule')
  const before = createIndex(index, given, asDraft(own.rule, {id: own.id}))
  const rule = {...own.rule, name: 'written'}
  const after = createIndex(index, given, asDraft(rule, {id: own.id}))
  expect(after.draft?.rule).toBe(rule)
  expect(after.getPosition(own.id)).toBe(5_000)
  expect(after.candidates.filter((each, at) => each !== before.candidates[at])).toEqual([after.draft])
})
