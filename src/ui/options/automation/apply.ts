import {shortenName} from '../../sentences/quote'
import {formatNote, formatNoteText} from '../../sentences/import-notes'
import {formatReason} from '../../sentences/faults'
import type {Note} from '../../../import-export/notes'
import {isRecord, parsed} from '../../../model/json'
import type {AddedRecords} from '../../../api/library'
import {getKeyEnd, normalizeAccountUrl} from '../../../model/managed-policy'
import type {WorkerClient} from '../../../messaging/messages'
import type {RulePayload} from '../../../model/payload'
import {getFaults, isServiceError, noAnswerCode} from '../../../api/service-error'
import type {TeamView} from '../../../model/team'
import {isRequestlyExport} from '../../../import-export/formats/requestly'
import {switchyard} from '../../../import-export/formats/switchyard'
import type {ImportResult, ImportedRecord} from '../../../import-export/import-types'
import type {AccountState} from '../../state/account'
import {accountTexts} from '../../../locales/account'
import {automationTexts} from '../../../locales/automation'
import {managedTexts} from '../../../locales/managed'
import {startReading} from '../import/file-reading'

type AccountDependencies = {
  readonly client: WorkerClient
  readonly account: AccountState
  readonly managedUrl: string | undefined
}
const withPath = (path: string, reason: string): string =>
  path === '' ? reason : automationTexts('ofFile', {path, reason})

function failureText({code, message}: NonNullable<TeamView['failure']>): string {
  const what = accountTexts(`failed.${code}`)
  return message === null ? what : automationTexts('syncFailed', {what, reason: formatReason(message)})
}

const getLabel = (path: string): string =>
  path === 'url' ? accountTexts('url') : path === 'key' ? accountTexts('key') : ''

function toFieldError(error: unknown): unknown {
  const [first] = getFaults(error)
  return first ? new Error(withPath(getLabel(first.path), formatReason(first.reason))) : error
}

/** In milliseconds. */
const pollInterval = 200
const wait = () => new Promise(done => setTimeout(done, pollInterval))

/** Resolves with the account once a sync after `before` has succeeded or failed. */
async function waitForSync(client: WorkerClient, before: TeamView | null): Promise<TeamView> {
  for (;;) {
    const now = await retryOnNoAnswer(() => client.ask('team.view', {}))
    if (now === null) throw new Error(automationTexts('disconnectedMeanwhile'))
    if (!now.isSyncing) {
      if (now.failure || (now.synced !== null && now.synced.at !== before?.synced?.at)) return now
      // The worker can end before or during the sync.
      await retryOnNoAnswer(() => client.ask('team.sync', {}))
    }
    await wait()
  }
}

/** Repeats a request if the worker stopped before it responded. */
const retryOnNoAnswer = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch((error: unknown) => {
    if (isServiceError(error) && error.code === noAnswerCode) return ask()
    throw error
  })

/** Connects and waits for the first sync. Returns the number of rules. */
export async function applyAccount(
  {client, account, managedUrl}: AccountDependencies,
  {url, key}: {readonly url: string; readonly key: string},
): Promise<number> {
  if (url === '') throw new Error(accountTexts('noUrl'))
  if (key === '') throw new Error(accountTexts('noKey'))
  if (managedUrl !== undefined && managedUrl !== normalizeAccountUrl(url))
    throw new Error(managedTexts('otherAddress', {set: managedUrl}))
  const before = await client.ask('team.view', {})
  // Connecting would move the rules of the other account to the trash.
  if (before && before.url !== normalizeAccountUrl(url))
    throw new Error(automationTexts('otherAccount', {url: before.url}))
  if (before && before.keyEnd !== getKeyEnd(key.trim())) throw new Error(automationTexts('otherKey', {url: before.url}))
  await retryOnNoAnswer(() => client.ask('team.connect', {url, key})).catch((error: unknown) => {
    throw toFieldError(error)
  })
  const {failure, rules} = await waitForSync(client, before)
  await account.refresh()
  if (failure) {
    // Otherwise a retried sync would add rules after the script got an error.
    if (!before) await client.ask('team.disconnect', {keep: false})
    throw new Error(failureText(failure))
  }
  return rules.count
}

const isRule = (given: unknown): boolean =>
  isRecord(given) &&
  given['format'] !== 'switchyard' &&
  (given['objectType'] === 'rule' || 'ruleType' in given || 'pairs' in given)

/** Scripts may pass a list of rules or a single rule instead of a whole file. */
function toImportFile(text: string): string {
  const given = parsed(text)
  // Some fields mean something else in the exports of the app.
  if ((Array.isArray(given) ? given : [given]).some(isRequestlyExport)) return text
  const rules = isRule(given) ? `[${text}]` : Array.isArray(given) ? text : undefined
  return rules === undefined ? text : `{"format":"switchyard","version":1,"groups":[],"rules":${rules}}`
}

/** A script cannot review notes, so they count as faults. Code is switched on below. */
const getRecordFaults = ({faults, notes}: ImportedRecord): readonly Note[] => [
  ...faults,
  ...notes.filter(({code}) => code !== 'code-off'),
]

function formatFaults({records, groups, notes}: ImportResult): readonly string[] {
  return [
    ...notes.map(each => withPath(each.path, formatNote(each))),
    ...groups.flatMap(({record, notes: groupNotes}, index) =>
      groupNotes.map(each =>
        automationTexts('ofGroup', {place: index + 1, name: shortenName(record.name), reason: formatNote(each)}),
      ),
    ),
    ...records.flatMap((record, index) =>
      getRecordFaults(record).map(each =>
        automationTexts('ofRule', {
          place: index + 1,
          hasName: record.name !== '',
          name: shortenName(record.name),
          hasPath: each.path !== '',
          path: each.path,
          reason: formatNote(each),
        }),
      ),
    ),
  ]
}

/** Rules with code stay on, since the script applies them on purpose. */
const getPayloads = ({rule, notes}: ImportedRecord): readonly RulePayload[] =>
  rule ? [notes.some(({code}) => code === 'code-off') ? {...rule, status: 'Active'} : rule] : []

/** Replaces all rules applied before, or none. Rejects with a text for the user. */
export async function applyRules(client: WorkerClient, text: string): Promise<AddedRecords> {
  const outcome = await startReading({from: toImportFile(text), rules: []}, () => undefined).outcome
  if ('failed' in outcome) throw new Error(formatNoteText(outcome.failed))
  const {imported} = outcome.file
  if (imported.format !== switchyard.name) throw new Error(automationTexts('otherFormat', {format: imported.format}))
  const [first, ...others] = formatFaults(imported)
  if (first !== undefined) throw new Error(automationTexts('refusal', {first, others: others.length}))
  const add = () =>
    client.ask('records.add', {
      applied: true,
      team: false,
      groups: imported.groups.map(({record}) => ({...record})),
      rules: imported.records.flatMap(record =>
        getPayloads(record).map(rule => ({payload: {...rule}, group: record.group})),
      ),
    })
  // A repeated request replaces the records that the stopped worker stored.
  return retryOnNoAnswer(add)
}
