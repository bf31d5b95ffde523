import {onBackupAlarm} from '../../src/platform/backup-alarm'
import {offerMenu, openFor} from '../../src/platform/context-menu'
import {onSyncAlarm} from '../../src/platform/sync-alarm'
import {browser} from '../../src/platform/worker-browser'
import {contextMenuWords} from '../../src/ui/words'
import type {start} from './start'

/** What the browser asks for by itself, or a person in it. */
export function hearBrowser(started: ReturnType<typeof start>): void {
  onBackupAlarm(() => void started.then(({backups}) => backups().makeDaily()))
  onSyncAlarm(() => void started.then(({sync}) => sync({})))
  browser.runtime.onInstalled.addListener(() => void offerMenu(contextMenuWords))
  browser.contextMenus.onClicked.addListener(clicked => openFor(clicked))
  async function turn(): Promise<void> {
    const {library, answers} = await started
    await answers['rules.pause']({paused: !(await library.snapshot()).paused})
  }
  let turned: Promise<void> = Promise.resolve()
  // The only command that is heard here: Chrome opens the popup by itself. Where the organisation has set the switch it does nothing.
  browser.commands.onCommand.addListener(() => {
    // One after the other, or two presses would do what one does.
    turned = turned.then(turn).catch(() => undefined)
  })
}
