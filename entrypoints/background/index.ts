import {defineBackground} from 'wxt/utils/define-background'
import {pageDeeds, type PageNeeds} from '../../src/engine/page-deeds'
import {scheduleBackups} from '../../src/browser/shared/alarms'
import {serveMessages} from '../../src/browser/shared/messages'
import {changeActs, changeFailures, isSyncUnfinished} from '../../src/browser/shared/session-memory'
import {documentAfter, documentSince, isTabOpen} from '../../src/browser/shared/tabs'
import {addToBadge, countOnBadge, showPaused} from '../../src/browser/shared/toolbar'
import {browser} from '../../src/browser/shared/worker-browser'
import {hearBrowser, obeyPolicies} from './browser-listeners'
import {start} from './start'

export default defineBackground(() => {
  const started = start()
  const pageNeeds: PageNeeds = {
    openRunner: async () => (await started).openRunner(),
    view: async () => (await started).engine.view(),
    announce: async () => (await started).announce(),
    now: () => Date.now(),
    documentAfter,
    documentSince,
    isTabOpen,
    addToBadge,
    changeActs,
    changeFailures,
  }
  serveMessages(
    started.then(({answers}) => answers),
    pageDeeds(pageNeeds),
  )
  const obeyPolicy = obeyPolicies(started)
  const restart = async () => {
    const {library, engine, sync} = await started
    await library.expire()
    await engine.restart()
    await Promise.all([scheduleBackups(), countOnBadge(), showPaused((await library.snapshot()).paused)])
    await obeyPolicy()
    await sync({})
  }
  // Session rules are gone after a browser start; a new version may translate differently.
  browser.runtime.onStartup.addListener(() => void restart())
  browser.runtime.onInstalled.addListener(() => void restart())
  const resume = async () => {
    const {engine, announce, sync} = await started
    // Begin both before a page is answered: it asks which rules are in force and whether a sync is unfinished.
    const resumed = engine.resume()
    if (await isSyncUnfinished()) await sync({})
    // A page may still show what held before the worker died.
    if (await resumed) announce()
  }
  void resume()
  hearBrowser(started)
})
