import {defineBackground} from 'wxt/utils/define-background'
import {createPageMessageHandlers, type PageMessageDependencies} from '../../src/engine/page-message-handlers'
import {scheduleBackups} from '../../src/browser/shared/alarms'
import {serveMessages} from '../../src/browser/shared/messages'
import {changeInPageMatches, changeFailures, isSyncUnfinished} from '../../src/browser/shared/session-memory'
import {documentAfter, documentSince, isTabOpen} from '../../src/browser/shared/tabs'
import {addToBadge, countOnBadge, showPaused} from '../../src/browser/shared/toolbar'
import {browser} from '../../src/browser/shared/worker-browser'
import {addBrowserListeners, watchPolicy} from './browser-listeners'
import {start} from './start'

export default defineBackground(() => {
  const started = start()
  const pageMessageDependencies: PageMessageDependencies = {
    openRunner: async () => (await started).openRunner(),
    view: async () => (await started).engine.view(),
    announce: async () => (await started).announce(),
    now: () => Date.now(),
    documentAfter,
    documentSince,
    isTabOpen,
    addToBadge,
    updateMatches: changeInPageMatches,
    updateFailures: changeFailures,
  }
  serveMessages(
    started.then(({messageHandlers}) => messageHandlers),
    createPageMessageHandlers(pageMessageDependencies),
  )
  const applyPolicy = watchPolicy(started)
  const restart = async () => {
    const {library, engine, sync} = await started
    await library.expire()
    await engine.restart()
    await Promise.all([scheduleBackups(), countOnBadge(), showPaused((await library.snapshot()).paused)])
    await applyPolicy()
    await sync({})
  }
  // Chrome drops session rules at a start, and a new version may translate rules differently.
  browser.runtime.onStartup.addListener(() => void restart())
  browser.runtime.onInstalled.addListener(() => void restart())
  const resume = async () => {
    const {engine, announce, sync} = await started
    // Both start before a page can request the rules in force or the sync status.
    const resumed = engine.resume()
    if (await isSyncUnfinished()) await sync({})
    // An open page may still show the state before the worker stopped.
    if (await resumed) announce()
  }
  void resume()
  addBrowserListeners(started)
})
