import type {TeamSync} from '../../src/model/team'
import {createAnswers} from '../../src/engine/answers'
import {withFailures} from '../../src/engine/code-failures'
import {createEngine} from '../../src/engine/engine'
import {limitsOfChrome} from '../../src/engine/ports'
import {scheduleSync} from '../../src/browser/shared/alarms'
import {createBrowserRules, keptSecret} from '../../src/browser/shared/browser-rules'
import {createRunnerDocument} from '../../src/browser/chrome/code-runner'
import {demandFree} from '../../src/browser/shared/managed-policy'
import {announceChange, announceSync} from '../../src/browser/shared/messages'
import {pageScripts} from '../../src/browser/shared/page-scripts'
import {backupFailure, lastTeamCheck, markSyncUnfinished, readFailures} from '../../src/browser/shared/session-memory'
import {showPaused} from '../../src/browser/shared/toolbar'
import {createBackups} from '../../src/storage/backups'
import {openLibrary} from '../../src/storage/library'
import {createTeamSync} from '../../src/sync/sync'

export async function start() {
  const needs = {now: () => Date.now(), suffix: () => crypto.randomUUID().replaceAll('-', '').slice(0, 16)}
  const [library, secret] = await Promise.all([openLibrary(needs), keptSecret(needs.suffix)])
  const keepRunner = createRunnerDocument()
  const engine = createEngine({
    library,
    browser: createBrowserRules(secret),
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
      library: needs,
      changed: () => engine.apply().then(announce, announce),
      announce: announceSync,
      lastCheck: lastTeamCheck,
      markUnfinished: markSyncUnfinished,
      schedule: at => scheduleSync(at, () => void team().run('whole')),
    }))
  const backups = () => createBackups({...needs, library, failure: backupFailure})
  const around = {life: crypto.randomUUID(), announce, team, backups, demandFree}
  const answers = createAnswers({library, engine: {...engine, view}, ...around})
  const parts = {library, engine, announce, answers, team, backups, openRunner: () => keepRunner(true)}
  return {...parts, sync: answers['team.sync']}
}
