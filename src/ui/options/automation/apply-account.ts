import {effect} from '@preact/signals'
import {endOfKey, plainUrl} from '../../../contract/managed'
import type {WorkerClient} from '../../../contract/messages'
import {faultsOf, isServiceError, noAnswer} from '../../../contract/service-error'
import type {TeamView} from '../../../contract/team'
import type {AccountState} from '../../state/account'
import {accountWords, automationWords as words, managedWords} from '../../words'

type Needs = {
  readonly client: WorkerClient
  readonly account: AccountState
  /** The one address that the organisation lets this browser connect to, if it has set one. */
  readonly setUrl: string | undefined
}
type Given = {readonly url: string; readonly key: string}

/** What the fields are called on the page. */
const labels: Readonly<Record<string, string>> = {url: accountWords.url, key: accountWords.key}

/** The refusal of an account, which says its fields as the page does. */
function refusalOf(error: unknown): unknown {
  const [first] = faultsOf(error)
  return first ? new Error(words.ofFile(labels[first.path] ?? '', first.reason)) : error
}

/** Whether its first sync has not come to its end yet. */
const isBegun = ({synced, failure}: TeamView): boolean => synced === null && failure === null

/** The account once a sync has come to its end. */
function settled({view}: AccountState): Promise<TeamView> {
  return new Promise((done, failed) => {
    const stop = effect(() => {
      const now = view.value
      if (now?.isSyncing || now === undefined || (now && isBegun(now))) return
      if (now === null) failed(new Error(words.disconnectedMeanwhile))
      else done(now)
      queueMicrotask(() => stop())
    })
  })
}

/** Connects and waits for the first sync. Answers how many rules came; rejects with what is wrong, in words. */
export async function applyAccount({client, account, setUrl}: Needs, {url, key}: Given): Promise<number> {
  if (url === '') throw new Error(accountWords.noUrl)
  if (key === '') throw new Error(accountWords.noKey)
  if (setUrl !== undefined && setUrl !== plainUrl(url))
    throw new Error(`${managedWords.title}. ${managedWords.accountIs.address(setUrl)}`)
  const before = await client.ask('team.view', {})
  // Its rules would go to the trash.
  if (before && before.url !== plainUrl(url)) throw new Error(words.otherAccount(before.url))
  if (before && before.keyEnd !== endOfKey(key.trim())) throw new Error(words.otherKey(before.url))
  const connect = () => client.ask('team.connect', {url, key})
  await connect()
    // The worker was ended before it answered: to connect to what is connected changes nothing.
    .catch((error: unknown) => {
      if (isServiceError(error) && error.code === noAnswer) return connect()
      throw error
    })
    .catch((error: unknown) => {
      throw refusalOf(error)
    })
  await account.refresh()
  const {value: now} = account.view
  // Ended between the two, it has begun nothing.
  if (now && isBegun(now) && !now.isSyncing) await client.ask('team.sync', {})
  const {failure, rules} = await settled(account)
  if (failure) {
    // It would be tried again, and its rules come after the script was told that they do not.
    if (!before) await client.ask('team.disconnect', {keep: false})
    throw new Error(words.syncFailed(accountWords.failed[failure.code], failure.message))
  }
  return rules.count
}
