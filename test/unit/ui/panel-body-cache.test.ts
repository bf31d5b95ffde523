import {describe, expect, it} from 'vitest'
import {createBodyCache} from '../../../src/ui/devtools-panel/body-cache'
import type {ResponseBody, FinishedRequest} from '../../../src/ui/devtools-panel/browser-adapter'

type Read = FinishedRequest & {
  /** How often the body was read from DevTools. */
  times(): number
  /** The page is left, so Chrome drops the body. */
  leave(): void
  answer(): void
}

/** A request whose body arrives at once, or on `answer()` if it `waits`. */
function aRead(text: string, {waits = false, size = text.length, type = 'fetch'} = {}): Read {
  let times = 0
  let isLeft = false
  let answer = () => {}
  return {
    har: {_resourceType: type, request: {headers: []}, response: {content: {size}}},
    readBody() {
      times += 1
      const content: ResponseBody = {text: isLeft ? null : text, encoding: ''}
      return new Promise(done => {
        answer = () => done(content)
        if (!waits) answer()
      })
    },
    times: () => times,
    leave() {
      isLeft = true
    },
    answer: () => answer(),
  }
}
const turn = () => new Promise(done => setTimeout(done))
const million = 1_000_000

describe('the response bodies of the panel', () => {
  it('are still available after the page was left', async () => {
    const bodies = createBodyCache()
    const one = aRead('{"a":1}')
    bodies.prefetch(one)
    await turn()
    one.leave()
    expect(await bodies.get(one)).toEqual({text: '{"a":1}', encoding: ''})
    expect(one.times()).toBe(1)
  })

  it('are read four at a time for 500 requests, and requested ones first', async () => {
    const bodies = createBodyCache()
    const all = Array.from({length: 500}, (_, at) => aRead(`body ${at}`, {waits: true}))
    for (const each of all) bodies.prefetch(each)
    const asked = () => all.filter(each => each.times() > 0)
    expect(asked()).toEqual(all.slice(0, 4))
    const wanted = bodies.get(all[499] as Read)
    expect(all[499]?.times()).toBe(1)
    all[499]?.answer()
    expect(await wanted).toMatchObject({text: 'body 499'})
    let most = 0
    for (const each of all) {
      each.answer()
      await turn()
      most = Math.max(most, asked().length - all.indexOf(each) - 1)
    }
    expect(asked()).toHaveLength(500)
    expect(most).toBeLessThanOrEqual(5)
    for (const each of all) each.leave()
    expect(await Promise.all(all.map(bodies.get))).toEqual(all.map((_, at) => ({text: `body ${at}`, encoding: ''})))
    expect(all.every(each => each.times() === 1)).toBe(true)
  })

  it('have a size limit: the oldest is dropped and read again', async () => {
    const bodies = createBodyCache()
    const all = Array.from({length: 13}, (_, at) => aRead(String(at % 10).repeat(4 * million)))
    for (const each of all) bodies.prefetch(each)
    await turn()
    await Promise.all(all.slice(1).map(bodies.get))
    expect(all.map(each => each.times())).toEqual(Array.from({length: 13}, () => 1))
    await bodies.get(all[0] as Read)
    expect(all[0]?.times()).toBe(2)
    // The next oldest body was dropped instead.
    await bodies.get(all[1] as Read)
    expect(all[1]?.times()).toBe(2)
  })

  it.each([
    ['if DevTools reports a large size', aRead('', {size: 5 * million + 1})],
    ['for media, which are not mocked', aRead('', {size: 9, type: 'media'})],
  ])('are not read ahead %s', async (_, each) => {
    const bodies = createBodyCache()
    bodies.prefetch(each)
    await turn()
    expect(each.times()).toBe(0)
    await bodies.get(each)
    expect(each.times()).toBe(1)
  })

  it.each([
    ['the body is longer than reported', aRead('a'.repeat(5 * million + 1), {size: 9})],
    ['there was no body', aRead('', {size: 9})],
  ])('are read again if %s', async (_, each) => {
    const bodies = createBodyCache()
    bodies.prefetch(each)
    await turn()
    await bodies.get(each)
    expect(each.times()).toBe(2)
  })

  it('are read again after a failure, and a failure does not block the others', async () => {
    const bodies = createBodyCache()
    const {har} = aRead('')
    const failing = Array.from({length: 5}, () => ({har, readBody: () => Promise.reject(new Error('gone'))}))
    const last = aRead('{}')
    for (const each of [...failing, last]) bodies.prefetch(each)
    await turn()
    expect(last.times()).toBe(1)
    await expect(bodies.get(failing[0] as FinishedRequest)).rejects.toThrow('gone')
  })

  it('are dropped by forgetAll, whether read, pending or queued', async () => {
    const bodies = createBodyCache()
    const come = aRead('{}')
    bodies.prefetch(come)
    await turn()
    const others = Array.from({length: 5}, () => aRead('{}', {waits: true}))
    for (const each of others) bodies.prefetch(each)
    bodies.clear()
    for (const each of others) each.answer()
    await turn()
    expect(others.map(each => each.times())).toEqual([1, 1, 1, 1, 0])
    void [come, ...others].map(bodies.get)
    expect([come, ...others].map(each => each.times())).toEqual([2, 2, 2, 2, 2, 1])
  })
})
