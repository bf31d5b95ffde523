import {browser} from './worker-browser'

const name = 'managed-policy'

/** Calls back when the organisation has set something else, and when what could not be obeyed is due again. */
export function onPolicy(call: () => void): void {
  browser.storage.managed.onChanged.addListener(call)
  browser.alarms.onAlarm.addListener(alarm => {
    if (alarm.name === name) call()
  })
}

export const obeyLater = (): Promise<void> => browser.alarms.create(name, {delayInMinutes: 5})
