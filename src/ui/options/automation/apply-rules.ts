import type {Fault} from '../../../contract/faults'
import {isRecord, parsed} from '../../../contract/json'
import type {AddedRecords} from '../../../contract/library'
import type {WorkerClient} from '../../../contract/messages'
import type {RulePayload} from '../../../contract/payload'
import {isServiceError, noAnswer} from '../../../contract/service-error'
import {isOfApp} from '../../../interchange/formats/requestly-places'
import {switchyard} from '../../../interchange/formats/switchyard'
import type {Imported, ImportedRecord} from '../../../interchange/imported'
import {automationWords as words} from '../../words'
import {startReading} from '../import/reading'

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
const faultsOf = ({faults, notes}: ImportedRecord): readonly Fault[] => [
  ...faults,
  ...notes.filter(({code}) => !mayStay.has(code)),
]

function refusalsOf({records, groups, notes}: Imported): readonly string[] {
  return [
    ...notes.map(each => words.ofFile(each.path, each.reason)),
    ...groups.flatMap(({record, notes: wrong}, index) =>
      wrong.map(each => words.ofGroup(index + 1, record.name, each.reason)),
    ),
    ...records.flatMap((record, index) =>
      faultsOf(record).map(each => words.ofRule(index + 1, record.name, each.path, each.reason)),
    ),
  ]
}

/** Rules with code keep the status of the file: a script that applies them means it. */
const ruleOf = ({rule, notes}: ImportedRecord): readonly RulePayload[] =>
  rule ? [notes.some(({code}) => code === 'code-off') ? {...rule, status: 'Active'} : rule] : []

/** Replaces the rules that were applied before, all or none. Rejects with a message for people. */
export async function applyRules(client: WorkerClient, text: string): Promise<AddedRecords> {
  const outcome = await startReading({from: asFile(text), rules: []}, () => undefined).outcome
  if ('failed' in outcome) throw new Error(outcome.failed)
  const {imported} = outcome.file
  if (imported.format !== switchyard.name) throw new Error(words.otherFormat(imported.format))
  const [first, ...others] = refusalsOf(imported)
  if (first !== undefined) throw new Error(words.refusal(first, others.length))
  const add = () =>
    client.ask('records.add', {
      applied: true,
      team: false,
      groups: imported.groups.map(({record}) => ({...record})),
      rules: imported.records.flatMap(record =>
        ruleOf(record).map(rule => ({payload: {...rule}, group: record.group})),
      ),
    })
  return add().catch((error: unknown) => {
    // Applying once more replaces whatever the ended worker stored.
    if (isServiceError(error) && error.code === noAnswer) return add()
    throw error
  })
}
