import {describe, expect, it} from 'vitest'
import {readGroup} from '../../../src/model/group'

describe('readGroup', () => {
  it('applies the documented defaults and keeps unknown fields', () => {
    expect(readGroup({id: 'Group_1', name: 'Shop', status: null, none: null})).toEqual({
      ok: true,
      value: {id: 'Group_1', name: 'Shop', objectType: 'group', status: 'Active', isFavourite: false, none: null},
    })
  })

  it('returns a group even when one of its fields is invalid', () => {
    const read = readGroup({id: 'Group_1', name: 5, status: 'weird', isFavourite: 'yes', odd: 1})
    expect(read).toMatchObject({
      ok: true,
      value: {id: 'Group_1', name: '', status: 'Active', isFavourite: false, odd: 1},
    })
  })

  it('reports a missing id', () => {
    const read = readGroup({id: 5, name: 'Checkout'})
    expect(read.ok ? [] : read.faults.map(({path}) => path)).toEqual(['id'])
  })
})
