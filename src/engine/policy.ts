import type {Managed} from '../contract/managed'
import type {TeamAccount, TeamSync} from '../contract/team'

export type PolicyNeeds = {
  readonly policy: () => Promise<Managed>
  readonly state: () => Promise<{readonly paused: boolean; readonly account: TeamAccount | null}>
  readonly pause: (paused: boolean) => Promise<unknown>
  readonly team: () => Pick<TeamSync, 'connect' | 'setEvery'>
  /** Has this obeyed again in a while, whatever becomes of the worker until then. */
  readonly again: () => Promise<void>
}

/** Sets what the organisation has set, where it is otherwise. */
export async function obey({policy, state, pause, team, again}: PolicyNeeds): Promise<void> {
  const {baseUrl, apiKey, syncEvery, rulesOn} = await policy()
  const {paused, account} = await state()
  if (rulesOn !== undefined && rulesOn === paused) await pause(!rulesOn)
  const isOther = account?.key !== apiKey || account?.url !== baseUrl
  // Nobody can type another key, and the service may accept this one later.
  const isRefused = account?.failure?.code === 'key' && account.failure.retryAt === null
  // Without a try: an account that cannot be reached now is tried again as any other, but for a new key, of which the service is asked whether it is the
  // account's. Plain http is the organisation's to decide. An address or a key that is none: the Account page says that it is not connected.
  if (baseUrl !== undefined && apiKey !== undefined) {
    if (isOther || isRefused)
      await team()
        .connect({url: baseUrl, key: apiKey, plain: true, untried: true})
        .catch(() => undefined)
    // A key may also be refused later.
    await again()
  }
  const every = (await state()).account?.every
  if (syncEvery !== undefined && every !== undefined && every !== syncEvery) await team().setEvery(syncEvery)
}
