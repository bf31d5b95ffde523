import type {TeamSync} from '../../src/model/team'
import {createMessageHandlers} from '../../src/engine/message-handlers'
import {addFailureProblems} from '../../src/engine/code-failures'
import {createEngine} from '../../src/engine/engine'
import {chromeLimits} from '../../src/engine/ports'
import {scheduleSync} from '../../src/browser/shared/alarms'
import {createBrowserRules, keptSecret} from '../../src/browser/shared/browser-rules'
import {createRunnerDocument} from '../../src/browser/chrome/code-runner'
import {demandFree} from '../../src/browser/shared/managed'
import {announceChange, announceSync} from '../../src/browser/shared/messages'
import {pageScripts} from '../../src/browser/shared/page-scripts'
import {backupFailure, lastLook, markSyncUnfinished, readFailures} from '../../src/browser/shared/session-memory'
import {showPaused} from '../../src/browser/shared/toolbar'
import {createBackups} from '../../src/storage/backups'
import {openLibrary} from '../../src/storage/library'
import {openTeam} from '../../src/sync/sync'

/** What the worker is made of. */
export async function start() {
  const needs = {now: () => Date.now(), suffix: () => crypto.randomUUID().replaceAll('-', '').slice(0, 16)}
  const [library, secret] = await Promise.all([openLibrary(needs), keptSecret(needs.suffix)])
  const keepRunner = createRunnerDocument()
  const engine = createEngine({
    library,
    browser: createBrowserRules(secret),
    pages: pageScripts,
    limits: chromeLimits,
    setRunnerNeeded: keepRunner,
  })
  const announce = () => {
    announceChange()
    void library.snapshot().then(({paused}) => showPaused(paused))
  }
  async function view() {
    const [seen, failures] = await Promise.all([engine.view(), readFailures()])
    return failures ? addFailureProblems(seen, failures) : seen
  }
  let opened: TeamSync | undefined
  const team = () =>
    (opened ??= openTeam({
      change: library.change,
      library: needs,
      changed: () => engine.apply().then(announce, announce),
      announce: announceSync,
      lastLook,
      markUnfinished: markSyncUnfinished,
      schedule: at => scheduleSync(at, () => void team().run('whole')),
    }))
  const backups = () => createBackups({...needs, library, failure: backupFailure})
  const around = {workerId: crypto.randomUUID(), announce, team, backups, assertNotManaged: demandFree}
  const answers = createMessageHandlers({library, engine: {...engine, view}, ...around})
  const parts = {library, engine, announce, answers, team, backups, openRunner: () => keepRunner(true)}
  return {...parts, sync: answers['team.sync']}
}
