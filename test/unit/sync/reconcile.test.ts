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

describe('a team record', () => {
  it("is not sent while it equals the service's version", () => {
    expect(shouldSend(here())).toBe(false)
    expect(shouldSend(here({modificationDate: 5, lastModifiedBy: 'me'}))).toBe(false)
    expect(shouldSend(here({name: 'B'}))).toBe(true)
    expect(shouldSend({record: base, remote: {id: null, base: null}})).toBe(true)
  })

  it('is sent again after a rejection only once it changes', () => {
    const parked = {of: {...base, name: ''}, status: 400, message: 'No name'}
    const refused: SyncedRecord = {record: {...base, name: ''}, remote: {id: 'Cancel_there', base, parked}}
    expect(shouldSend(refused)).toBe(false)
    expect(shouldSend({...refused, record: {...base, name: 'B'}})).toBe(true)
  })

  it('takes remote changes and keeps its local id', () => {
    const next = reconcile(here(), {...base, name: 'Theirs'})
    expect(next.record).toEqual({...base, id: 'Cancel_here', name: 'Theirs'})
    expect(shouldSend(next)).toBe(false)
  })

  it('merges changes of different fields and sends its own', () => {
    const next = reconcile(here({name: 'Mine'}), {...base, status: 'Inactive'})
    expect(next.record).toMatchObject({name: 'Mine', status: 'Inactive'})
    expect(next.remote.conflict).toBeUndefined()
    expect(shouldSend(next)).toBe(true)
  })

  it('keeps the local value of a conflict and is not sent until it is resolved', () => {
    const next = reconcile(here({name: 'Mine'}), {...base, name: 'Theirs'})
    expect(next.record['name']).toBe('Mine')
    expect(next.remote.conflict).toEqual({theirs: {...base, name: 'Theirs'}, was: base, fields: ['name']})
    expect(shouldSend(next)).toBe(false)
    expect(shouldSend(applyChoice(next, 'mine') as SyncedRecord)).toBe(true)
    expect(applyChoice(next, 'theirs')?.record['name']).toBe('Theirs')
    expect(applyChoice(next, {name: 'theirs'})?.record['name']).toBe('Theirs')
  })

  it('is compared without the pair ids of the service', () => {
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

  it('is removed when the service deleted it, unless it has local changes', () => {
    expect(reconcileDeletion(here())).toBe(null)
    const next = reconcileDeletion(here({name: 'Mine'}))
    expect(next?.remote.conflict?.theirs).toBe(null)
    expect(applyChoice(next as SyncedRecord, 'theirs')).toBe(null)
    expect(applyChoice(next as SyncedRecord, 'mine')?.remote).toMatchObject({id: null, base: null})
  })

  it('is recognised after the response to its creation was lost', () => {
    const made: SyncedRecord = {
      record: {...base, id: 'Cancel_here'},
      remote: {id: null, base: null, sent: {record: base, at: 1}},
    }
    const next = reconcile(made, {...base, lastModifiedBy: 'me'})
    expect(next.remote).toEqual({id: 'Cancel_there', base: {...base, lastModifiedBy: 'me'}})
    expect(shouldSend(next)).toBe(false)
  })
})

describe('random changes on both sides', () => {
  const fields = ['name', 'status', 'description', 'pairs', 'note']
  const change = fc.dictionary(
    fc.constantFrom(...fields),
    fc.oneof(fc.string(), fc.array(fc.integer(), {maxLength: 2})),
    {maxKeys: 4},
  )

  it('are all in the record, in the sent version or in the conflict', () => {
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

  it('leave no conflict after a choice, and no change to send for theirs', () => {
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
