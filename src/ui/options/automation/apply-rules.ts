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
import type {Reading} from '../import/reading'

type Needs = {
  readonly client: WorkerClient
  /** Reads a file's text beside the page. */
  readonly read: (text: string) => Reading['outcome']
}

/** Whether it is meant for a rule, also where it lacks a field of one. */
const isRule = (given: unknown): boolean =>
  isRecord(given) &&
  given['format'] !== 'switchyard' &&
  (given['objectType'] === 'rule' || 'ruleType' in given || 'pairs' in given)

/** A bare list is taken for the rules of a file, and a rule for a list of it alone: that is what a script has at hand. */
function asFile(text: string): string {
  const given = parsed(text)
  // What the app has exported is read as that: some of it means something else there.
  if ((Array.isArray(given) ? given : [given]).some(isOfApp)) return text
  const rules = isRule(given) ? `[${text}]` : Array.isArray(given) ? text : undefined
  return rules === undefined ? text : `{"format":"switchyard","version":1,"groups":[],"rules":${rules}}`
}

/** Code is switched on below, and where a rule stands here is no loss: the schema says it. */
const mayStay = new Set(['code-off', 'stands-below'])
/** What would be lost or changed on the way is no mistake of a person who looks on, but one of a script's. */
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

/** With what holds code on, where the file says so: who applies it by a script means it. */
const ruleOf = ({rule, notes}: ImportedRecord): readonly RulePayload[] =>
  rule ? [notes.some(({code}) => code === 'code-off') ? {...rule, status: 'Active'} : rule] : []

/** Applies the rules of a text in the place of those that were applied before, all or none. Rejects with what is wrong, in words. */
export async function applyRules({client, read}: Needs, text: string): Promise<AddedRecords> {
  const outcome = await read(asFile(text))
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
    // The worker was ended before it answered. Whatever it did, applying once more takes the place of it.
    if (isServiceError(error) && error.code === noAnswer) return add()
    throw error
  })
}
