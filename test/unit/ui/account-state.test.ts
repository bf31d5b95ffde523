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

/** A worker that sends no change events, like one that has been stopped. */
function silentWorker() {
  const state = {view: aTeam({isSyncing: true}), asked: 0}
  const ask = async () => {
    state.asked++
    return state.view
  }
  const client = {ask, onSync: () => () => undefined, onChange: () => () => undefined} as unknown as WorkerClient
  return {state, client}
}

it('polls the account every 2 seconds during a sync', async () => {
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

it('stops polling when the page closes', async () => {
  const {state, client} = silentWorker()
  const account = createAccount(client)
  await vi.advanceTimersByTimeAsync(0)
  account.stop()
  const {asked} = state
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.asked).toBe(asked)
})
