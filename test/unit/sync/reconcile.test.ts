import * as fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import type {StoredRecord} from '../../../src/model/rule'
import type {SyncedRecord} from '../../../src/model/team'
import {isDeepEqual, hasSameContent} from '../../../src/sync/merge-versions'
import {hasLocalChange, shouldSend, reconcile, reconcileDeletion, applyChoice} from '../../../src/sync/reconcile'

const base: StoredRecord = {id: 'Cancel_there', name: 'A', status: 'Active', description: ''}
const here = (changes: StoredRecord = {}): SyncedRecord => ({
  record: {...base, id: 'Cancel_here', ...changes},
  remote: {id: 'Cancel_there', base},
})

describe('a record of the team', () => {
  it('is not sent as long as it says what the service says', () => {
    expect(shouldSend(here())).toBe(false)
    expect(shouldSend(here({modificationDate: 5, lastModifiedBy: 'me'}))).toBe(false)
    expect(shouldSend(here({name: 'B'}))).toBe(true)
    expect(shouldSend({record: base, remote: {id: null, base: null}})).toBe(true)
  })

  it('is not sent again as it was refused, but once it is changed', () => {
    const parked = {of: {...base, name: ''}, status: 400, message: 'No name'}
    const refused: SyncedRecord = {record: {...base, name: ''}, remote: {id: 'Cancel_there', base, parked}}
    expect(shouldSend(refused)).toBe(false)
    expect(shouldSend({...refused, record: {...base, name: 'B'}})).toBe(true)
  })

  it('takes what changed there, and keeps what it is called here', () => {
    const next = reconcile(here(), {...base, name: 'Theirs'})
    expect(next.record).toEqual({...base, id: 'Cancel_here', name: 'Theirs'})
    expect(shouldSend(next)).toBe(false)
  })

  it('has both changes where they meet in different fields, and sends its own', () => {
    const next = reconcile(here({name: 'Mine'}), {...base, status: 'Inactive'})
    expect(next.record).toMatchObject({name: 'Mine', status: 'Inactive'})
    expect(next.remote.conflict).toBeUndefined()
    expect(shouldSend(next)).toBe(true)
  })

  it('stays as it is here where both changed one field, and sends nothing until somebody decides', () => {
    const next = reconcile(here({name: 'Mine'}), {...base, name: 'Theirs'})
    expect(next.record['name']).toBe('Mine')
    expect(next.remote.conflict).toEqual({theirs: {...base, name: 'Theirs'}, was: base, fields: ['name']})
    expect(shouldSend(next)).toBe(false)
    expect(shouldSend(applyChoice(next, 'mine') as SyncedRecord)).toBe(true)
    expect(applyChoice(next, 'theirs')?.record['name']).toBe('Theirs')
    expect(applyChoice(next, {name: 'theirs'})?.record['name']).toBe('Theirs')
  })

  it('is changed by what its pairs say, and not by what the service calls them', () => {
    const pairs = (id: string, value: string) => [{id, source: {key: 'url', operator: 'Contains', value}}]
    const was = {...base, pairs: pairs('here', 'a')}
    const mine = (value: string): SyncedRecord => ({
      record: {...was, pairs: pairs('here', value)},
      remote: {id: 'Cancel_there', base: was},
    })
    const theirs = (value: string) => ({...was, pairs: pairs('there', value)})
    expect(reconcile(mine('b'), theirs('a')).remote.conflict).toBeUndefined()
    expect(reconcile(mine('b'), theirs('b')).remote.conflict).toBeUndefined()
    expect(shouldSend(reconcile(mine('a'), theirs('a')))).toBe(false)
    expect(reconcile(mine('b'), theirs('c')).remote.conflict?.fields).toEqual(['pairs'])
  })

  it('goes where it was deleted there, unless it was changed here', () => {
    expect(reconcileDeletion(here())).toBe(null)
    const next = reconcileDeletion(here({name: 'Mine'}))
    expect(next?.remote.conflict?.theirs).toBe(null)
    expect(applyChoice(next as SyncedRecord, 'theirs')).toBe(null)
    expect(applyChoice(next as SyncedRecord, 'mine')?.remote).toMatchObject({id: null, base: null})
  })

  it('is found again where the answer to its creation was lost', () => {
    const made: SyncedRecord = {
      record: {...base, id: 'Cancel_here'},
      remote: {id: null, base: null, sent: {record: base, at: 1}},
    }
    const next = reconcile(made, {...base, lastModifiedBy: 'me'})
    expect(next.remote).toEqual({id: 'Cancel_there', base: {...base, lastModifiedBy: 'me'}})
    expect(shouldSend(next)).toBe(false)
  })
})

describe('whatever changes on both sides', () => {
  const fields = ['name', 'status', 'description', 'pairs', 'note']
  const change = fc.dictionary(
    fc.constantFrom(...fields),
    fc.oneof(fc.string(), fc.array(fc.integer(), {maxLength: 2})),
    {maxKeys: 4},
  )

  it('every change is in the record, in what was sent there, or named in the conflict', () => {
    expect(
      fc.check(
        fc.property(change, change, (mine, others) => {
          const theirs = {...base, ...others}
          const next = reconcile(here(mine), theirs)
          const clashing = new Set(next.remote.conflict?.fields)
          const isMine = (field: string) => Object.hasOwn(mine, field) && !isDeepEqual(mine[field], base[field])
          const isLost = (field: string, value: unknown) =>
            isMine(field)
              ? !isDeepEqual(value, base[field]) && !isDeepEqual(value, mine[field]) && !clashing.has(field)
              : !isDeepEqual(next.record[field], value)
          const lostHere = Object.keys(mine).filter(
            field => isMine(field) && !isDeepEqual(next.record[field], mine[field]),
          )
          const lostThere = Object.entries(others).filter(each => isLost(...each))
          return lostHere.length + lostThere.length === 0
        }),
      ),
    ).toMatchObject({failed: false})
  })

  it('a decision for one side leaves nothing to decide, and theirs nothing to send of those fields', () => {
    fc.assert(
      fc.property(change, change, (mine, others) => {
        const theirs = {...base, ...others}
        const next = reconcile(here(mine), theirs)
        const [ours, taken] = [applyChoice(next, 'mine'), applyChoice(next, 'theirs')]
        expect([ours?.remote.conflict, taken?.remote.conflict]).toEqual([undefined, undefined])
        const clashing = next.remote.conflict?.fields ?? []
        expect(clashing.map(field => taken?.record[field])).toEqual(clashing.map(field => theirs[field]))
        expect(hasLocalChange(reconcile(next, theirs))).toBe(!hasSameContent(next.record, theirs))
      }),
    )
  })
})
