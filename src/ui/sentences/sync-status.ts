import type {TeamView} from '../../model/team'
import {formatTime} from '../format'
import {commonTexts} from '../../locales/common'
import {syncTexts} from '../../locales/sync'

/** `none`: nothing is synced. `warn`: waits for the network or the user. */
export type SyncTone = 'none' | 'good' | 'warn' | 'danger'
export type SyncStatus = {readonly text: string; readonly tone: SyncTone}

export const countUnresolved = ({conflicts, rejected}: Pick<TeamView, 'conflicts' | 'rejected'>): number =>
  conflicts.length + rejected.length

export const formatLastSync = ({synced, received}: Pick<TeamView, 'synced' | 'received'>, now: number): string =>
  received
    ? syncTexts('received', {part: received.count, total: received.total})
    : synced
      ? syncTexts('synced', {rules: synced.rules, time: formatTime(synced.at, now)})
      : syncTexts('notYet')

function formatSyncFailure(view: TeamView): string | undefined {
  const {failure, waiting} = view
  if (failure === null) return undefined
  return syncTexts('withWaiting', {what: syncTexts(`failed.${failure.code}`), count: waiting.length})
}

export const isKeyRejected = ({failure}: Pick<TeamView, 'failure'>): boolean =>
  failure?.code === 'key' && failure.retryAt === null

const maxSyncAge = 60_000

/** Whether opening the popup should sync: only with a valid key and when the service allows it. */
export function isSyncDue({isSyncing, synced, failure}: TeamView, now: number): boolean {
  if (isSyncing || failure?.code === 'key') return false
  if (failure?.code === 'too-many-requests' && (failure.retryAt ?? 0) > now) return false
  // A time in the future means that the clock was set back.
  return Math.abs(now - (synced?.at ?? 0)) > maxSyncAge
}

export function getSyncStatus(view: TeamView | null, now: number): SyncStatus {
  if (view === null) return {text: commonTexts('onDevice'), tone: 'none'}
  const {isSyncing, progress, conflicts, rejected, synced, received} = view
  if (isKeyRejected(view)) return {text: syncTexts('enterKey'), tone: 'danger'}
  if (isSyncing)
    return {
      text:
        progress === null
          ? syncTexts('syncing')
          : syncTexts('syncingPart', {received: progress.come, total: progress.total}),
      tone: 'good',
    }
  if (conflicts.length > 0) return {text: syncTexts('conflicts', {count: conflicts.length}), tone: 'warn'}
  if (rejected.length > 0) return {text: syncTexts('rejected', {count: rejected.length}), tone: 'warn'}
  const failed = formatSyncFailure(view)
  if (failed !== undefined) return {text: failed, tone: 'warn'}
  return {text: formatLastSync(view, now), tone: received ? 'warn' : synced ? 'good' : 'none'}
}
