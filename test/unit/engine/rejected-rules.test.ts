import {expect, it} from 'vitest'
import type {InstallMemory} from '../../../src/api/library'
import {createEngine} from '../../../src/engine/engine'
import {chromeLimits, type Limits} from '../../../src/engine/ports'
import {createStrictBrowser} from './strict-browser'

const header = (name: string) => ({
  name,
  ruleType: 'Headers',
  pairs: [
    {
      source: {key: 'url', operator: 'Wildcard_Matches', value: `https://${name}.test/*`},
      modifications: [{header: 'x-a', type: 'Modify', value: '1'}],
    },
  ],
})

function aWorld(names: readonly string[], limits: Limits = chromeLimits) {
  const browser = createStrictBrowser(limits)
  let memory: InstallMemory | null = null
  let revision = 1
  const kept = (name: string, index: number) => {
    const id = `Headers_${index}`
    return {id, number: index + 1, rank: index, record: {...header(name), id}}
  }
  let rules = names.map(kept)
  const library = {
    snapshot: () => Promise.resolve({revision, paused: false, trashed: 0, teamUrl: null, rules, groups: []}),
    readInstallMemory: () => Promise.resolve(memory),
    writeInstallMemory: (next: InstallMemory) => {
      memory = next
      return Promise.resolve()
    },
  }
  const engine = createEngine({
    library,
    browser,
    pages: {install: () => Promise.resolve()},
    limits,
    setRunnerNeeded: () => Promise.resolve(),
  })
  return {
    browser,
    engine,
    rename(at: number, name: string) {
      rules = rules.map((rule, index) => (index === at ? kept(name, index) : rule))
      revision++
    },
    inForce: async () => (await engine.view()).rules.flatMap(({inForce}, index) => (inForce ? [index] : [])),
  }
}

const refuseGuilty = ({browser}: ReturnType<typeof aWorld>) => {
  browser.getRefusal = ({condition}) =>
    JSON.stringify(condition).includes('guilty') ? 'Something is wrong.' : undefined
}

it('an unnamed rejected rule is found among more rules than one update holds', async () => {
  const world = aWorld(Array.from({length: 6100}, (_, index) => (index === 6000 ? 'guilty' : `h${index}`)))
  refuseGuilty(world)
  await world.engine.apply()
  const view = await world.engine.view()
  expect(view.trouble).toBeNull()
  expect(view.rules.flatMap(({inForce}, index) => (inForce ? [] : [index]))).toEqual([6000])
  expect(view.rules[6000]?.problems).toMatchObject([
    {code: 'refused-by-browser', says: {reason: 'Something is wrong.'}},
  ])
  const {dynamic, session} = world.browser.rules
  expect(dynamic.size + session.size).toBe(6099 + 1)
})

const small: Limits = {dynamic: 12, unsafeDynamic: 4, session: 3, regexes: 5}

it('two rejected rules among session rules are found', async () => {
  const world = aWorld(['a', 'b', 'c', 'd', 'e', 'guilty1', 'guilty2'], small)
  refuseGuilty(world)
  await world.engine.apply()
  expect(await world.inForce()).toEqual([0, 1, 2, 3, 4])
})

it('a failed update without a rejected rule keeps the installed rules', async () => {
  const world = aWorld(['a', 'b', 'c', 'd', 'e', 'f'], small)
  await world.engine.apply()
  const before = structuredClone(world.browser.rules)
  world.rename(1, 'new')
  let once = true
  const {update} = world.browser
  // Takes each rule alone, but not as part of this change.
  Object.assign(world.browser, {
    update: (...given: Parameters<typeof update>) => {
      if (once && given[0] === 'dynamic') {
        once = false
        return Promise.reject(new Error('Internal error.'))
      }
      return update(...given)
    },
  })
  await expect(world.engine.apply()).rejects.toThrow('Internal error.')
  expect(world.browser.rules).toEqual(before)
  expect((await world.engine.view()).trouble).toContain('Internal error.')
  expect(await world.inForce()).toEqual([0, 2, 3, 4, 5])
  await world.engine.apply()
  expect(await world.inForce()).toEqual([0, 1, 2, 3, 4, 5])
})

it('no rule is in force when the browser rejects every update', async () => {
  const world = aWorld(['a', 'b'])
  world.browser.onUpdate = () => {
    throw new Error('Internal error.')
  }
  await expect(world.engine.apply()).rejects.toThrow('Internal error.')
  expect(await world.inForce()).toEqual([])
})
