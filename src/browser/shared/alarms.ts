import {browser} from './worker-browser'

/** In milliseconds: https://developer.chrome.com/docs/extensions/reference/api/alarms */
const shortestDelay = 30_000

let syncTimer: ReturnType<typeof setTimeout> | undefined

export function onAlarm(name: 'daily-backup' | 'team-sync' | 'managed-policy', call: () => void): void {
  browser.alarms.onAlarm.addListener(alarm => {
    if (alarm.name === name) call()
  })
}

/** Called at each browser start and update, since Chrome may drop alarms then. */
export const scheduleBackups = (): Promise<void> =>
  browser.alarms.create('daily-backup', {delayInMinutes: 5, periodInMinutes: 24 * 60})

export const retryPolicyLater = (): Promise<void> => browser.alarms.create('managed-policy', {delayInMinutes: 5})

/** Schedules a sync for `at`, in milliseconds since 1970; null cancels it. */
export function scheduleSync(at: number | null, call: () => void): void {
  clearTimeout(syncTimer)
  if (at === null) {
    void browser.alarms.clear('team-sync')
    return
  }
  void browser.alarms.create('team-sync', {when: at})
  const wait = at - Date.now()
  // A timer can fire sooner while this worker lives; the alarm remains for the next worker.
  if (wait < shortestDelay) syncTimer = setTimeout(call, Math.max(0, wait))
}
