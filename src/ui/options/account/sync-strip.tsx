import {formatReason} from '../../sentences/faults'
import {useSignal} from '@preact/signals'
import {RefreshCw} from 'lucide-preact'
import {useEffect} from 'preact/hooks'
import type {TeamView} from '../../../model/team'
import {isKeyRejected, formatLastSync, countUnresolved, type SyncTone} from '../../sentences/sync-status'
import {accountTexts} from '../../../locales/account'
import type {AccountActions} from './account-actions'

type SyncStripProps = {
  readonly view: TeamView | null
  readonly actions: AccountActions
  readonly isEdited: boolean
  readonly isConnecting: boolean
  readonly isLeaving: boolean
  readonly isManaged: boolean
  readonly isLocked: boolean
  readonly leave: () => void
  readonly reset: () => void
  readonly focusKey: () => void
}

export function SyncStrip(props: SyncStripProps) {
  const {view, isConnecting} = props
  const retryAt = view?.isSyncing === false ? (view.failure?.retryAt ?? null) : null
  const now = useNow(retryAt)
  const {title, details, tone} = getSyncState(view, isConnecting, now)
  const progress = view?.isSyncing && !isConnecting ? view.progress : null
  return (
    <div class="account-strip" data-tone={tone}>
      <p>
        {/* Scripts wait for this text, so the details are outside. */}
        <b role="status">{title}</b> <span class="hint">{details}</span>
      </p>
      <div class="account-buttons">
        <StripButtons {...props} now={now} />
      </div>
      {progress && <Progress come={progress.come} total={progress.total} />}
      <span class="unseen" aria-live="polite">
        {progress && quarterText(progress)}
      </span>
    </div>
  )
}

function StripButtons({
  view,
  actions,
  isEdited,
  isConnecting,
  isLeaving,
  isManaged,
  isLocked,
  leave,
  reset,
  focusKey,
  now,
}: SyncStripProps & {readonly now: number}) {
  if (isManaged && (view === null || isEdited)) return null
  if (view === null || isEdited || isConnecting)
    return (
      <>
        <button type="submit" class="button button-main" aria-disabled={isConnecting ? true : undefined}>
          {accountTexts('connect')}
        </button>
        {view !== null && !isConnecting && (
          <button type="button" class="button button-quiet" onClick={reset}>
            {accountTexts('cancel')}
          </button>
        )}
      </>
    )
  if (view.isSyncing)
    return (
      <button type="button" class="button button-quiet" onClick={() => void actions.stop()}>
        {accountTexts('stop')}
      </button>
    )
  const {failure} = view
  const isRateLimited = failure?.code === 'too-many-requests' && (failure.retryAt ?? 0) > now
  const isKeyRefused = failure?.code === 'key'
  return (
    <>
      {isKeyRefused && !isLocked && (
        <button type="button" class="button button-main" onClick={focusKey}>
          {accountTexts('newKey')}
        </button>
      )}
      {isKeyRefused && (
        <button type="button" class="button" onClick={() => void actions.sync()}>
          {accountTexts('tryAgain')}
        </button>
      )}
      {!isKeyRefused && (
        <button
          type="button"
          class="button"
          aria-disabled={isRateLimited ? true : undefined}
          onClick={() => {
            if (!isRateLimited) void actions.sync()
          }}
        >
          <RefreshCw size={16} strokeWidth={1.75} aria-hidden="true" />
          {accountTexts('syncNow')}
        </button>
      )}
      {!isManaged && (
        <button type="button" class="button button-quiet" aria-expanded={isLeaving} data-leave onClick={leave}>
          {accountTexts('disconnect')}
        </button>
      )}
    </>
  )
}

const Progress = ({come, total}: {readonly come: number; readonly total: number}) => (
  <div
    class="progress-track"
    role="progressbar"
    aria-label={accountTexts('syncing')}
    aria-valuemin={0}
    aria-valuemax={total}
    aria-valuenow={Math.min(come, total)}
    aria-valuetext={accountTexts('progress', {received: come, total})}
  >
    <div style={{width: `${Math.min(100, (come / Math.max(1, total)) * 100)}%`}} />
  </div>
)

type Progress = NonNullable<TeamView['progress']>

/** For screen readers; empty before the first quarter. */
function quarterText({come, total}: Progress): string {
  const quarters = Math.floor((4 * come) / Math.max(1, total))
  return quarters === 0 ? '' : accountTexts('quarter', {percent: quarters * 25, total})
}

const progressText = (progress: Progress | null): string =>
  progress === null
    ? accountTexts('askingForChanges')
    : accountTexts('progress', {received: progress.come, total: progress.total})

function retryText(seconds: number): string {
  if (seconds <= 0) return accountTexts('triesAgainNow')
  return seconds < 90
    ? accountTexts('triesAgainInSeconds', {seconds})
    : accountTexts('triesAgainInMinutes', {minutes: Math.round(seconds / 60)})
}

type SyncState = {readonly title: string; readonly details: string; readonly tone: SyncTone}

function getFailureState({failure, waiting}: TeamView, now: number): Omit<SyncState, 'tone'> | undefined {
  if (failure === null) return undefined
  const {code, message, retryAt} = failure
  const title = accountTexts(`failed.${code}`)
  const again = retryAt === null ? '' : retryText(Math.ceil((retryAt - now) / 1000))
  if (code === 'key')
    return {title, details: again === '' ? accountTexts('enterKey') : accountTexts('keyTriedAgain', {again})}
  if (code === 'unreachable') return {title, details: accountTexts('waitInForce', {count: waiting.length})}
  if (code === 'too-many-requests') return {title, details: again || accountTexts('inForce')}
  const rest = again || accountTexts('inForce')
  return {title, details: message === null ? rest : `${formatReason(message)} ${rest}`}
}

const formatPending = ({conflicts, rejected, waiting}: TeamView): string =>
  [
    ...(conflicts.length > 0 ? [accountTexts('toSettle', {conflicts: conflicts.length})] : []),
    ...(rejected.length > 0 ? [accountTexts('couldNotBeSent', {count: rejected.length})] : []),
    ...(waiting.length > 0 ? [accountTexts('waits', {count: waiting.length})] : []),
  ].join(', ')

function getSyncState(view: TeamView | null, isConnecting: boolean, now: number): SyncState {
  if (isConnecting) return {title: accountTexts('connecting'), details: accountTexts('connectingText'), tone: 'none'}
  if (view === null)
    return {title: accountTexts('notConnected'), details: accountTexts('notConnectedText'), tone: 'none'}
  if (view.isSyncing) return {title: accountTexts('syncing'), details: progressText(view.progress), tone: 'good'}
  const failure = getFailureState(view, now)
  if (failure) return {...failure, tone: isKeyRejected(view) ? 'danger' : 'warn'}
  const title = formatLastSync(view, now)
  const details =
    formatPending(view) ||
    (view.received ? accountTexts('missingInForce') : accountTexts('looksAgain', {minutes: view.every}))
  if (view.synced === null) return {title, details, tone: 'none'}
  return {title, details, tone: view.received || countUnresolved(view) > 0 ? 'warn' : 'good'}
}

/** The current time, updated every second until `until`. */
function useNow(until: number | null): number {
  const ticks = useSignal(0)
  void ticks.value
  const now = Date.now()
  const isInFuture = until !== null && until > now
  useEffect(() => {
    if (!isInFuture) return
    const timer = setInterval(() => ticks.value++, 1_000)
    return () => clearInterval(timer)
  }, [isInFuture])
  return now
}
