import type {TeamSync} from '../../src/model/team'
import {createMessageHandlers} from '../../src/engine/message-handlers'
import {addFailureProblems} from '../../src/engine/code-failures'
import {createEngine} from '../../src/engine/engine'
import {chromeLimits} from '../../src/engine/ports'
import {scheduleSync} from '../../src/browser/shared/alarms'
import {createBrowserRules, getInstallationToken} from '../../src/browser/shared/browser-rules'
import {createRunnerDocument} from '../../src/browser/chrome/code-runner'
import {requireAllowedByPolicy} from '../../src/browser/shared/managed-policy'
import {announceChange, announceSync} from '../../src/browser/shared/messages'
import {pageScripts} from '../../src/browser/shared/page-scripts'
import {backupFailure, lastTeamCheck, markSyncUnfinished, readFailures} from '../../src/browser/shared/session-memory'
import {showPaused} from '../../src/browser/shared/toolbar'
import {createBackups} from '../../src/storage/backups'
import {openLibrary} from '../../src/storage/library'
import {createTeamSync} from '../../src/sync/sync'

export async function start() {
  const deps = {now: () => Date.now(), suffix: () => crypto.randomUUID().replaceAll('-', '').slice(0, 16)}
  const [library, installationToken] = await Promise.all([openLibrary(deps), getInstallationToken(deps.suffix)])
  const setSandboxNeeded = createRunnerDocument()
  const engine = createEngine({
    library,
    browser: createBrowserRules(installationToken),
    pages: pageScripts,
    limits: chromeLimits,
    setSandboxNeeded,
  })
  const announce = () => {
    announceChange()
    void library.snapshot().then(({paused}) => showPaused(paused))
  }
  async function view() {
    const [engineView, failures] = await Promise.all([engine.view(), readFailures()])
    return failures ? addFailureProblems(engineView, failures) : engineView
  }
  let opened: TeamSync | undefined
  const team = () =>
    (opened ??= createTeamSync({
      change: library.change,
      library: deps,
      changed: () => engine.apply().then(announce, announce),
      announce: announceSync,
      lastCheck: lastTeamCheck,
      markUnfinished: markSyncUnfinished,
      schedule: at => scheduleSync(at, () => void team().run('whole')),
    }))
  const backups = () => createBackups({...deps, library, failure: backupFailure})
  const dependencies = {
    workerId: crypto.randomUUID(),
    announce,
    team,
    backups,
    assertNotManaged: requireAllowedByPolicy,
  }
  const messageHandlers = createMessageHandlers({library, engine: {...engine, view}, ...dependencies})
  const parts = {library, engine, announce, messageHandlers, team, backups, openRunner: () => setSandboxNeeded(true)}
  return {...parts, sync: messageHandlers['team.sync']}
}
