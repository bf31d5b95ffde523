import {describe, expect, it} from 'vitest'
import type {InstallMemory, Snapshot} from '../../../src/contract/library'
import type {StoredRecord} from '../../../src/contract/rule'
import {createEngine} from '../../../src/engine/engine'
import {limitsOfChrome, type Limits} from '../../../src/engine/limits'
import {ownRuleId} from '../../../src/translate/priorities'
import {aStrictBrowser, type StrictBrowser} from './strict-browser'

const source = (value: string, more: object = {}) => ({key: 'url', operator: 'Contains', value, ...more})

function record(ruleType: string, pairs: unknown, more: object = {}): StoredRecord {
  return {
    id: `${ruleType}_${Math.random()}`,
    name: 'x',
    objectType: 'rule',
    ruleType,
    status: 'Active',
    groupId: '',
    pairs,
    ...more,
  }
}
const equals = (from: string, to: string, more: object = {}) =>
  record(
    'Redirect',
    [{source: {key: 'url', operator: 'Equals', value: from}, destinationType: 'url', destination: to}],
    more,
  )
const cancel = (value: string, more: object = {}) => record('Cancel', [{source: source(value)}], more)
const header = (host: string, more: object = {}) =>
  record(
    'Headers',
    [
      {
        source: {key: 'url', operator: 'Wildcard_Matches', value: `https://${host}/*`},
        modifications: [{header: 'x-a', type: 'Modify', value: '1'}],
      },
    ],
    more,
  )
const query = (type: string, param: string, value: string) =>
  record('QueryParam', [
    {source: {key: 'host', operator: 'Equals', value: 'a.test'}, modifications: [{type, param, value}]},
  ])

/** A library in memory, and an engine on a strict browser. */
function aWorld(
  records: StoredRecord[],
  {limits = limitsOfChrome, browser = aStrictBrowser(limits)}: {limits?: Limits; browser?: StrictBrowser} = {},
) {
  let memory: InstallMemory | null = null
  let revision = 1
  let paused = false
  const groups: StoredRecord[] = []
  let kept = records.map((each, index) => ({id: String(each['id']), number: index + 1, rank: index, record: each}))
  const library = {
    snapshot: (): Promise<Snapshot> =>
      Promise.resolve({
        revision,
        paused,
        trashed: 0,
        rules: kept,
        groups: groups.map((each, rank) => ({id: String(each['id']), rank, record: each})),
      }),
    readInstallMemory: () => Promise.resolve(memory),
    writeInstallMemory: (next: InstallMemory) => {
      memory = next
      return Promise.resolve()
    },
  }
  const wake = () => createEngine({library, browser, limits})
  const change = (at: number, patch: object) => {
    kept = kept.map((each, index) => (index === at ? {...each, record: {...each.record, ...patch}} : each))
    revision++
  }
  return {
    browser,
    engine: wake(),
    wake,
    groups,
    change,
    remove: (at: number) => {
      kept = kept.filter((_, index) => index !== at)
      revision++
    },
    pause: (on: boolean) => {
      paused = on
      revision++
    },
    touch: () => revision++,
    /** Installed browser rules without our own. */
    installed: () =>
      [...browser.rules.dynamic.values(), ...browser.rules.session.values()].filter(({id}) => id !== ownRuleId),
  }
}

describe('what is in force', () => {
  it('a rule is in force when it is on, its group is on, unknown or none, and nothing is paused', async () => {
    const world = aWorld([
      cancel('none'),
      cancel('off', {status: 'Inactive'}),
      cancel('on', {groupId: 'Group_on'}),
      cancel('group-off', {groupId: 'Group_off'}),
      cancel('unknown', {groupId: 'Group_gone'}),
    ])
    world.groups.push(
      {id: 'Group_on', name: 'on', status: 'Active'},
      {id: 'Group_off', name: 'off', status: 'Inactive'},
    )
    await world.engine.apply()
    const texts = JSON.stringify(world.installed().map(({condition}) => condition))
    expect(world.installed()).toHaveLength(3)
    expect(texts).toContain('none')
    expect(texts).toContain('unknown')
    expect(texts).not.toContain('off')
    world.pause(true)
    await world.engine.apply()
    expect(world.browser.rules.dynamic.size).toBe(0)
  })

  it('a record that cannot be read is set aside and hurts no other', async () => {
    const world = aWorld([
      cancel('a'),
      {id: 'Bad_1', ruleType: 'Redirect', pairs: null},
      {id: 'Bad_2', ruleType: 'Script', pairs: []},
      cancel('b'),
    ])
    await world.engine.apply()
    expect(world.installed()).toHaveLength(2)
    const view = await world.engine.view()
    expect(view.rules.map(({rule}) => rule === null)).toEqual([false, true, true, false])
    expect(view.rules[1]?.faults[0]?.path).toBe('pairs')
    expect(view.rules[1]?.record).toEqual({id: 'Bad_1', ruleType: 'Redirect', pairs: null})
  })

  it('every installed rule has its own priority, and the upper rule the higher one', async () => {
    const world = aWorld([
      equals('https://a.test/', 'https://b.test/'),
      equals('https://a.test/', 'https://c.test/'),
      header('a.test'),
      cancel('zzz'),
    ])
    await world.engine.apply()
    const priorities = world.installed().map(({priority}) => priority)
    expect(new Set(priorities).size).toBe(priorities.length)
    const [first, , third] = world.installed().filter(({action}) => action.type === 'redirect')
    expect(first?.priority).toBeGreaterThan(third?.priority ?? Infinity)
  })

  it('groups come in their order, and ungrouped rules last', async () => {
    const world = aWorld([
      equals('https://a.test/', 'https://ungrouped.test/'),
      equals('https://a.test/', 'https://grouped.test/', {groupId: 'Group_1'}),
    ])
    world.groups.push({id: 'Group_1', name: 'g', status: 'Active'})
    const view = await world.engine.view()
    expect(view.rules.map(({rule}) => rule?.groupId)).toEqual(['Group_1', ''])
  })
})

describe('installing', () => {
  it('nothing is sent again when the worker wakes', async () => {
    const world = aWorld([cancel('a'), header('a.test'), query('Add', 'a', '1')])
    await world.engine.apply()
    const before = world.browser.asked.length
    const woken = world.wake()
    await woken.resume()
    await woken.view()
    await woken.restart()
    expect(world.browser.asked).toHaveLength(before)
  })

  it('a worker that died between a change and its effect catches up', async () => {
    const world = aWorld([cancel('a'), cancel('b')])
    await world.engine.apply()
    world.change(0, {status: 'Inactive'})
    await world.wake().resume()
    expect(world.installed()).toHaveLength(1)
  })

  it('switching one rule touches only its own browser rules', async () => {
    const world = aWorld(Array.from({length: 50}, (_, index) => header(`h${index}.test`)))
    await world.engine.apply()
    world.change(20, {status: 'Inactive'})
    await world.engine.apply()
    expect(world.browser.asked.at(-1)).toMatchObject({add: [], remove: [expect.any(Number)]})
    world.change(20, {status: 'Active'})
    await world.engine.apply()
    expect(world.browser.asked.at(-1)).toMatchObject({remove: [], add: [expect.anything()]})
  })

  it('changes that come at once are done one after the other', async () => {
    const world = aWorld([cancel('a'), cancel('b'), cancel('c')])
    const first = world.engine.apply()
    world.change(0, {status: 'Inactive'})
    const second = world.engine.apply()
    world.change(1, {status: 'Inactive'})
    await Promise.all([first, second, world.engine.apply()])
    expect(world.installed()).toHaveLength(1)
  })

  it('a rule that the browser refuses is found, set aside and named, and all others are in force', async () => {
    const world = aWorld([cancel('a'), cancel('guilty'), cancel('c')])
    world.browser.refuse = ({id, condition}) =>
      JSON.stringify(condition).includes('guilty') ? `Rule with id ${id} is not to Chrome's taste.` : undefined
    await world.engine.apply()
    expect(world.installed()).toHaveLength(2)
    const view = await world.engine.view()
    expect(view.rules[1]?.problems).toMatchObject([
      {code: 'refused-by-browser', says: {reason: expect.stringContaining('taste')}},
    ])
    expect(view.rules.map(({inForce}) => inForce)).toEqual([true, false, true])
    // It stays aside without being tried again, also in the next worker.
    const before = world.browser.asked.length
    await world.wake().resume()
    expect(world.browser.asked).toHaveLength(before)
    // Once it was changed it is tried again.
    world.change(1, {pairs: [{source: source('mended')}]})
    await world.engine.apply()
    expect(world.installed()).toHaveLength(3)
  })

  it('the guilty rule is found even where the browser does not name it', async () => {
    const world = aWorld([
      ...Array.from({length: 9}, (_, index) => cancel(`fine${index}`)),
      cancel('guilty'),
      cancel('last'),
    ])
    world.browser.refuse = ({condition}) =>
      JSON.stringify(condition).includes('guilty') ? 'Something is wrong.' : undefined
    await world.engine.apply()
    expect(world.installed()).toHaveLength(10)
    const view = await world.engine.view()
    expect(view.rules[9]?.problems).toMatchObject([{code: 'refused-by-browser'}])
  })

  it('a failing browser is told in the view, and the next change tries again', async () => {
    const world = aWorld([cancel('a')])
    world.browser.before = () => {
      throw new Error('Internal error.')
    }
    await expect(world.engine.apply()).rejects.toThrow('Internal error.')
    expect((await world.engine.view()).trouble).toContain('Internal error.')
    world.browser.before = () => undefined
    await world.engine.apply()
    expect((await world.engine.view()).trouble).toBeNull()
    expect(world.installed()).toHaveLength(1)
  })
})

describe('limits', () => {
  const limits: Limits = {dynamic: 12, unsafeDynamic: 4, session: 3, regexes: 5}

  it('the upper rules are installed, session rules hold the overflow, the rest say so', async () => {
    const world = aWorld(
      Array.from({length: 10}, (_, index) => header(`h${index}.test`)),
      {limits},
    )
    await world.engine.apply()
    expect(world.browser.rules.dynamic.size).toBe(4 + 1)
    expect(world.browser.rules.session.size).toBe(3)
    const view = await world.engine.view()
    expect(view.rules.map(({inForce}) => inForce)).toEqual([...Array(7).fill(true), ...Array(3).fill(false)])
    expect(view.rules[9]?.problems).toMatchObject([{code: 'over-limit', says: {limit: 7}}])
    // Switching one of the first off lets the next one in.
    world.change(0, {status: 'Inactive'})
    await world.engine.apply()
    expect((await world.engine.view()).rules[7]?.inForce).toBe(true)
  })

  it('of more regexes than Chrome takes the first are installed and the others named', async () => {
    const regex = (value: string) => record('Cancel', [{source: {key: 'url', operator: 'Matches', value}}])
    const world = aWorld(
      Array.from({length: 7}, (_, index) => regex(`a${index}.*b`)),
      {limits},
    )
    await world.engine.apply()
    expect(world.installed()).toHaveLength(5)
    const view = await world.engine.view()
    expect(view.rules[6]?.problems).toMatchObject([{code: 'over-limit', says: {limit: 5, number: 7}}])
  })

  it('a Contains rule does without a regex when others need them, and says what that costs', async () => {
    const regex = (value: string) => record('Cancel', [{source: {key: 'url', operator: 'Matches', value}}])
    const world = aWorld([cancel('one'), ...Array.from({length: 5}, (_, index) => regex(`a${index}.*b`))], {limits})
    await world.engine.apply()
    expect(world.installed()).toHaveLength(6)
    const view = await world.engine.view()
    expect(view.rules[0]?.problems).toMatchObject([{code: 'fragment-too'}])
    expect(view.rules.every(({inForce}) => inForce)).toBe(true)
  })

  it('a regex that Chrome refuses is left out with Chrome’s reason', async () => {
    const world = aWorld([
      record('Cancel', [{source: {key: 'url', operator: 'Matches', value: 'a(?=b)'}}]),
      cancel('fine'),
    ])
    await world.engine.apply()
    expect(world.installed()).toHaveLength(1)
    expect((await world.engine.view()).rules[0]?.problems).toMatchObject([
      {code: 'regex-refused', says: {reason: 'syntaxError'}},
    ])
  })
})

describe('rules that meet', () => {
  it('query changes at one place are one browser rule, in list order', async () => {
    const world = aWorld([query('Add', 'a', '1'), query('Add', 'b', '2'), query('Remove', 'a', '')])
    await world.engine.apply()
    expect(world.installed()).toHaveLength(1)
    expect(world.installed()[0]?.action.redirect?.transform?.queryTransform).toEqual({
      removeParams: ['a'],
      addOrReplaceParams: [{key: 'b', value: '2'}],
    })
    expect((await world.engine.view()).rules.every(({inForce}) => inForce)).toBe(true)
  })

  it('of two redirects that lead to each other the lower one is left out, and told', async () => {
    const world = aWorld([equals('https://a.test/', 'https://b.test/'), equals('https://b.test/', 'https://a.test/')])
    await world.engine.apply()
    const view = await world.engine.view()
    expect(view.rules.map(({inForce}) => inForce)).toEqual([true, false])
    expect(view.rules[1]?.problems).toMatchObject([{code: 'loop'}])
    world.change(0, {status: 'Inactive'})
    await world.engine.apply()
    expect((await world.engine.view()).rules.map(({inForce}) => inForce)).toEqual([false, true])
  })

  it('a circle of wildcards, one that grows, and one of a single rule are found', async () => {
    const wildcard = (value: string, destination: string) =>
      record('Redirect', [
        {source: {key: 'url', operator: 'Wildcard_Matches', value}, destinationType: 'url', destination},
      ])
    const world = aWorld([
      wildcard('https://a.test/*', 'https://b.test/$1'),
      wildcard('https://b.test/*', 'https://a.test/$1'),
      wildcard('https://grow.test/*', 'https://grow.test/x/$1'),
    ])
    await world.engine.apply()
    expect((await world.engine.view()).rules.map(({inForce}) => inForce)).toEqual([true, false, false])
  })

  it.each([
    [
      'two replacements that undo each other',
      [
        ['v1', 'v2'],
        ['v2', 'v1'],
      ],
    ],
    [
      'a replacement that grows by another',
      [
        ['x', 'yy'],
        ['y', 'x'],
      ],
    ],
  ] as const)('%s are a circle', async (_, changes) => {
    const rules = changes.map(([from, to]) =>
      record('Replace', [{source: {key: 'host', operator: 'Equals', value: 'shop.test'}, from, to}]),
    )
    const world = aWorld(rules)
    await world.engine.apply()
    expect((await world.engine.view()).rules.map(({inForce}) => inForce)).toEqual([true, false])
  })

  it.each([
    ['swaps two texts', 'Wildcard_Matches', 'https://shop.test/*-*', 'https://shop.test/$2-$1'],
    ['swaps two captures', 'Matches', '^https://shop\\.test/(\\w)(\\w)$', 'https://shop.test/$2$1'],
    ['swaps two languages', 'Matches', '^(https://[^/]+)/(en|de)/(en|de)/', '$1/$3/$2/'],
    ['turns three parts', 'Matches', '^https://shop\\.test/([abc])([abc])([abc])$', 'https://shop.test/$2$3$1'],
    ['swaps two digits', 'Matches', '^https://shop\\.test/v(1|2)(1|2)$', 'https://shop.test/v$2$1'],
  ])('one redirect that %s is a circle', async (_, operator, value, destination) => {
    const world = aWorld([
      record('Redirect', [{source: {key: 'url', operator, value}, destinationType: 'url', destination}]),
      cancel('fine'),
    ])
    await world.engine.apply()
    const view = await world.engine.view()
    expect(view.rules.map(({inForce}) => inForce)).toEqual([false, true])
    expect(view.rules[0]?.problems).toMatchObject([{code: 'loop'}])
  })

  it('a redirect and a replacement that undo each other are a circle', async () => {
    const redirect = record('Redirect', [
      {
        source: {key: 'url', operator: 'Wildcard_Matches', value: '*/v2/*'},
        destinationType: 'url',
        destination: '$1/v1/$2',
      },
    ])
    const replace = record('Replace', [
      {source: {key: 'host', operator: 'Equals', value: 'shop.test'}, from: 'v1', to: 'v2'},
    ])
    const world = aWorld([replace, redirect])
    await world.engine.apply()
    expect((await world.engine.view()).rules.map(({inForce}) => inForce)).toEqual([true, false])
  })

  it('filters that exclude each other make no circle', async () => {
    const on = (method: string) => ({filters: [{requestMethod: [method]}]})
    const one = record('Redirect', [
      {source: source('a.test', on('GET')), destinationType: 'url', destination: 'https://b.test/'},
    ])
    const other = record('Redirect', [
      {source: source('b.test', on('POST')), destinationType: 'url', destination: 'https://a.test/'},
    ])
    const world = aWorld([one, other])
    await world.engine.apply()
    expect((await world.engine.view()).rules.map(({inForce}) => inForce)).toEqual([true, true])
  })

  it('the extension itself is beyond the reach of every rule', async () => {
    const world = aWorld([record('Cancel', [{source: {key: 'url', operator: 'Wildcard_Matches', value: '*'}}])])
    await world.engine.apply()
    const own = world.browser.rules.dynamic.get(ownRuleId)
    expect(own).toMatchObject({action: {type: 'allow'}, condition: {initiatorDomains: ['abcdefghijklmnop']}})
    for (const {priority} of world.installed()) expect(own?.priority).toBeGreaterThan(priority)
  })
})
