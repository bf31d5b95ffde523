import {describe, expect, it} from 'vitest'
import {createBodies} from '../../../src/ui/devtools-panel/body-cache'
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
    const bodies = createBodies()
    const one = aRead('{"a":1}')
    bodies.read(one)
    await turn()
    one.leave()
    expect(await bodies.of(one)).toEqual({text: '{"a":1}', encoding: ''})
    expect(one.times()).toBe(1)
  })

  it('are read four at a time for 500 requests, and requested ones first', async () => {
    const bodies = createBodies()
    const all = Array.from({length: 500}, (_, at) => aRead(`body ${at}`, {waits: true}))
    for (const each of all) bodies.read(each)
    const asked = () => all.filter(each => each.times() > 0)
    expect(asked()).toEqual(all.slice(0, 4))
    const wanted = bodies.of(all[499] as Read)
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
    expect(await Promise.all(all.map(bodies.of))).toEqual(all.map((_, at) => ({text: `body ${at}`, encoding: ''})))
    expect(all.every(each => each.times() === 1)).toBe(true)
  })

  it('have a size limit: the oldest is dropped and read again', async () => {
    const bodies = createBodies()
    const all = Array.from({length: 13}, (_, at) => aRead(String(at % 10).repeat(4 * million)))
    for (const each of all) bodies.read(each)
    await turn()
    await Promise.all(all.slice(1).map(bodies.of))
    expect(all.map(each => each.times())).toEqual(Array.from({length: 13}, () => 1))
    await bodies.of(all[0] as Read)
    expect(all[0]?.times()).toBe(2)
    // The next oldest body was dropped instead.
    await bodies.of(all[1] as Read)
    expect(all[1]?.times()).toBe(2)
  })

  it.each([
    ['if DevTools reports a large size', aRead('', {size: 5 * million + 1})],
    ['for media, which are not mocked', aRead('', {size: 9, type: 'media'})],
  ])('are not read ahead %s', async (_, each) => {
    const bodies = createBodies()
    bodies.read(each)
    await turn()
    expect(each.times()).toBe(0)
    await bodies.of(each)
    expect(each.times()).toBe(1)
  })

  it.each([
    ['the body is longer than reported', aRead('a'.repeat(5 * million + 1), {size: 9})],
    ['there was no body', aRead('', {size: 9})],
  ])('are read again if %s', async (_, each) => {
    const bodies = createBodies()
    bodies.read(each)
    await turn()
    await bodies.of(each)
    expect(each.times()).toBe(2)
  })

  it('are read again after a failure, and a failure does not block the others', async () => {
    const bodies = createBodies()
    const {har} = aRead('')
    const failing = Array.from({length: 5}, () => ({har, readBody: () => Promise.reject(new Error('gone'))}))
    const last = aRead('{}')
    for (const each of [...failing, last]) bodies.read(each)
    await turn()
    expect(last.times()).toBe(1)
    await expect(bodies.of(failing[0] as FinishedRequest)).rejects.toThrow('gone')
  })

  it('are dropped by forgetAll, whether read, pending or queued', async () => {
    const bodies = createBodies()
    const come = aRead('{}')
    bodies.read(come)
    await turn()
    const others = Array.from({length: 5}, () => aRead('{}', {waits: true}))
    for (const each of others) bodies.read(each)
    bodies.forgetAll()
    for (const each of others) each.answer()
    await turn()
    expect(others.map(each => each.times())).toEqual([1, 1, 1, 1, 0])
    void [come, ...others].map(bodies.of)
    expect([come, ...others].map(each => each.times())).toEqual([2, 2, 2, 2, 2, 1])
  })
})
