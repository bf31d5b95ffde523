import {applyPolicy} from '../../src/engine/policy'
import {retryPolicyLater, onAlarm} from '../../src/browser/shared/alarms'
import {createContextMenu, openNewRule} from '../../src/browser/shared/context-menu'
import {readPolicy} from '../../src/browser/shared/managed-policy'
import {browser} from '../../src/browser/shared/worker-browser'
import menuTitles from '../../src/locales/en/context-menu.json' with {type: 'json'}
import type {start} from './start'

type Started = ReturnType<typeof start>

/** Applies the policy when it changes. The returned function applies it at once. */
export function watchPolicy(started: Started): () => Promise<void> {
  async function applyNow(): Promise<void> {
    const {library, messageHandlers, team} = await started
    await applyPolicy({
      policy: readPolicy,
      state: () => library.change(({values}) => ({paused: values.paused, account: values.team})),
      pause: paused => messageHandlers['rules.pause']({paused}),
      team,
      scheduleRetry: retryPolicyLater,
    }).catch(retryPolicyLater)
  }
  browser.storage.managed.onChanged.addListener(() => void applyNow())
  onAlarm('managed-policy', () => void applyNow())
  return applyNow
}

export function addBrowserListeners(started: Started): void {
  const syncNow = () => void started.then(({sync}) => sync({}))
  onAlarm('daily-backup', () => void started.then(({backups}) => backups().makeDaily()))
  onAlarm('team-sync', syncNow)
  addEventListener('online', syncNow)
  browser.runtime.onInstalled.addListener(() => void createContextMenu(menuTitles))
  browser.contextMenus.onClicked.addListener(clicked => openNewRule(clicked))
  async function togglePause(): Promise<void> {
    const {library, messageHandlers} = await started
    await messageHandlers['rules.pause']({paused: !(await library.snapshot()).paused})
  }
  let queue: Promise<void> = Promise.resolve()
  // The only command that arrives here, since Chrome opens the popup itself.
  browser.commands.onCommand.addListener(() => {
    // In sequence, so that a second press reverts the first.
    queue = queue.then(togglePause).catch(() => undefined)
  })
}
