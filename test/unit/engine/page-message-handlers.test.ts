import {describe, expect, it, vi} from 'vitest'
import type {InPageMatch} from '../../../src/messaging/page-messages'
import {addCodeFailure, addFailureProblems, type CodeFailures} from '../../../src/engine/code-failures'
import {noTab, addMatches, moveToDocument, createPageMessageHandlers} from '../../../src/engine/page-message-handlers'
import {createTestEngine, record, source} from './test-engine'

const minute = 60_000
const noon = 12 * 60 * minute
const code = (value: string) => record('Request', [{source: source('/a'), type: 'code', value}])
const said = (id: string, message = 'no', more: object = {}) =>
  ({id, pair: 0, kind: 'request', why: 'threw', message, line: 4, ...more}) as const

describe('a code failure', () => {
  async function aLibrary() {
    const setup = createTestEngine([code('() => a'), code('() => b')])
    await setup.engine.apply()
    const view = () => setup.engine.view()
    const ids = (await view()).rules.map(({id}) => id)
    const problemsIn = async (failures: CodeFailures) =>
      addFailureProblems(await view(), failures).rules.map(({problems}) =>
        problems.filter(each => each.code === 'code-failed'),
      )
    return {...setup, view, id: ids[0] ?? '', problemsIn}
  }

  it('becomes a problem of its rule with the error details', async () => {
    const {view, id, problemsIn} = await aLibrary()
    const failures = addCodeFailure({}, said(id), await view(), noon)
    expect(await problemsIn(failures)).toEqual([
      [
        {
          code: 'code-failed',
          pair: 0,
          field: 'value',
          params: {kind: 'request', why: 'threw', message: 'no', line: 4, at: noon},
        },
      ],
      [],
    ])
  })

  it('disappears when the code changes, not when the rule is switched', async () => {
    const {view, id, problemsIn, change} = await aLibrary()
    const failures = addCodeFailure({}, said(id), await view(), noon)
    change(0, {status: 'Inactive'})
    expect(await problemsIn(failures)).toMatchObject([[{code: 'code-failed'}], []])
    change(0, {pairs: [{source: source('/a'), type: 'code', value: '() => 1'}]})
    expect(await problemsIn(failures)).toEqual([[], []])
  })

  it('is recorded once a minute unless the error differs', async () => {
    const {view, id} = await aLibrary()
    const seen = await view()
    const first = addCodeFailure({}, said(id), seen, noon)
    expect(addCodeFailure(first, said(id), seen, noon + 5_000)).toBe(first)
    expect(addCodeFailure(first, said(id, 'other'), seen, noon + 5_000)).not.toBe(first)
    expect(addCodeFailure(first, said(id), seen, noon + minute)[id]?.at).toBe(noon + minute)
  })

  it('of a deleted rule or a pair without code is not recorded', async () => {
    const {view, id} = await aLibrary()
    const known = {}
    expect(addCodeFailure(known, said('Request_gone'), await view(), noon)).toBe(known)
    expect(addCodeFailure(known, said(id, 'no', {pair: 3}), await view(), noon)).toBe(known)
  })
})

describe('in-page matches', () => {
  const from = {tab: 7, document: 'first'}
  const done = (acts: readonly InPageMatch[]) => acts.map(({rule, tabId, count, time}) => [rule, tabId, count, time])

  it('are counted by document and rule with the last time', () => {
    const once = addMatches([], {counts: {a: 2, b: 1}}, from, noon)
    const twice = addMatches(once, {counts: {a: 3}}, from, noon + 5)
    const other = addMatches(twice, {counts: {a: 1}}, {tab: 8, document: 'second'}, noon + 6)
    expect(done(other)).toEqual([
      ['b', 7, 1, noon],
      ['a', 7, 5, noon + 5],
      ['a', 8, 1, noon + 6],
    ])
  })

  it('of delayed frames are added to those of their page', () => {
    const inFrame = (acts: readonly InPageMatch[], frame: string) => {
      const waiting = {tab: 7, document: frame}
      return moveToDocument(addMatches(acts, {counts: {a: 1}}, waiting, noon), frame, from, undefined, noon).matches
    }
    const led = inFrame(inFrame([], 'one frame'), 'another')
    expect(done(addMatches(led, {counts: {a: 1}}, from, noon))).toEqual([['a', 7, 3, noon]])
  })

  it('leave and rejoin their tab with the document and expire in five minutes', () => {
    const acts = addMatches([], {counts: {a: 2}}, from, noon)
    const left = addMatches(acts, {counts: {}}, {...from, tab: noTab}, noon + 5)
    expect(done(left)).toEqual([['a', -1, 2, noon]])
    expect(done(addMatches(left, {counts: {}}, from, noon + 10))).toEqual([['a', 7, 2, noon]])
    expect(addMatches(left, {counts: {}}, {tab: 8, document: 'other'}, noon + 6 * minute)).toEqual([])
  })

  it('are limited to 2,000', () => {
    const counts = Object.fromEntries(Array.from({length: 3_000}, (_, index) => [`r${index}`, 1]))
    expect(addMatches([], {counts}, from, noon)).toHaveLength(2_000)
  })

  it('are added to the badge unless Chrome counts them itself', async () => {
    const addToBadge = vi.fn<(tab: number, count: number) => Promise<void>>(async () => undefined)
    const never = () => Promise.reject(new Error('Nobody asks for this.'))
    const others = {openRunner: never, isTabOpen: never, view: never, announce: never}
    let acts: readonly InPageMatch[] = []
    const updateMatches = async (change: (known: readonly InPageMatch[]) => readonly InPageMatch[]) => {
      acts = change(acts)
      return true
    }
    const documentAfter = vi.fn<() => Promise<string | null>>(async () => 'next')
    const updateFailures = async () => true
    const asked = {documentAfter, documentSince: never}
    const deeds = createPageMessageHandlers({
      ...others,
      ...asked,
      updateMatches,
      updateFailures,
      addToBadge,
      now: () => noon,
    })
    await deeds['page.applied']({counts: {a: 2, b: 1}}, from)
    await deeds['page.applied']({counts: {a: 1}}, {...from, isOwn: true})
    // The badge already belongs to the next page.
    await deeds['page.left']({counts: {b: 1}}, from)
    expect(addToBadge.mock.calls).toEqual([[7, 3]])
    expect(done(acts)).toEqual([
      ['a', -1, 3, noon],
      ['b', -1, 2, noon],
    ])
    expect(documentAfter).not.toHaveBeenCalled()
  })

  it('of a removed frame stay with its page and badge', async () => {
    const addToBadge = vi.fn<(tab: number, count: number) => Promise<void>>(async () => undefined)
    const never = () => Promise.reject(new Error('Nobody asks for this.'))
    const others = {openRunner: never, isTabOpen: never, view: never, announce: never}
    let acts: readonly InPageMatch[] = []
    let page: string | null = 'page'
    const documentSince = vi.fn<(tab: number, time: number) => Promise<string | null>>(async () => page)
    const deeds = createPageMessageHandlers({
      ...others,
      updateMatches: async change => {
        acts = change(acts)
        return true
      },
      updateFailures: async () => true,
      documentAfter: never,
      documentSince,
      addToBadge,
      now: () => noon,
    })
    const frame = {tab: 7, document: 'frame'}
    await deeds['page.applied']({counts: {a: 2}}, frame)
    await deeds['page.left']({counts: {a: 1, b: 1}, opened: noon - 5}, frame)
    expect(documentSince).toHaveBeenCalledWith(7, noon - 5)
    expect(addToBadge.mock.calls).toEqual([
      [7, 2],
      [7, 2],
    ])
    expect(done(acts)).toEqual([
      ['a', 7, 3, noon],
      ['b', 7, 1, noon],
    ])
    // They leave with that page. Matches that arrive after it has gone do not count for the next
    // one.
    await deeds['page.left']({counts: {}}, {tab: 7, document: 'page'})
    page = null
    await deeds['page.left']({counts: {c: 1}, opened: noon - 4}, {...frame, document: 'other'})
    expect(done(acts).map(([rule, tab]) => [rule, tab])).toEqual([
      ['a', -1],
      ['b', -1],
      ['c', -1],
    ])
    expect(addToBadge).toHaveBeenCalledTimes(2)
  })

  it('on the delay page move to the next page and its badge', async () => {
    const addToBadge = vi.fn<(tab: number, count: number) => Promise<void>>(async () => undefined)
    const never = () => Promise.reject(new Error('Nobody asks for this.'))
    const others = {openRunner: never, isTabOpen: never, view: never, announce: never}
    let acts: readonly InPageMatch[] = []
    let next: string | null = 'page'
    const deeds = createPageMessageHandlers({
      ...others,
      updateMatches: async change => {
        acts = change(acts)
        return true
      },
      updateFailures: async () => true,
      documentAfter: async () => next,
      documentSince: never,
      addToBadge,
      now: () => noon,
    })
    const wait = {tab: 7, document: 'wait', isOwn: true}
    await deeds['page.applied']({counts: {a: 1}}, wait)
    await deeds['page.left']({counts: {}, goesOn: 'tab', led: 1024}, wait)
    const stands = (tabId: number) => [
      {rule: 'a', browserRule: 0, document: 'page', tabId, time: noon, count: 1},
      {browserRule: 1024, document: 'page', tabId, time: noon, count: 1},
    ]
    expect(acts).toEqual(stands(7))
    expect(addToBadge.mock.calls).toEqual([[7, 2]])
    // The page reports itself when it is left.
    await deeds['page.left']({counts: {}}, {tab: 7, document: 'page'})
    expect(acts).toEqual(stands(-1))
    // For a frame Chrome keeps counting, and an aborted navigation has no page.
    await deeds['page.applied']({counts: {b: 1}}, wait)
    await deeds['page.left']({counts: {}, goesOn: 'frame'}, wait)
    expect(acts.at(-1)).toMatchObject({rule: 'b', document: 'page', tabId: 7})
    next = null
    await deeds['page.left']({counts: {}, goesOn: 'tab', led: 1025}, wait)
    expect(acts.some(({browserRule}) => browserRule === 1025)).toBe(false)
    expect(addToBadge).toHaveBeenCalledTimes(1)
  })
})
