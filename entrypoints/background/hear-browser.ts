import menuTitles from '../../src/locales/en/context-menu.json'
import {obey} from '../../src/engine/policy'
import {obeyLater, onAlarm} from '../../src/browser/shared/alarms'
import {offerMenu, openFor} from '../../src/browser/shared/context-menu'
import {readPolicy} from '../../src/browser/shared/managed'
import {browser} from '../../src/browser/shared/worker-browser'
import type {start} from './start'

type Started = ReturnType<typeof start>

/** Applies the organisation's policy whenever it changes, and whenever the returned function is called. */
export function obeyPolicies(started: Started): () => Promise<void> {
  async function obeyNow(): Promise<void> {
    const {library, answers, team} = await started
    await obey({
      policy: readPolicy,
      state: () => library.change(({values}) => ({paused: values.paused, account: values.team})),
      pause: paused => answers['rules.pause']({paused}),
      team,
      again: obeyLater,
    }).catch(obeyLater)
  }
  browser.storage.managed.onChanged.addListener(() => void obeyNow())
  onAlarm('managed-policy', () => void obeyNow())
  return obeyNow
}

export function hearBrowser(started: Started): void {
  const syncNow = () => void started.then(({sync}) => sync({}))
  onAlarm('daily-backup', () => void started.then(({backups}) => backups().makeDaily()))
  onAlarm('team-sync', syncNow)
  addEventListener('online', syncNow)
  // The worker has neither parameters to format nor the language that pages keep in their settings.
  browser.runtime.onInstalled.addListener(() => void offerMenu(menuTitles))
  browser.contextMenus.onClicked.addListener(clicked => openFor(clicked))
  async function turn(): Promise<void> {
    const {library, answers} = await started
    await answers['rules.pause']({paused: !(await library.snapshot()).paused})
  }
  let turned: Promise<void> = Promise.resolve()
  // Chrome opens the popup itself, so this is the only command that arrives here.
  browser.commands.onCommand.addListener(() => {
    // One after the other, or two presses would do what one does.
    turned = turned.then(turn).catch(() => undefined)
  })
}
