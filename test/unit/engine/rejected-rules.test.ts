import {faultText, verbatim} from '../../../src/model/faults'
import {expect, it} from 'vitest'
import type {InstallMemory} from '../../../src/api/library'
import {createEngine} from '../../../src/engine/engine'
import {chromeLimits, type Limits} from '../../../src/engine/ports'
import {createStrictBrowser} from './strict-browser'

const notTaken = faultText('rulesNotTaken', {reason: verbatim('Internal error.')})

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

function createSetup(names: readonly string[], limits: Limits = chromeLimits) {
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
    setSandboxNeeded: () => Promise.resolve(),
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

const rejectMarked = ({browser}: ReturnType<typeof createSetup>) => {
  browser.getRefusal = ({condition, id}) =>
    JSON.stringify(condition).includes('rejected') ? `Rule with id ${id} is not valid.` : undefined
}

const small: Limits = {dynamic: 12, unsafeDynamic: 4, session: 3, regexes: 5}

it('two rejected rules among session rules are left out', async () => {
  const setup = createSetup(['a', 'b', 'c', 'd', 'e', 'rejected1', 'rejected2'], small)
  rejectMarked(setup)
  await setup.engine.apply()
  expect(await setup.inForce()).toEqual([0, 1, 2, 3, 4])
})

it('a failed update without a rejected rule keeps the installed rules', async () => {
  const setup = createSetup(['a', 'b', 'c', 'd', 'e', 'f'], small)
  await setup.engine.apply()
  const before = structuredClone(setup.browser.rules)
  setup.rename(1, 'new')
  let once = true
  const {update} = setup.browser
  // Accepts each rule alone, but not in this change.
  Object.assign(setup.browser, {
    update: (...given: Parameters<typeof update>) => {
      if (once && given[0] === 'dynamic') {
        once = false
        return Promise.reject(new Error('Internal error.'))
      }
      return update(...given)
    },
  })
  await expect(setup.engine.apply()).rejects.toThrow('Internal error.')
  expect(setup.browser.rules).toEqual(before)
  expect((await setup.engine.view()).trouble).toEqual(notTaken)
  expect(await setup.inForce()).toEqual([0, 2, 3, 4, 5])
  await setup.engine.apply()
  expect(await setup.inForce()).toEqual([0, 1, 2, 3, 4, 5])
})

it('no rule is in force when the browser rejects every update', async () => {
  const setup = createSetup(['a', 'b'])
  setup.browser.onUpdate = () => {
    throw new Error('Internal error.')
  }
  await expect(setup.engine.apply()).rejects.toThrow('Internal error.')
  expect(await setup.inForce()).toEqual([])
})
