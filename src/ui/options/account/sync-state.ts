import type {TeamView} from '../../../contract/team'
import {isKeyRejected, syncedText, unsettled, type SyncTone} from '../../sentences/sync-line'
import {accountWords as words} from '../../words'

/** `title` is what the account is doing; `rest` says more, and is not spoken by itself. */
export type SyncState = {readonly title: string; readonly rest: string; readonly tone: SyncTone}

function failed({failure, waiting}: TeamView, now: number): Omit<SyncState, 'tone'> | undefined {
  if (failure === null) return undefined
  const {code, message, retryAt} = failure
  const title = words.failed[code]
  const again = retryAt === null ? '' : words.triesAgain(Math.ceil((retryAt - now) / 1000))
  if (code === 'key') return {title, rest: again === '' ? words.enterKey : words.keyTriedAgain(again)}
  if (code === 'unreachable') return {title, rest: words.waitInForce(waiting.length)}
  if (code === 'too-many-requests') return {title, rest: again || words.inForce}
  return {title, rest: [message, again || words.inForce].join(' ')}
}

const waitingFor = ({conflicts, parked, questions, waiting}: TeamView): string =>
  [
    ...(conflicts.length > 0 ? [words.toSettle(conflicts.length)] : []),
    ...(questions.length > 0 ? [words.toAnswer(questions.length)] : []),
    ...(parked.length > 0 ? [words.couldNotBeSent(parked.length)] : []),
    ...(waiting.length > 0 ? [words.waits(waiting.length)] : []),
  ].join(', ')

export function syncStateOf(view: TeamView | null, isConnecting: boolean, now: number): SyncState {
  if (isConnecting) return {title: words.connecting, rest: words.connectingText, tone: 'none'}
  if (view === null) return {title: words.notConnected, rest: words.notConnectedText, tone: 'none'}
  if (view.isSyncing) return {title: words.syncing, rest: words.progress(view.progress), tone: 'good'}
  const failure = failed(view, now)
  if (failure) return {...failure, tone: isKeyRejected(view) ? 'danger' : 'warn'}
  const title = syncedText(view, now)
  const rest = waitingFor(view) || (view.received ? words.missingInForce : words.looksAgain(view.every))
  if (view.synced === null) return {title, rest, tone: 'none'}
  return {title, rest, tone: view.received || unsettled(view) > 0 ? 'warn' : 'good'}
}
