import type {ManagedPolicy} from '../model/managed-policy'
import type {TeamAccount, TeamSync} from '../model/team'

export type PolicyDependencies = {
  readonly policy: () => Promise<ManagedPolicy>
  readonly state: () => Promise<{readonly paused: boolean; readonly account: TeamAccount | null}>
  readonly pause: (paused: boolean) => Promise<unknown>
  readonly team: () => Pick<TeamSync, 'connect' | 'setEvery'>
  readonly scheduleRetry: () => Promise<void>
}

/** Applies the organisation's settings that differ from the current ones. */
export async function applyPolicy({policy, state, pause, team, scheduleRetry}: PolicyDependencies): Promise<void> {
  const {baseUrl, apiKey, syncEvery, rulesOn} = await policy()
  const {paused, account} = await state()
  if (rulesOn !== undefined && rulesOn === paused) await pause(!rulesOn)
  const isDifferentAccount = account?.key !== apiKey || account?.url !== baseUrl
  const isRefused = account?.failure?.code === 'key' && account.failure.retryAt === null
  // Connects without a test request, so that an unreachable account is retried like any other.
  if (baseUrl !== undefined && apiKey !== undefined) {
    if (isDifferentAccount || isRefused)
      await team()
        .connect({url: baseUrl, key: apiKey, plain: true, untried: true})
        .catch(() => undefined)
    await scheduleRetry()
  }
  const every = (await state()).account?.every
  if (syncEvery !== undefined && every !== undefined && every !== syncEvery) await team().setEvery(syncEvery)
}
