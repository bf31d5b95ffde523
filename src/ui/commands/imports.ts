import type {Group} from '../../model/group'
import type {MessageBody, WorkerClient} from '../../messaging/messages'
import type {RulePayload} from '../../model/payload'
import type {LibraryState} from '../state/library'
import {commonTexts} from '../../locales/common'
import {importTexts} from '../../locales/import'
import {undoCreate} from './undo'

type ImportDependencies = {readonly library: LibraryState; readonly client: WorkerClient}
/** Groups and rules. `group` is the index of the rule's group in `groups`, or null for none. */
export type RecordsToAdd = {
  readonly groups: readonly object[]
  readonly rules: readonly {readonly rule: RulePayload; readonly group: number | null}[]
}
type RuleMessage = MessageBody<'records.add'>['rules'][number]

/** Characters. Chrome limits a message to 64 MB, and recorded responses are large. */
const maxMessageLength = 8_000_000

function splitIntoMessages(rules: readonly RuleMessage[]): readonly (readonly RuleMessage[])[] {
  const messages: RuleMessage[][] = []
  let room = 0
  if (rules.length === 0) messages.push([])
  for (const rule of rules) {
    const size = JSON.stringify(rule).length
    if (room < size || messages.length === 0) {
      messages.push([])
      room = maxMessageLength
    }
    room -= size
    messages.at(-1)?.push(rule)
  }
  return messages
}

type AddedRecords = {
  readonly rules: readonly (RulePayload & {readonly id: string})[]
  readonly groups: readonly Group[]
}

/** Nothing is added if the page is left before the last message. */
const preventUnload = (event: Event) => event.preventDefault()

/** Returns a function that adds records in one step, all or none, with one undo. */
export function createImportCommand({library, client}: ImportDependencies) {
  /** The worker stores the records of all messages together. */
  async function addInMessages(
    {groups, rules}: RecordsToAdd,
    messages: readonly (readonly RuleMessage[])[],
    team: boolean,
  ): Promise<AddedRecords> {
    const name = crypto.randomUUID()
    addEventListener('beforeunload', preventUnload)
    try {
      for (const messageRules of messages) await client.ask('records.stage', {name, rules: [...messageRules]})
      const asked = {name, count: rules.length, groups: groups.map(each => ({...each})), team}
      const added = await client.ask('records.addStaged', asked)
      return {
        groups: added.groups,
        rules: rules.map(({rule, group}, at) => {
          const groupId = group === null ? rule.groupId : (added.groups[group]?.id ?? '')
          return {...rule, groupId, id: added.rules[at] ?? ''}
        }),
      }
    } finally {
      removeEventListener('beforeunload', preventUnload)
    }
  }

  function addAll(records: RecordsToAdd, team: boolean): Promise<AddedRecords> {
    const rulesToAdd = records.rules.map(({rule, group}): RuleMessage => ({payload: {...rule}, group}))
    const messages = splitIntoMessages(rulesToAdd)
    if (messages.length > 1) return addInMessages(records, messages, team)
    return client.ask('records.add', {groups: records.groups.map(each => ({...each})), rules: rulesToAdd, team})
  }

  /** Resolves to false if the worker refuses. */
  return (records: RecordsToAdd, team: boolean, onUndo = () => {}): Promise<boolean> =>
    library.toasts.runStep(async ({report}) => {
      const added = await library.run(() => addAll(records, team))
      if (!added) return false
      const {length} = added.rules
      report(
        importTexts('added', {
          what:
            length > 0 ? commonTexts('rules', {count: length}) : importTexts('groups', {count: added.groups.length}),
        }),
        () => {
          onUndo()
          return undoCreate({library, client}, added)
        },
      )
      return true
    })
}
