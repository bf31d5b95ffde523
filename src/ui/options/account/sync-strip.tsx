import {RefreshCw} from 'lucide-preact'
import type {TeamView} from '../../../contract/team'
import {accountWords as words} from '../../words'
import {syncStateOf} from './sync-state'
import type {Deeds} from './use-deeds'
import {useNow} from './use-now'

type SyncStripProps = {
  readonly view: TeamView | null
  readonly deeds: Deeds
  /** Another address or key stands in the fields. */
  readonly isEdited: boolean
  readonly isConnecting: boolean
  readonly isLeaving: boolean
  /** Address and key are the organisation's. */
  readonly isFixed: boolean
  /** No other key can be typed. */
  readonly isLocked: boolean
  readonly leave: () => void
  /** The fields as they were. */
  readonly putBack: () => void
  readonly toKey: () => void
}

/** How the account is doing, in one line, and what can be done about it. */
export function SyncStrip(props: SyncStripProps) {
  const {view, isConnecting} = props
  const retryAt = view?.isSyncing === false ? (view.failure?.retryAt ?? null) : null
  const now = useNow(retryAt)
  const {title, rest, tone} = syncStateOf(view, isConnecting, now)
  const progress = view?.isSyncing && !isConnecting ? view.progress : null
  return (
    <div class="account-strip" data-tone={tone}>
      <p>
        {/* The text alone, so that who waits for it finds just this. */}
        <b role="status">{title}</b> <span class="hint">{rest}</span>
      </p>
      <div class="account-buttons">
        <StripButtons {...props} now={now} />
      </div>
      {progress && <Progress come={progress.come} total={progress.total} />}
      <span class="unseen" aria-live="polite">
        {progress && words.quarter(Math.floor((4 * progress.come) / Math.max(1, progress.total)), progress.total)}
      </span>
    </div>
  )
}

function StripButtons({
  view,
  deeds,
  isEdited,
  isConnecting,
  isLeaving,
  isFixed,
  isLocked,
  leave,
  putBack,
  toKey,
  now,
}: SyncStripProps & {readonly now: number}) {
  if (isFixed && (view === null || isEdited)) return null
  if (view === null || isEdited || isConnecting)
    return (
      <>
        <button type="submit" class="button button-main" aria-disabled={isConnecting ? true : undefined}>
          {words.connect}
        </button>
        {view !== null && !isConnecting && (
          <button type="button" class="button button-quiet" onClick={putBack}>
            {words.cancel}
          </button>
        )}
      </>
    )
  if (view.isSyncing)
    return (
      <button type="button" class="button button-quiet" onClick={() => void deeds.stop()}>
        {words.stop}
      </button>
    )
  const {failure} = view
  const mustWait = failure?.code === 'too-many-requests' && (failure.retryAt ?? 0) > now
  const isRefused = failure?.code === 'key'
  return (
    <>
      {isRefused && !isLocked && (
        <button type="button" class="button button-main" onClick={toKey}>
          {words.newKey}
        </button>
      )}
      {isRefused && (
        <button type="button" class="button" onClick={() => void deeds.sync()}>
          {words.tryAgain}
        </button>
      )}
      {!isRefused && (
        <button
          type="button"
          class="button"
          aria-disabled={mustWait ? true : undefined}
          onClick={() => {
            if (!mustWait) void deeds.sync()
          }}
        >
          <RefreshCw size={16} strokeWidth={1.75} aria-hidden="true" />
          {words.syncNow}
        </button>
      )}
      {!isFixed && (
        <button type="button" class="button button-quiet" aria-expanded={isLeaving} data-leave onClick={leave}>
          {words.disconnect}
        </button>
      )}
    </>
  )
}

const Progress = ({come, total}: {readonly come: number; readonly total: number}) => (
  <div
    class="progress-track"
    role="progressbar"
    aria-label={words.syncing}
    aria-valuemin={0}
    aria-valuemax={total}
    aria-valuenow={Math.min(come, total)}
    aria-valuetext={words.progress({come, total})}
  >
    <div style={{width: `${Math.min(100, (come / Math.max(1, total)) * 100)}%`}} />
  </div>
)
