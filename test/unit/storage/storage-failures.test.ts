import {shownRejection} from '../shown-error'
import {openDB} from 'idb'
import {beforeEach, describe, expect, it, vi} from 'vitest'
import type {Library} from '../../../src/api/library'
import {aPayload} from '../api/payloads'
import {freshName, openOne} from './open'

let library: Library
let name: string
beforeEach(async () => {
  name = freshName()
  library = await openOne({databaseName: name})
})

const quota = () => new DOMException('full', 'QuotaExceededError')

describe('a full disk', () => {
  it('does not prevent reading the trash', async () => {
    const {id} = (await library.createGroup({name: 'a'})).data
    await library.deleteGroup(id)
    const {transaction} = IDBDatabase.prototype
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
      if (given[1] === 'readwrite') throw quota()
      return transaction.apply(this, given)
    })
    expect((await library.listTrash()).map(each => each.id)).toEqual([id])
  })
})

describe('a change that IndexedDB rejects', () => {
  const failures: Readonly<Record<string, () => unknown>> = {
    'at the first write': () =>
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
        throw quota()
      }),
    'at a later write': () => {
      const {put} = IDBObjectStore.prototype
      let times = 0
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
        if (++times === 2) throw quota()
        return put.apply(this, given)
      })
    },
    'when it is done': () => {
      const {put} = IDBObjectStore.prototype
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
        const request = put.apply(this, given)
        if (given[1] === 'revision') request.addEventListener('success', () => this.transaction.abort())
        return request
      })
    },
    'at its beginning': () =>
      vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
        throw new DOMException('closed', 'InvalidStateError')
      }),
  }

  it.each(Object.keys(failures))('changes nothing when it fails %s', async when => {
    const groupId = (await library.createGroup({name: 'a'})).data.id
    for (let times = 0; times < 3; times++) await library.createRule(aPayload('Cancel', {groupId}))
    const before = await library.snapshot()
    failures[when]?.()
    const refusal: unknown = await library.deleteGroup(groupId).catch((error: unknown) => error)
    vi.restoreAllMocks()
    expect(refusal).toMatchObject({name: 'ServiceError', status: 500, cause: expect.any(DOMException) as unknown})
    expect(await library.snapshot()).toEqual(before)
    expect(await (await openOne({databaseName: name})).snapshot()).toEqual(before)
    await library.deleteGroup(groupId)
    expect((await library.snapshot()).groups).toEqual([])
  })

  it('reports the reason in a readable message', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw quota()
    })
    expect(await shownRejection(library.createRule(aPayload()))).toBe(
      'There is not enough room on this device to store this.',
    )
  })

  it('does not block later calls', async () => {
    const calls = [library.createRule(aPayload()), library.createRule(null), library.createRule(aPayload())]
    expect((await Promise.allSettled(calls)).map(({status}) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await library.snapshot()).rules).toHaveLength(2)
  })
})

it('a payload that cannot be stored is refused with 400', async () => {
  await expect(library.createRule(aPayload('Cancel', {extra: () => 1}))).rejects.toMatchObject({status: 400})
})

it('an unexpected error is passed on and changes nothing', async () => {
  const broken = await openOne({
    databaseName: name,
    now: () => {
      throw new TypeError('no clock')
    },
  })
  await expect(broken.createRule(aPayload())).rejects.toThrow(TypeError)
  expect((await broken.snapshot()).rules).toEqual([])
})

describe('the database connection', () => {
  it('closes for a version change and reopens on the next call', async () => {
    const {id} = (await library.createRule(aPayload())).data
    const removed = await new Promise<string>(resolve => {
      const request = indexedDB.deleteDatabase(name)
      request.addEventListener('success', () => resolve('removed'))
      request.addEventListener('blocked', () => resolve('blocked'))
    })
    expect(removed).toBe('removed')
    await expect(library.getRule(id)).rejects.toMatchObject({status: 404})
    await library.createRule(aPayload())
    expect((await library.listRules()).total).toBe(1)
  })

  it('fails one call with 500 after the browser closed it, then reopens', async () => {
    const {id} = (await library.createRule(aPayload())).data
    const {transaction} = IDBDatabase.prototype
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(function (this: IDBDatabase, ...given) {
      this.close()
      return transaction.apply(this, given)
    })
    await expect(library.pinRules([id], true)).rejects.toMatchObject({status: 500})
    await library.pinRules([id], true)
    expect((await library.getRule(id)).data.isFavourite).toBe(true)
  })

  it('is refused with 500 for the database of a newer version', async () => {
    const newer = await openDB(name, 99)
    newer.close()
    await expect(library.createRule(aPayload())).rejects.toMatchObject({
      status: 500,
      reason: {code: 'writtenByNewer'},
    })
    await expect(openOne({databaseName: name})).rejects.toMatchObject({status: 500})
  })
})
