import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createTabWorkerPool} from '../../../src/script-sandbox/tab-worker-pool'
import type {RunAsk, RunResult} from '../../../src/model/rule-code'
import type {FromWorker, ToWorker} from '../../../src/script-sandbox/protocol'
import {maxCallTime, maxSilence, type CodeWorker} from '../../../src/script-sandbox/worker-session'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const ask = (code: string): RunAsk => ({kind: 'check', code})
const done = (value: string): RunResult => ({ok: true, value, isJson: false})
const tooLong = {ok: false, why: 'too-long'}

/**
 * A worker for code of these names: `fine` returns, `loop` hangs on the stack, `never` waits
 * forever, `late` returns after 300 ms, `late loop` hangs after 10 ms, `counts` changes the state,
 * `breaks` the globals. Like a real worker it does nothing else while it hangs.
 */
function createWorker(all: {state: string; ended: boolean}[]): CodeWorker {
  const own = {state: '', ended: false, isBroken: false}
  all.push(own)
  let emit: (message: FromWorker) => void = () => {}
  let hangs = false
  const queue: ToWorker[] = []
  const send = (message: FromWorker) => !own.ended && emit(message)
  const answer = (id: number, value: string, state?: string) =>
    send({id, result: done(value), ...(state === undefined ? {} : {state})})
  const after = (pause: number, then: () => void) =>
    setTimeout(() => {
      if (!hangs && !own.ended) then()
    }, pause)
  function take(message: ToWorker) {
    if ('start' in message) own.state = message.start
    else if ('ping' in message) send({pong: true})
    else {
      const {id, ask: asked} = message
      if (own.isBroken) return send({refused: id})
      send({begun: id})
      if (asked.code === 'loop') hangs = true
      else if (asked.code === 'counts') answer(id, own.state, (own.state = JSON.stringify({n: own.state.length})))
      else if (asked.code === 'fine') answer(id, 'fine')
      else if (asked.code === 'breaks') answer(id, 'breaks', void (own.isBroken = true))
      else send({waiting: id})
      if (asked.code === 'late') after(300, () => answer(id, 'late'))
      if (asked.code === 'late loop') after(10, () => (hangs = true))
    }
  }
  return {
    listen: listener => void (emit = listener),
    post(message) {
      queue.push(message)
      setTimeout(() => {
        if (!hangs && !own.ended) queue.splice(0).forEach(each => (hangs ? queue.push(each) : take(each)))
      })
    },
    end: () => void (own.ended = true),
  }
}

function createPool() {
  const workers: {state: string; ended: boolean}[] = []
  const onDead = vi.fn<() => void>()
  const pool = createTabWorkerPool({acquireWorker: () => createWorker(workers), onDead})
  const run = (...codes: string[]) => codes.map(code => pool.run(ask(code)))
  return {pool, workers, onDead, run, getAlive: () => workers.filter(({ended}) => !ended).length}
}

describe('the calls of a tab', () => {
  it('share one worker', async () => {
    const {run, workers} = createPool()
    const results = run('fine', 'late', 'fine')
    await vi.advanceTimersByTimeAsync(400)
    expect(await Promise.all(results)).toEqual([done('fine'), done('late'), done('fine')])
    expect(workers).toHaveLength(1)
  })

  it('run again in another worker if one call loops, which is stopped', async () => {
    const {run, getAlive, workers} = createPool()
    const results = run('late', 'loop', 'fine', 'fine')
    await vi.advanceTimersByTimeAsync(maxCallTime + 400)
    expect(await Promise.all(results)).toMatchObject([done('late'), tooLong, done('fine'), done('fine')])
    expect(workers).toHaveLength(2)
    expect(getAlive()).toBe(1)
  })

  it('go on if one call never settles, and do not run again', async () => {
    const {run, workers, getAlive} = createPool()
    const results = run('never', 'fine')
    await vi.advanceTimersByTimeAsync(maxCallTime - 100)
    const [late] = run('late')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await Promise.all([...results, late])).toMatchObject([tooLong, done('fine'), done('late')])
    expect(workers).toHaveLength(1)
    // The call may still run in the old worker, so that worker is ended.
    expect(getAlive()).toBe(0)
    const [next] = run('fine')
    await vi.advanceTimersByTimeAsync(10)
    expect(await next).toEqual(done('fine'))
    expect(workers).toHaveLength(2)
  })

  it('end although one of several waiting calls begins to loop', async () => {
    const {run, getAlive} = createPool()
    const results = run('late', 'late loop', 'late', 'fine')
    await vi.advanceTimersByTimeAsync(2 * maxSilence + 400)
    expect(await Promise.all([results[0], results[2], results[3]])).toEqual([done('late'), done('late'), done('fine')])
    await vi.advanceTimersByTimeAsync(maxCallTime - 2 * maxSilence - 400)
    expect(await results[1]).toMatchObject(tooLong)
    expect(getAlive()).toBe(0)
  })

  it('move to another worker together with new calls if one call loops', async () => {
    const {run} = createPool()
    const looping = run('loop', 'loop', 'loop')
    const results = run('fine', 'late')
    await vi.advanceTimersByTimeAsync(2 * maxSilence + 400)
    expect(await Promise.all(results)).toEqual([done('fine'), done('late')])
    const [next] = run('fine')
    await vi.advanceTimersByTimeAsync(10)
    expect(await next).toEqual(done('fine'))
    await vi.advanceTimersByTimeAsync(maxCallTime - 2 * maxSilence - 410)
    expect(await Promise.all(looping)).toMatchObject([tooLong, tooLong, tooLong])
  })

  it('have five seconds each, counted from the request', async () => {
    const {run} = createPool()
    const results = run('loop', 'loop', 'never', 'loop')
    await vi.advanceTimersByTimeAsync(2_000)
    const later = run('loop')
    await vi.advanceTimersByTimeAsync(maxCallTime - 2_000)
    expect(await Promise.all(results)).toMatchObject([tooLong, tooLong, tooLong, tooLong])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await Promise.all(later)).toMatchObject([tooLong])
  })

  it('start in another worker after code changed the globals; waiting calls may end', async () => {
    const {run, workers, getAlive} = createPool()
    const results = run('late', 'breaks', 'fine')
    await vi.advanceTimersByTimeAsync(10)
    expect(await Promise.all(results.slice(1))).toEqual([done('breaks'), done('fine')])
    expect(getAlive()).toBe(2)
    await vi.advanceTimersByTimeAsync(400)
    expect(await results[0]).toEqual(done('late'))
    expect(workers.map(({ended}) => ended)).toEqual([true, false])
  })
})

describe('the state of a tab', () => {
  it('outlives its worker, which a loop or idleness ends', async () => {
    const {run, pool, workers} = createPool()
    void run('counts', 'loop')
    await vi.advanceTimersByTimeAsync(maxCallTime + 100)
    void run('fine')
    await vi.advanceTimersByTimeAsync(10)
    pool.endIdle()
    void run('fine')
    await vi.advanceTimersByTimeAsync(10)
    expect(workers.map(({state}) => state)).toEqual(['{"n":2}', '{"n":2}', '{"n":2}'])
  })

  it('is separate from the state of a trial run', async () => {
    const {pool, run, workers} = createPool()
    void run('counts')
    await vi.advanceTimersByTimeAsync(10)
    const trialRuns = [pool.run({...ask('loop'), isTry: true}), pool.run({...ask('counts'), isTry: true})]
    const [next] = run('counts')
    await vi.advanceTimersByTimeAsync(maxCallTime + 100)
    expect(await Promise.all([...trialRuns, next])).toMatchObject([tooLong, done('{}'), done('{"n":2}')])
    expect(workers.map(({ended}) => ended)).toEqual([false, true, true])
  })
})

it('a worker that starts no call in time is reported as dead', async () => {
  const onDead = vi.fn<() => void>()
  const pool = createTabWorkerPool({acquireWorker: () => ({post() {}, listen() {}, end() {}}), onDead})
  const result = pool.run(ask('fine'))
  await vi.advanceTimersByTimeAsync(maxCallTime + 10)
  expect(await result).toMatchObject({ok: false, why: 'unreachable'})
  expect(onDead).toHaveBeenCalledTimes(1)
})
