import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createCrew} from '../../../src/script-sandbox/tab-worker-pool'
import type {RunAsk, RunResult} from '../../../src/model/rule-code'
import type {FromWorker, ToWorker} from '../../../src/script-sandbox/protocol'
import {limit, patience, type CodeWorker} from '../../../src/script-sandbox/worker-session'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const ask = (code: string): RunAsk => ({kind: 'check', code})
const done = (value: string): RunResult => ({ok: true, value, isJson: false})
const tooLong = {ok: false, why: 'too-long'}

/**
 * A worker that does what the code's name says: `fine` answers, `loop` hangs on the stack, `never` waits for ever, `late` answers after
 * 300 ms, `late loop` hangs after 10 ms, `counts` changes the state, `spoils` the worker. Like the real one it does nothing else while it hangs.
 */
function aWorker(all: {state: string; ended: boolean}[]): CodeWorker {
  const own = {state: '', ended: false, spoilt: false}
  all.push(own)
  let say: (message: FromWorker) => void = () => {}
  let hangs = false
  const queue: ToWorker[] = []
  const tell = (message: FromWorker) => !own.ended && say(message)
  const answer = (id: number, value: string, state?: string) =>
    tell({id, result: done(value), ...(state === undefined ? {} : {state})})
  const after = (pause: number, then: () => void) =>
    setTimeout(() => {
      if (!hangs && !own.ended) then()
    }, pause)
  function take(message: ToWorker) {
    if ('start' in message) own.state = message.start
    else if ('ping' in message) tell({pong: true})
    else {
      const {id, ask: asked} = message
      if (own.spoilt) return tell({refused: id})
      tell({begun: id})
      if (asked.code === 'loop') hangs = true
      else if (asked.code === 'counts') answer(id, own.state, (own.state = JSON.stringify({n: own.state.length})))
      else if (asked.code === 'fine') answer(id, 'fine')
      else if (asked.code === 'spoils') answer(id, 'spoils', void (own.spoilt = true))
      else tell({waiting: id})
      if (asked.code === 'late') after(300, () => answer(id, 'late'))
      if (asked.code === 'late loop') after(10, () => (hangs = true))
    }
  }
  return {
    hear: listener => void (say = listener),
    post(message) {
      queue.push(message)
      setTimeout(() => {
        if (!hangs && !own.ended) queue.splice(0).forEach(each => (hangs ? queue.push(each) : take(each)))
      })
    },
    end: () => void (own.ended = true),
  }
}

function aCrew() {
  const workers: {state: string; ended: boolean}[] = []
  const dead = vi.fn<() => void>()
  const crew = createCrew({engage: () => aWorker(workers), onDead: dead})
  const run = (...codes: string[]) => codes.map(code => crew.run(ask(code)))
  return {crew, workers, dead, run, alive: () => workers.filter(({ended}) => !ended).length}
}

describe('the calls of a tab', () => {
  it('share one worker', async () => {
    const {run, workers} = aCrew()
    const results = run('fine', 'late', 'fine')
    await vi.advanceTimersByTimeAsync(400)
    expect(await Promise.all(results)).toEqual([done('fine'), done('late'), done('fine')])
    expect(workers).toHaveLength(1)
  })

  it('outlive one that loops: it alone is stopped, the others run again', async () => {
    const {run, alive, workers} = aCrew()
    const results = run('late', 'loop', 'fine', 'fine')
    await vi.advanceTimersByTimeAsync(limit + 400)
    expect(await Promise.all(results)).toMatchObject([done('late'), tooLong, done('fine'), done('fine')])
    expect(workers).toHaveLength(2)
    expect(alive()).toBe(1)
  })

  it('outlive one that never settles, and are not run again', async () => {
    const {run, workers, alive} = aCrew()
    const results = run('never', 'fine')
    await vi.advanceTimersByTimeAsync(limit - 100)
    const [late] = run('late')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await Promise.all([...results, late])).toMatchObject([tooLong, done('fine'), done('late')])
    expect(workers).toHaveLength(1)
    // What it may still do once it wakes up is nobody's business.
    expect(alive()).toBe(0)
    const [next] = run('fine')
    await vi.advanceTimersByTimeAsync(10)
    expect(await next).toEqual(done('fine'))
    expect(workers).toHaveLength(2)
  })

  it('outlive one that loops once it was waiting, though nobody can tell which one that was', async () => {
    const {run, alive} = aCrew()
    const results = run('late', 'late loop', 'late', 'fine')
    await vi.advanceTimersByTimeAsync(2 * patience + 400)
    expect(await Promise.all([results[0], results[2], results[3]])).toEqual([done('late'), done('late'), done('fine')])
    await vi.advanceTimersByTimeAsync(limit - 2 * patience - 400)
    expect(await results[1]).toMatchObject(tooLong)
    expect(alive()).toBe(0)
  })

  it('go to another worker soon where one loops, and new ones with them', async () => {
    const {run} = aCrew()
    const looping = run('loop', 'loop', 'loop')
    const results = run('fine', 'late')
    await vi.advanceTimersByTimeAsync(2 * patience + 400)
    expect(await Promise.all(results)).toEqual([done('fine'), done('late')])
    const [next] = run('fine')
    await vi.advanceTimersByTimeAsync(10)
    expect(await next).toEqual(done('fine'))
    await vi.advanceTimersByTimeAsync(limit - 2 * patience - 410)
    expect(await Promise.all(looping)).toMatchObject([tooLong, tooLong, tooLong])
  })

  it('have five seconds each, counted from when they are asked', async () => {
    const {run} = aCrew()
    const results = run('loop', 'loop', 'never', 'loop')
    await vi.advanceTimersByTimeAsync(2_000)
    const later = run('loop')
    await vi.advanceTimersByTimeAsync(limit - 2_000)
    expect(await Promise.all(results)).toMatchObject([tooLong, tooLong, tooLong, tooLong])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await Promise.all(later)).toMatchObject([tooLong])
  })

  it('begin in another worker once code has spoilt theirs, where those that wait may end', async () => {
    const {run, workers, alive} = aCrew()
    const results = run('late', 'spoils', 'fine')
    await vi.advanceTimersByTimeAsync(10)
    expect(await Promise.all(results.slice(1))).toEqual([done('spoils'), done('fine')])
    expect(alive()).toBe(2)
    await vi.advanceTimersByTimeAsync(400)
    expect(await results[0]).toEqual(done('late'))
    expect(workers.map(({ended}) => ended)).toEqual([true, false])
  })
})

describe('the state of a tab', () => {
  it('is kept when its worker is ended, by a loop or for want of work', async () => {
    const {run, crew, workers} = aCrew()
    void run('counts', 'loop')
    await vi.advanceTimersByTimeAsync(limit + 100)
    void run('fine')
    await vi.advanceTimersByTimeAsync(10)
    crew.rest()
    void run('fine')
    await vi.advanceTimersByTimeAsync(10)
    expect(workers.map(({state}) => state)).toEqual(['{"n":2}', '{"n":2}', '{"n":2}'])
  })

  it('is none of a try', async () => {
    const {crew, run, workers} = aCrew()
    void run('counts')
    await vi.advanceTimersByTimeAsync(10)
    const tried = [crew.run({...ask('loop'), isTry: true}), crew.run({...ask('counts'), isTry: true})]
    const [next] = run('counts')
    await vi.advanceTimersByTimeAsync(limit + 100)
    expect(await Promise.all([...tried, next])).toMatchObject([tooLong, done('{}'), done('{"n":2}')])
    expect(workers.map(({ended}) => ended)).toEqual([false, true, true])
  })
})

it('a worker in which nothing ever begins is dead, and so is what made it', async () => {
  const dead = vi.fn<() => void>()
  const crew = createCrew({engage: () => ({post() {}, hear() {}, end() {}}), onDead: dead})
  const result = crew.run(ask('fine'))
  await vi.advanceTimersByTimeAsync(limit + 10)
  expect(await result).toMatchObject({ok: false, why: 'unreachable'})
  expect(dead).toHaveBeenCalledTimes(1)
})
