import * as fc from 'fast-check'
import {expect, it} from 'vitest'
import type {Rule} from '../../../src/contract/rule'
import type {Source} from '../../../src/contract/source'
import type {RuleView} from '../../../src/contract/views'
import {createCollisionFinder, type CollisionFinder} from '../../../src/engine/why/collisions'
import {aView} from '../ui/builders'
import {cancel, host, query, redirect} from '../ui/explained'

const seed = Number(process.env['SWITCHYARD_SEED'] ?? 3)

// Few hosts and paths, so that rules meet often, and redirects lead into circles.
const someHost = fc.constantFrom('a.test', 'b.test')
const somePath = fc.constantFrom('/one', '/two')
const someAddress = fc.tuple(someHost, somePath).map(parts => `https://${parts.join('')}`)
const someFilters = fc.constantFrom<Source['filters']>([], [], [{requestMethod: ['GET']}], [{requestMethod: ['POST']}])

const someSource = fc.oneof(
  fc.tuple(someHost, someFilters).map(([value, filters]) => host(value, filters)),
  fc
    .record({
      key: fc.constantFrom('url' as const, 'path' as const),
      operator: fc.constantFrom('Contains' as const, 'Equals' as const),
      path: somePath,
      address: someAddress,
      filters: someFilters,
    })
    .map(({path, address, ...source}): Source => ({...source, value: source.key === 'path' ? path : address})),
  fc
    .tuple(someHost, someFilters)
    .map(([name, filters]): Source => ({key: 'url', operator: 'Wildcard_Matches', value: `*://${name}/*`, filters})),
)
const someRule = fc
  .tuple(fc.nat(9), someSource, someAddress, fc.constantFrom('Active' as const, 'Active' as const, 'Inactive' as const))
  .map(([kind, source, destination, status]): Rule => {
    const made =
      kind === 0 ? cancel('', source) : kind === 1 ? query('', 'a', source) : redirect('', destination, source)
    return {...made, status}
  })
const someRules = fc.array(someRule, {minLength: 2, maxLength: 7})
const someStep = fc.record({
  deed: fc.constantFrom('switch', 'edit', 'edit', 'move', 'delete', 'add'),
  at: fc.nat(),
  to: fc.nat(),
  rule: someRule,
})
type Step = typeof someStep extends fc.Arbitrary<infer Value> ? Value : never

/** Under an id of its own, or that of the rule which says this from now on. */
const viewOf = (rule: Rule, id: string = crypto.randomUUID()): RuleView => aView({...rule, id})

function after(rules: readonly RuleView[], {deed, at, to, rule}: Step): readonly RuleView[] {
  const place = at % rules.length
  const view = rules[place]
  if (deed === 'add' || !view?.rule) return [...rules, viewOf(rule)]
  const others = rules.toSpliced(place, 1)
  if (deed === 'delete') return others
  if (deed === 'move') return others.toSpliced(to % rules.length, 0, view)
  if (deed === 'edit') return rules.with(place, viewOf(rule, view.id))
  const status = view.rule.status === 'Active' ? 'Inactive' : 'Active'
  return rules.with(place, viewOf({...view.rule, status}, view.id))
}

function hiddenBy(finder: CollisionFinder, rules: readonly RuleView[]) {
  const work = finder.find({rules, groups: [], paused: false})
  for (;;) {
    const {done, value} = work.next()
    if (done === true) return new Map([...value].map(([id, {by, tested}]) => [id, [by.id, tested.url]]))
  }
}

it('who is hidden is found step by step as at once', () => {
  fc.assert(
    fc.property(someRules, fc.array(someStep, {maxLength: 10}), (given, steps) => {
      const finder = createCollisionFinder()
      let rules: readonly RuleView[] = given.map(rule => viewOf(rule))
      hiddenBy(finder, rules)
      for (const step of steps) {
        rules = after(rules, step)
        expect(hiddenBy(finder, rules)).toEqual(hiddenBy(createCollisionFinder(), rules))
      }
    }),
    {seed, numRuns: 100},
  )
})
