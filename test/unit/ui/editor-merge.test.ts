import {describe, expect, it} from 'vitest'
import {createDraft} from '../../../src/ui/options/editor/model/draft'
import {merge, formatPath, setAtPath} from '../../../src/ui/options/editor/model/merge'
import {regexToWildcard} from '../../../src/ui/options/editor/model/regex-to-wildcard'
import type {PairOf} from '../../../src/model/rules'
import {aRule} from './builders'

type Pair = PairOf<'Redirect'>
const pair = (id: string, destination: string, value = 'shop.test'): Pair => ({
  id,
  source: {key: 'host', operator: 'Equals', value},
  destinationType: 'url',
  destination,
})
const [a, b, c] = [pair('a', 'https://a.test/'), pair('b', 'https://b.test/'), pair('c', 'https://c.test/')]
const rule = (pairs: readonly Pair[], more: object = {}) =>
  aRule('Redirect', {id: 'r', name: 'Mine', pairs: [...pairs], ...more})
const opened = (pairs: readonly Pair[]) => createDraft(rule(pairs), false)
const shown = (draft: ReturnType<typeof opened>) =>
  draft.pairs.value.map(each => `${each.pair.id ?? 'new'} ${(each.pair as Pair).destination}`)
const rewrite = (draft: ReturnType<typeof opened>, id: string, destination: string) =>
  draft.setPairs(now => now.map(each => (each.pair.id === id ? {...each, pair: {...each.pair, destination}} : each)))

describe('a draft whose rule was saved elsewhere', () => {
  it('takes over fields that are unchanged here without asking', () => {
    const draft = opened([a, b])
    draft.set({description: 'mine'})
    rewrite(draft, 'a', 'https://mine.test/')
    draft.mergeSaved(rule([a, {...b, destination: 'https://theirs.test/'}], {name: 'Theirs', groupId: 'g'}))
    expect(draft.conflicts.count.value).toBe(0)
    expect(draft.fields.value).toMatchObject({name: 'Theirs', description: 'mine', groupId: 'g'})
    expect(shown(draft)).toEqual(['a https://mine.test/', 'b https://theirs.test/'])
    expect(draft.isDirty.value).toBe(true)
  })

  it('is clean if both sides made the same change', () => {
    const draft = opened([a])
    rewrite(draft, 'a', 'https://same.test/')
    draft.mergeSaved(rule([{...a, destination: 'https://same.test/'}]))
    expect([draft.isDirty.value, draft.conflicts.count.value]).toEqual([false, 0])
  })

  it('merges different fields of a condition and asks about a field changed in both', () => {
    const draft = opened([a])
    rewrite(draft, 'a', 'https://mine.test/')
    draft.set({name: 'My name'})
    draft.mergeSaved(rule([pair('a', 'https://theirs.test/', 'other.test')], {name: 'Their name'}))
    expect(shown(draft)).toEqual(['a https://mine.test/'])
    expect(draft.pairs.value[0]?.pair.source?.value).toBe('other.test')
    expect([...draft.conflicts.theirs.value]).toEqual([
      ['name', 'Their name'],
      ['pairs[0].destination', 'https://theirs.test/'],
    ])
    draft.conflicts.takeTheirs()
    expect(draft.fields.value.name).toBe('Their name')
    expect([draft.isDirty.value, draft.conflicts.count.value]).toEqual([false, 0])
  })

  it('still asks after another remote change and after the draft was reloaded', () => {
    const draft = opened([a])
    rewrite(draft, 'a', 'https://mine.test/')
    draft.mergeSaved(rule([{...a, destination: 'https://theirs.test/'}]))
    const later = rule([{...a, destination: 'https://theirs.test/'}], {description: 'more'})
    draft.mergeSaved(later)
    expect(draft.conflicts.count.value).toBe(1)
    expect(draft.fields.value.description).toBe('more')
    const again = createDraft(later, false)
    again.restore(draft.getContent(), 1)
    expect([...again.conflicts.theirs.value]).toEqual([['pairs[0].destination', 'https://theirs.test/']])
    again.conflicts.keepMine()
    expect([again.conflicts.count.value, again.isDirty.value]).toEqual([0, true])
    again.mergeSaved(rule([{...a, destination: 'https://theirs.test/'}], {description: 'and more'}))
    expect(again.conflicts.count.value).toBe(0)
    expect(shown(again)).toEqual(['a https://mine.test/'])
  })

  it('follows added, removed and reordered conditions', () => {
    const draft = opened([a, b])
    draft.set({description: 'mine'})
    draft.mergeSaved(rule([c, a]))
    expect(shown(draft)).toEqual(['c https://c.test/', 'a https://a.test/'])
    draft.mergeSaved(rule([a, c, b]))
    expect(shown(draft)).toEqual(['a https://a.test/', 'c https://c.test/', 'b https://b.test/'])
  })

  it('keeps its own condition and its own order', () => {
    const draft = opened([a, b])
    draft.setPairs((now, fresh) => [...now.toReversed(), fresh(pair('', 'https://new.test/'))])
    draft.mergeSaved(rule([a, {...b, destination: 'https://theirs.test/'}]))
    expect(shown(draft).map(each => each.split(' ')[1])).toEqual([
      'https://theirs.test/',
      'https://a.test/',
      'https://new.test/',
    ])
  })

  it('matches conditions by position if all of them got new ids', () => {
    const draft = opened([a, b])
    rewrite(draft, 'a', 'https://mine.test/')
    const [x, y] = [
      {...a, id: 'x'},
      {...b, id: 'y', destination: 'https://theirs.test/'},
    ]
    draft.mergeSaved(rule([x, y]))
    expect(shown(draft)).toEqual(['x https://mine.test/', 'y https://theirs.test/'])
    expect(draft.conflicts.count.value).toBe(0)
    draft.mergeSaved(rule([{...x, destination: 'https://later.test/'}, y]))
    expect([...draft.conflicts.theirs.value]).toEqual([['pairs[0].destination', 'https://later.test/']])
  })

  it('does not ask about a condition deleted here that only got another id', () => {
    const draft = opened([a, b])
    draft.setPairs(now => now.slice(0, 1))
    draft.mergeSaved(
      rule([
        {...a, id: 'a2'},
        {...b, id: 'b2'},
      ]),
    )
    expect(draft.conflicts.count.value).toBe(0)
    expect(shown(draft)).toEqual(['a2 https://a.test/'])
    expect(draft.isDirty.value).toBe(true)
  })

  it('asks about a condition that one side deleted and the other changed', () => {
    const draft = opened([a, b])
    rewrite(draft, 'a', 'https://mine.test/')
    draft.setPairs(now => now.filter(each => each.pair.id !== 'b'))
    draft.mergeSaved(rule([{...b, destination: 'https://theirs.test/'}]))
    expect(draft.conflicts.deleted.value).toEqual([1, null])
    draft.conflicts.takeTheirs()
    expect(shown(draft)).toEqual(['b https://theirs.test/'])
    expect(draft.isDirty.value).toBe(false)
  })
})

it('a generated name follows the content until a name is typed', () => {
  const draft = createDraft(rule([a], {name: 'shop.test to a.test'}), false)
  rewrite(draft, 'a', 'https://b.test/')
  expect(draft.rule.value.name).toBe('shop.test to b.test')
  draft.set({name: 'Own'})
  rewrite(draft, 'a', 'https://c.test/')
  expect(draft.rule.value.name).toBe('Own')
})

it('text typed during a save stays unsaved, with the returned ids', () => {
  const draft = createDraft(aRule('Redirect', {id: 'new', name: '', pairs: [pair('', 'https://a.test/')]}), true)
  const sent = {fields: draft.fields.peek(), pairs: draft.pairs.peek()}
  const [key] = draft.pairs.peek().map(each => each.key)
  draft.set({description: 'typed meanwhile'})
  draft.applySaved(rule([a], {name: 'shop.test to a.test'}), sent)
  expect(draft.isNew.value).toBe(false)
  expect(draft.isDirty.value).toBe(true)
  expect(draft.fields.value).toMatchObject({name: '', description: 'typed meanwhile'})
  expect(draft.pairs.value).toMatchObject([{key, pair: a, origin: 'a'}])
})

it('merging never writes undefined, and paths lead back to fields', () => {
  expect(merge({x: 1}, {x: 1, y: 2}, {})).toMatchObject({merged: {y: 2}, ancestor: {}})
  expect(setAtPath({rows: [{a: 1}, {a: 2}]}, ['rows', 1, 'a'], 3)).toEqual({rows: [{a: 1}, {a: 3}]})
  expect(setAtPath({a: 1, b: 2}, ['a'], undefined)).toEqual({b: 2})
  expect(formatPath(['pairs', 0, 'source', 'filters', 1, 'pageDomains'])).toBe('pairs[0].source.filters[1].pageDomains')
})

it.each([
  ['^https://shop\\.test/v1/.*', 'url', false, 'https://shop.test/v1/*'],
  ['/shop\\.test\\/api/', 'url', false, '*shop.test/api*'],
  ['^https://shop\\.test/(.*)$', 'url', true, 'https://shop.test/*'],
  ['^https://(.*)\\.test/(.*)$', 'url', true, undefined],
  ['^https://shop\\.test$', 'url', false, undefined],
  ['/Shop\\.test/i', 'host', false, '*Shop.test*'],
  ['/shop/i', 'url', false, undefined],
  ['shop.test', 'url', false, undefined],
  ['shop(?!x)', 'url', false, undefined],
  ['a|b', 'url', false, undefined],
  ['ab+', 'url', false, undefined],
] as const)('the regex %s of a %s, captures used: %s, becomes wildcard %s', (regex, key, usesCaptures, wildcard) => {
  expect(regexToWildcard(regex, key, usesCaptures)).toBe(wildcard)
})
