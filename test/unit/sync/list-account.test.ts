import {verbatim} from '../../../src/model/faults'
import {describe, expect, it} from 'vitest'
import type {Page, PageRequest} from '../../../src/api/rule-service'
import {without} from '../../../src/model/json'
import type {StoredRecord} from '../../../src/model/rule'
import {ServiceError} from '../../../src/api/service-error'
import {RemoteError} from '../../../src/api/http-error'
import {listAccount, type ListDependencies} from '../../../src/sync/list-account'

const rulesUpTo = (count: number): StoredRecord[] =>
  Array.from({length: count}, (_, index) => ({id: `Cancel_${index}`}))

type Over = (page: Page<StoredRecord>, request: Required<PageRequest>) => unknown

/** A service that lists these rules; `over` changes its pages. */
const serviceOf =
  (all: () => readonly StoredRecord[], over: Over = page => page) =>
  async (request: PageRequest = {}) => {
    const {offset = 0, pageSize = 30} = request
    const rules = all()
    const next = offset + pageSize
    const page: Page<StoredRecord> = {
      success: true,
      data: rules.slice(offset, next),
      total: rules.length,
      nextOffset: next < rules.length ? next : null,
    }
    return over(page, {offset, pageSize}) as Page<StoredRecord>
  }

const pulled = async (
  listRules: ListDependencies['service']['listRules'],
  more: Partial<ListDependencies> & {listGroups?: ListDependencies['service']['listGroups']} = {},
) => {
  const {rules, groups} = await listAccount({
    service: {listRules, ...(more.listGroups && {listGroups: more.listGroups})},
    asksForGroups: true,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...more,
  })
  return {rules: rules.records, groups: groups?.records ?? null}
}

const idsOf = (records: readonly StoredRecord[]) => records.map(({id}) => id)

describe('listing an account', () => {
  it.each([0, 1, 74, 75, 76, 1000])('reads all of %i rules, each once and in order', async count => {
    const {rules} = await pulled(serviceOf(() => rulesUpTo(count)))
    expect(idsOf(rules)).toEqual(idsOf(rulesUpTo(count)))
  })

  it.each<[string, Over]>([
    ['null at the end', page => page],
    ['absent at the end', ({nextOffset, ...page}) => (nextOffset === null ? page : {...page, nextOffset})],
    ['one too large', page => ({...page, nextOffset: page.nextOffset === null ? null : page.nextOffset + 1})],
    ['beyond the end', (page, {offset}) => ({...page, nextOffset: offset + 75})],
    ['not growing at the end', (page, {offset}) => ({...page, nextOffset: page.nextOffset ?? offset})],
  ])('ends at a nextOffset that is %s', async (_how, over) => {
    const {rules} = await pulled(serviceOf(() => rulesUpTo(200), over))
    expect(idsOf(rules)).toEqual(idsOf(rulesUpTo(200)))
  })

  it.each<[string, Over]>([
    ['nextOffset is missing', page => without(page, 'nextOffset')],
    ['nextOffset is null too early', page => ({...page, nextOffset: null})],
    ['nextOffset never grows', page => ({...page, nextOffset: 0})],
    ['total is 10', page => ({...page, total: 10})],
    ['total is the size of a page', page => ({...page, total: 75})],
    ['total is 0', page => ({...page, total: 0})],
    ['total is the number of rules so far', (page, {offset}) => ({...page, total: offset + 75})],
  ])('reads all rules if %s', async (_how, over) => {
    const {rules} = await pulled(serviceOf(() => rulesUpTo(200), over))
    expect(idsOf(rules)).toEqual(idsOf(rulesUpTo(200)))
  })

  it('reads all rules if pages repeat rules and nextOffset is missing', async () => {
    const repeating = [...rulesUpTo(60), ...rulesUpTo(200)]
    const {rules} = await pulled(
      serviceOf(
        () => repeating,
        page => ({...without(page, 'nextOffset'), total: 200}),
      ),
    )
    expect(new Set(idsOf(rules))).toEqual(new Set(idsOf(rulesUpTo(200))))
  })

  it('stops after a bounded number of requests', async () => {
    let calls = 0
    const endless = async ({offset = 0}: PageRequest = {}): Promise<Page<StoredRecord>> => {
      calls++
      return {success: true, data: [{id: `Cancel_${offset}`}], total: 1_000_000, nextOffset: offset + 1}
    }
    expect((await pulled(endless)).rules.length).toBeGreaterThan(100)
    expect(calls).toBeLessThanOrEqual(2 * 2_000)
  })

  it.each<[string, Over]>([
    ['and counts right', page => page],
    ['and counts too many', page => ({...page, total: 1_000_000})],
  ])('ends if the service ignores the offset %s', async (_how, over) => {
    let calls = 0
    const first = serviceOf(() => rulesUpTo(200), over)
    const {rules} = await pulled(async ({offset = 0} = {}) => {
      if (++calls > 20) throw new Error('It comes to no end')
      return {...(await first({offset: 0, pageSize: 75})), nextOffset: offset + 75}
    })
    expect(idsOf(rules)).toEqual(idsOf(rulesUpTo(75)))
  })

  it('requests one page after the last one if nextOffset continues', async () => {
    const asked: number[] = []
    const list = serviceOf(
      () => rulesUpTo(150),
      (page, {offset}) => {
        asked.push(offset)
        return {...page, nextOffset: offset + 75}
      },
    )
    expect((await pulled(list)).rules).toHaveLength(150)
    expect(asked).toEqual([0, 75, 150])
  })

  it('finds a rule that moved up while another one was deleted', async () => {
    let all = rulesUpTo(200)
    let calls = 0
    const list = serviceOf(
      () => all,
      page => {
        // A rule of the first page is deleted, so all others move up.
        if (++calls === 1) all = all.filter(({id}) => id !== 'Cancel_3')
        return page
      },
    )
    const {rules} = await pulled(list)
    expect(idsOf(rules)).toEqual(idsOf(rulesUpTo(200)).filter(id => id !== 'Cancel_3'))
  })

  it('keeps unreadable records and each one without an id', async () => {
    const odd = [{id: 'Cancel_0'}, {name: 'No id'}, {name: 'No id either'}, {id: 7}]
    expect((await pulled(serviceOf(() => odd))).rules).toEqual(odd)
  })

  it('reports its progress', async () => {
    const told: string[] = []
    await pulled(
      serviceOf(() => rulesUpTo(160)),
      {onProgress: (come, total) => told.push(`${come} of ${total}`)},
    )
    expect(told).toEqual(['75 of 160', '150 of 160', '160 of 160'])
  })

  it('stops when it is aborted', async () => {
    const stop = new AbortController()
    const pulling = pulled(
      serviceOf(() => rulesUpTo(500)),
      {signal: stop.signal, onProgress: () => stop.abort()},
    )
    await expect(pulling).rejects.toThrow('abort')
  })

  it.each([
    ['404', new ServiceError(404, 'not-found', verbatim(''))],
    ['405', new ServiceError(405, 'method', verbatim(''))],
    ['501', new RemoteError('server', verbatim(''), 501)],
  ])('continues without groups if their list answers %s', async (_status, error) => {
    const {groups} = await pulled(
      serviceOf(() => []),
      {listGroups: () => Promise.reject(error)},
    )
    expect(groups).toBe(null)
  })

  it('fails if the list of groups fails', async () => {
    const failing = pulled(
      serviceOf(() => []),
      {listGroups: () => Promise.reject(new RemoteError('server', verbatim(''), 500))},
    )
    await expect(failing).rejects.toMatchObject({name: 'RemoteError'})
  })
})
