import type {TeamSync} from '../../src/model/team'
import {createAnswers} from '../../src/engine/answers'
import {withFailures} from '../../src/engine/code-failures'
import {createEngine} from '../../src/engine/engine'
import {limitsOfChrome} from '../../src/engine/ports'
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
  const keepRunner = createRunnerDocument()
  const engine = createEngine({
    library,
    browser: createBrowserRules(installationToken),
    pages: pageScripts,
    limits: limitsOfChrome,
    keepRunner,
  })
  const announce = () => {
    announceChange()
    void library.snapshot().then(({paused}) => showPaused(paused))
  }
  async function view() {
    const [seen, failures] = await Promise.all([engine.view(), readFailures()])
    return failures ? withFailures(seen, failures) : seen
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
  const dependencies = {life: crypto.randomUUID(), announce, team, backups, demandFree: requireAllowedByPolicy}
  const answers = createAnswers({library, engine: {...engine, view}, ...dependencies})
  const parts = {library, engine, announce, answers, team, backups, openRunner: () => keepRunner(true)}
  return {...parts, sync: answers['team.sync']}
}
