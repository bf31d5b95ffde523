import {describe, expect, it} from 'vitest'
import {readGroup} from '../../../src/model/group'

describe('a group', () => {
  it('is read with the documented defaults and every unknown field', () => {
    expect(readGroup({id: 'Group_1', name: 'Shop', status: null, none: null})).toEqual({
      ok: true,
      value: {id: 'Group_1', name: 'Shop', objectType: 'group', status: 'Active', isFavourite: false, none: null},
    })
  })

  it('of which a field cannot be read is still a group', () => {
    const read = readGroup({id: 'Group_1', name: 5, status: 'weird', isFavourite: 'yes', odd: 1})
    expect(read).toMatchObject({
      ok: true,
      value: {id: 'Group_1', name: '', status: 'Active', isFavourite: false, odd: 1},
    })
  })

  it('without an id says so', () => {
    const read = readGroup({id: 5, name: 'Checkout'})
    expect(read.ok ? [] : read.faults.map(({path}) => path)).toEqual(['id'])
  })
})
