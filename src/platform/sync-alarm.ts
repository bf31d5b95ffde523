import {browser} from './worker-browser'

const name = 'team-sync'
/** Chrome lets no alarm come sooner. */
const soonest = 30_000

let timer: ReturnType<typeof setTimeout> | undefined

/** Has what `onSyncAlarm` was given called at a time, in milliseconds since 1970; null: never. */
export function scheduleSync(at: number | null, call: () => void): void {
  clearTimeout(timer)
  if (at === null) {
    void browser.alarms.clear(name)
    return
  }
  void browser.alarms.create(name, {when: at})
  const wait = at - Date.now()
  // As long as this worker lives it can be sooner; the alarm stays for the next one.
  if (wait < soonest) timer = setTimeout(call, Math.max(0, wait))
}

/** Also when the network is there again. */
export function onSyncAlarm(call: () => void): void {
  browser.alarms.onAlarm.addListener(alarm => {
    if (alarm.name === name) call()
  })
  addEventListener('online', call)
}

const unfinishedKey = 'teamSyncUnfinished'

/** Whether a sync was begun that has not ended, as where the worker was stopped in it. */
export const isSyncUnfinished = async (): Promise<boolean> =>
  (await browser.storage.session.get(unfinishedKey))[unfinishedKey] === true

export const markSyncUnfinished = (isUnfinished: boolean): Promise<void> =>
  browser.storage.session.set({[unfinishedKey]: isUnfinished})
