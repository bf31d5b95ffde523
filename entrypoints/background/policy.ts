import {obey} from '../../src/engine/policy'
import {readPolicy} from '../../src/platform/managed'
import {obeyLater, onPolicy} from '../../src/platform/policy-change'
import type {start} from './start'

/** Brings this device to what its organisation has set: when that changes, and when what is returned is called. */
export function obeyPolicies(started: ReturnType<typeof start>): () => Promise<void> {
  async function obeyNow(): Promise<void> {
    const {library, answers, team} = await started
    await obey({
      policy: readPolicy,
      state: () => library.change(({values}) => ({paused: values.paused, account: values.team})),
      pause: paused => answers['rules.pause']({paused}),
      team,
      again: obeyLater,
    }).catch(obeyLater)
  }
  onPolicy(() => void obeyNow())
  return obeyNow
}
