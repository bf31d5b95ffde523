import {describe, expect, it} from 'vitest'
import {isDeepEqual, hasSameContent, mergeVersions} from '../../../src/sync/merge-versions'
import {getRetryDelay} from '../../../src/sync/retry-delay'

const base = {
  id: 'Cancel_1',
  name: 'A',
  status: 'Active',
  pairs: [{id: 'p', source: {value: 'a'}}],
  modificationDate: 1,
}

describe('merging two changed versions', () => {
  it('takes the changes of each side', () => {
    const mine = {...base, name: 'Mine'}
    const theirs = {...base, status: 'Inactive', modificationDate: 5, note: 'new'}
    expect(mergeVersions(base, mine, theirs)).toEqual({merged: {...theirs, name: 'Mine'}, conflicts: []})
  })

  it('finds no conflict if both changed a field alike, in any key order', () => {
    const mine = {...base, pairs: [{source: {value: 'b'}, id: 'p'}]}
    const theirs = {...base, pairs: [{id: 'p', source: {value: 'b'}}]}
    expect(mergeVersions(base, mine, theirs).conflicts).toEqual([])
  })

  it('reports each field that both changed and keeps the local value', () => {
    const {merged, conflicts} = mergeVersions(
      base,
      {...base, name: 'Mine'},
      {...base, name: 'Theirs', status: 'Inactive'},
    )
    expect(conflicts).toEqual([{field: 'name', mine: 'Mine', theirs: 'Theirs'}])
    expect(merged).toMatchObject({name: 'Mine', status: 'Inactive'})
  })

  it('detects a removed field', () => {
    const before = {...base, note: 'old'}
    expect(mergeVersions(before, base, {...before, name: 'B'}).merged).toEqual({...base, name: 'B'})
    expect(mergeVersions(before, base, {...before, note: 'new'}).conflicts).toEqual([
      {field: 'note', mine: undefined, theirs: 'new'},
    ])
  })

  it("takes the service's own fields", () => {
    const mine = {...base, modificationDate: 9, lastModifiedBy: 'me', extensionRules: []}
    const theirs = {...base, modificationDate: 7, lastModifiedBy: 'them'}
    expect(mergeVersions(base, mine, theirs)).toEqual({merged: theirs, conflicts: []})
    expect(hasSameContent(mine, theirs)).toBe(true)
  })
})

it('values are compared deeply', () => {
  expect(isDeepEqual({a: 1, b: [null]}, {b: [null], a: 1})).toBe(true)
  expect(isDeepEqual({a: undefined}, {b: undefined})).toBe(false)
  expect(isDeepEqual([1], {0: 1})).toBe(false)
  expect(isDeepEqual(Number.NaN, Number.NaN)).toBe(true)
})

describe('the retry delay', () => {
  it('doubles up to 15 minutes and varies randomly', () => {
    expect([1, 2, 3, 4].map(times => getRetryDelay(times, null, 1))).toEqual([5_000, 10_000, 20_000, 40_000])
    expect(getRetryDelay(1000, null, 1)).toBe(900_000)
    expect(getRetryDelay(3, null, 0)).toBe(15_000)
  })

  it('is at least Retry-After, up to the longest delay', () => {
    expect(getRetryDelay(1, 60_000, 0)).toBe(60_000)
    expect(getRetryDelay(1, 86_400_000, 0)).toBe(900_000)
  })
})
