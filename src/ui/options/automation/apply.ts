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
import {isOfApp} from '../../../import-export/formats/requestly'
import {switchyard} from '../../../import-export/formats/switchyard'
import type {Imported, ImportedRecord} from '../../../import-export/imported'
import type {AccountState} from '../../state/account'
import {accountTexts} from '../../../locales/account'
import {automationTexts} from '../../../locales/automation'
import {managedTexts} from '../../../locales/managed'
import {startReading} from '../import/reading'

type Needs = {
  readonly client: WorkerClient
  readonly account: AccountState
  readonly setUrl: string | undefined
}
type Given = {readonly url: string; readonly key: string}

const labels: Readonly<Record<string, string>> = {url: accountTexts('url'), key: accountTexts('key')}

const withPath = (path: string, reason: string): string =>
  path === '' ? reason : automationTexts('ofFile', {path, reason})

function failureText({code, message}: NonNullable<TeamView['failure']>): string {
  const what = accountTexts(`failed.${code}`)
  return message === null ? what : automationTexts('syncFailed', {what, reason: formatReason(message)})
}

function refusalOf(error: unknown): unknown {
  const [first] = getFaults(error)
  return first ? new Error(withPath(labels[first.path] ?? '', formatReason(first.reason))) : error
}

/** In milliseconds. */
const lookEvery = 200
const someTime = () => new Promise(done => setTimeout(done, lookEvery))

/** The account once it is synced since `before`, or could not be. */
async function settled(client: WorkerClient, before: TeamView | null): Promise<TeamView> {
  for (;;) {
    const now = await retried(() => client.ask('team.view', {}))
    if (now === null) throw new Error(automationTexts('disconnectedMeanwhile'))
    if (!now.isSyncing) {
      if (now.failure || (now.synced !== null && now.synced.at !== before?.synced?.at)) return now
      // The worker can end before or during the sync.
      await retried(() => client.ask('team.sync', {}))
    }
    await someTime()
  }
}

/** Asks again where the worker ended before it answered. */
const retried = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch((error: unknown) => {
    if (isServiceError(error) && error.code === noAnswerCode) return ask()
    throw error
  })

/** Connects and waits for the first sync. Returns the number of rules; rejects with a text. */
export async function applyAccount({client, account, setUrl}: Needs, {url, key}: Given): Promise<number> {
  if (url === '') throw new Error(accountTexts('noUrl'))
  if (key === '') throw new Error(accountTexts('noKey'))
  if (setUrl !== undefined && setUrl !== normalizeAccountUrl(url))
    throw new Error(managedTexts('otherAddress', {set: setUrl}))
  const before = await client.ask('team.view', {})
  // Its rules would go to the trash.
  if (before && before.url !== normalizeAccountUrl(url))
    throw new Error(automationTexts('otherAccount', {url: before.url}))
  if (before && before.keyEnd !== getKeyEnd(key.trim())) throw new Error(automationTexts('otherKey', {url: before.url}))
  await retried(() => client.ask('team.connect', {url, key})).catch((error: unknown) => {
    throw refusalOf(error)
  })
  const {failure, rules} = await settled(client, before)
  await account.refresh()
  if (failure) {
    // Otherwise the sync is retried, and rules arrive after the script was told that it failed.
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
function asFile(text: string): string {
  const given = parsed(text)
  // Some fields mean something else in the exports of the app.
  if ((Array.isArray(given) ? given : [given]).some(isOfApp)) return text
  const rules = isRule(given) ? `[${text}]` : Array.isArray(given) ? text : undefined
  return rules === undefined ? text : `{"format":"switchyard","version":1,"groups":[],"rules":${rules}}`
}

/** These notes do not count: code is switched on below, and the place of a rule does not matter. */
const mayStay = new Set(['code-off', 'stands-below'])
/** A script cannot review notes, so they count as faults. */
const faultsOfRecord = ({faults, notes}: ImportedRecord): readonly Note[] => [
  ...faults,
  ...notes.filter(({code}) => !mayStay.has(code)),
]

function refusalsOf({records, groups, notes}: Imported): readonly string[] {
  return [
    ...notes.map(each => withPath(each.path, formatNote(each))),
    ...groups.flatMap(({record, notes: wrong}, index) =>
      wrong.map(each =>
        automationTexts('ofGroup', {place: index + 1, name: shortenName(record.name), reason: formatNote(each)}),
      ),
    ),
    ...records.flatMap((record, index) =>
      faultsOfRecord(record).map(each =>
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

/** Rules with code keep the status of the file: a script that applies them means it. */
const ruleOf = ({rule, notes}: ImportedRecord): readonly RulePayload[] =>
  rule ? [notes.some(({code}) => code === 'code-off') ? {...rule, status: 'Active'} : rule] : []

/** Replaces the rules that were applied before, all or none. Rejects with a message for people. */
export async function applyRules(client: WorkerClient, text: string): Promise<AddedRecords> {
  const outcome = await startReading({from: asFile(text), rules: []}, () => undefined).outcome
  if ('failed' in outcome) throw new Error(formatNoteText(outcome.failed))
  const {imported} = outcome.file
  if (imported.format !== switchyard.name) throw new Error(automationTexts('otherFormat', {format: imported.format}))
  const [first, ...others] = refusalsOf(imported)
  if (first !== undefined) throw new Error(automationTexts('refusal', {first, others: others.length}))
  const add = () =>
    client.ask('records.add', {
      applied: true,
      team: false,
      groups: imported.groups.map(({record}) => ({...record})),
      rules: imported.records.flatMap(record =>
        ruleOf(record).map(rule => ({payload: {...rule}, group: record.group})),
      ),
    })
  // Applying once more replaces whatever the ended worker stored.
  return retried(add)
}
