import {browser} from './worker-browser'

const name = 'daily-backup'
const failureKey = 'backup-failure'

/** From a start of the browser or a new version on: Chrome may forget alarms with either. */
export const scheduleBackups = (): Promise<void> =>
  browser.alarms.create(name, {delayInMinutes: 5, periodInMinutes: 24 * 60})

export function onBackupAlarm(call: () => void): void {
  browser.alarms.onAlarm.addListener(alarm => {
    if (alarm.name === name) call()
  })
}

/** Why the last one failed, as long as the browser is open: after its next start it is tried again. */
export const backupFailure = {
  async read(): Promise<string | null> {
    const failure = (await browser.storage.session.get(failureKey))[failureKey]
    return typeof failure === 'string' ? failure : null
  },
  write: (failure: string | null): Promise<void> =>
    failure === null
      ? browser.storage.session.remove(failureKey)
      : browser.storage.session.set({[failureKey]: failure}),
}
