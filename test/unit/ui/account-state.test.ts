import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import type {WorkerClient} from '../../../src/messaging/messages'
import {createAccount} from '../../../src/ui/state/account'
import {aTeam} from './fake-team'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A worker that never tells of a change by itself, as one that has died. */
function silentWorker() {
  const state = {view: aTeam({isSyncing: true}), asked: 0}
  const ask = async () => {
    state.asked++
    return state.view
  }
  const client = {ask, onSync: () => () => undefined, onChange: () => () => undefined} as unknown as WorkerClient
  return {state, client}
}

it('asks for the state every 2 seconds while a sync goes on', async () => {
  const {state, client} = silentWorker()
  const account = createAccount(client)
  await vi.advanceTimersByTimeAsync(0)
  expect(account.view.value?.isSyncing).toBe(true)
  state.view = aTeam()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(account.view.value?.isSyncing).toBe(false)
  const {asked} = state
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.asked).toBe(asked)
  account.stop()
})

it('stops asking when its page closes', async () => {
  const {state, client} = silentWorker()
  const account = createAccount(client)
  await vi.advanceTimersByTimeAsync(0)
  account.stop()
  const {asked} = state
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.asked).toBe(asked)
})
