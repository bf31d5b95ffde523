import {endOfKey, plainUrl} from '../../../contract/managed'
import type {WorkerClient} from '../../../contract/messages'
import {faultsOf, isServiceError, noAnswer} from '../../../contract/service-error'
import type {TeamView} from '../../../contract/team'
import type {AccountState} from '../../state/account'
import {accountWords, automationWords as words, managedWords} from '../../words'

type Needs = {
  readonly client: WorkerClient
  readonly account: AccountState
  readonly setUrl: string | undefined
}
type Given = {readonly url: string; readonly key: string}

const labels: Readonly<Record<string, string>> = {url: accountWords.url, key: accountWords.key}

function refusalOf(error: unknown): unknown {
  const [first] = faultsOf(error)
  return first ? new Error(words.ofFile(labels[first.path] ?? '', first.reason)) : error
}

/** In milliseconds. */
const lookEvery = 200
const someTime = () => new Promise(done => setTimeout(done, lookEvery))

/** The account once it is synced since `before`, or could not be. */
async function settled(client: WorkerClient, before: TeamView | null): Promise<TeamView> {
  for (;;) {
    const now = await retried(() => client.ask('team.view', {}))
    if (now === null) throw new Error(words.disconnectedMeanwhile)
    if (!now.isSyncing) {
      if (now.failure || (now.synced !== null && now.synced.at !== before?.synced?.at)) return now
      // The worker can end before or during the sync.
      await retried(() => client.ask('team.sync', {}))
    }
    await someTime()
  }
}

/** Asks again where the worker ended before it answered. */
const retried = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch((error: unknown) => {
    if (isServiceError(error) && error.code === noAnswer) return ask()
    throw error
  })

/** Connects and waits for the first sync. Returns the number of rules; rejects with a message for people. */
export async function applyAccount({client, account, setUrl}: Needs, {url, key}: Given): Promise<number> {
  if (url === '') throw new Error(accountWords.noUrl)
  if (key === '') throw new Error(accountWords.noKey)
  if (setUrl !== undefined && setUrl !== plainUrl(url))
    throw new Error(`${managedWords.title}. ${managedWords.accountIs.address(setUrl)}`)
  const before = await client.ask('team.view', {})
  // Its rules would go to the trash.
  if (before && before.url !== plainUrl(url)) throw new Error(words.otherAccount(before.url))
  if (before && before.keyEnd !== endOfKey(key.trim())) throw new Error(words.otherKey(before.url))
  await retried(() => client.ask('team.connect', {url, key})).catch((error: unknown) => {
    throw refusalOf(error)
  })
  const {failure, rules} = await settled(client, before)
  await account.refresh()
  if (failure) {
    // Otherwise the sync is retried, and rules arrive after the script was told that it failed.
    if (!before) await client.ask('team.disconnect', {keep: false})
    throw new Error(words.syncFailed(accountWords.failed[failure.code], failure.message))
  }
  return rules.count
}
