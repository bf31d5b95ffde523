import type {Managed} from '../contract/managed'
import type {TeamAccount, TeamSync} from '../contract/team'

export type PolicyNeeds = {
  readonly policy: () => Promise<Managed>
  readonly state: () => Promise<{readonly paused: boolean; readonly account: TeamAccount | null}>
  readonly pause: (paused: boolean) => Promise<unknown>
  readonly team: () => Pick<TeamSync, 'connect' | 'setEvery'>
}

/** Sets what the organisation has set, where it is otherwise. */
export async function obey({policy, state, pause, team}: PolicyNeeds): Promise<void> {
  const {baseUrl, apiKey, syncEvery, rulesOn} = await policy()
  const {paused, account} = await state()
  if (rulesOn !== undefined && rulesOn === paused) await pause(!rulesOn)
  const isOther = account?.key !== apiKey || account?.url !== baseUrl
  // Without a try: an account that cannot be reached now is tried again as any other. Plain http is the organisation's to decide.
  if (baseUrl !== undefined && apiKey !== undefined && isOther)
    await team().connect({url: baseUrl, key: apiKey, plain: true, untried: true})
  const every = (await state()).account?.every
  if (syncEvery !== undefined && every !== undefined && every !== syncEvery) await team().setEvery(syncEvery)
}
