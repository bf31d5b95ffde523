import type {Group} from '../../contract/group'
import type {AddedRecords} from '../../contract/library'
import type {Ask, WorkerClient} from '../../contract/messages'
import type {RulePayload} from '../../contract/payload'
import type {Rule} from '../../contract/rule'
import type {LibraryState} from '../state/library'
import {common, importWords as words} from '../words'
import {isAsAnswered, takeBack, unmake} from './unmake'

type Needs = {readonly library: LibraryState; readonly client: WorkerClient}
/** Rules, each in the group of that place in the list, or in none. */
export type Wanted = {
  readonly groups: readonly object[]
  readonly rules: readonly {readonly rule: RulePayload; readonly group: number | null}[]
}
type Given = Ask<'records.add'>['rules'][number]

/** Characters of one message: the browser takes 64 MB, and mocks of a recording are large. */
const largestMessage = 8_000_000

/** In messages that the browser takes, in their order. */
function portionsOf(rules: readonly Given[]): readonly (readonly Given[])[] {
  const portions: Given[][] = []
  let room = 0
  // Groups alone go in one, too.
  if (rules.length === 0) portions.push([])
  for (const rule of rules) {
    const size = JSON.stringify(rule).length
    if (room < size || portions.length === 0) {
      portions.push([])
      room = largestMessage
    }
    room -= size
    portions.at(-1)?.push(rule)
  }
  return portions
}

const idsOf = ({rules, groups}: AddedRecords) => ({
  rules: rules.map(({id}) => id),
  groups: groups.map(({id}) => id),
})

/** Nothing ends it between two messages but the page itself: the browser asks before that is left. */
const asksToStay = (event: Event) => event.preventDefault()

/** Adds what came from a file: one step, all or nothing, with one undo. */
export function createImportSteps({library, client}: Needs) {
  async function addAll({groups, rules}: Wanted, team: boolean): Promise<AddedRecords> {
    const given = rules.map(({rule, group}): Given => ({payload: {...rule}, group}))
    const made: {rules: Rule[]; groups: Group[]} = {rules: [], groups: []}
    addEventListener('beforeunload', asksToStay)
    try {
      const portions = portionsOf(given)
      for (const portion of portions) {
        // The groups are made with the first portion; those after it name them by their ids.
        const isFirst = made.groups.length === 0
        const placed = portion.map(({payload, group}) =>
          isFirst || group === null
            ? {payload, group}
            : {payload: {...payload, groupId: made.groups[group]?.id ?? ''}, group: null},
        )
        const added = await client.ask('records.add', {
          groups: isFirst ? groups.map(each => ({...each})) : [],
          rules: placed,
          team,
          more: portion !== portions.at(-1),
        })
        made.rules.push(...added.rules)
        made.groups.push(...added.groups)
      }
      return made
    } catch (error) {
      await takeBack(client, idsOf(made))
      throw error
    } finally {
      removeEventListener('beforeunload', asksToStay)
    }
  }

  const ruleNow = (id: string) => library.rowOf(id)?.peek().rule
  const groupNow = (id: string) => library.groups.peek().find(each => each.id === id)

  /** False where it was refused; nothing of it is there then. `onUndo` is called when it is taken back. */
  return (wanted: Wanted, team: boolean, onUndo = () => {}): Promise<boolean> =>
    library.toasts.step(async ({report}) => {
      const made = await library.run(() => addAll(wanted, team))
      if (!made) return false
      const {length} = made.rules
      report(words.added(length > 0 ? common.rules(length) : words.groups(made.groups.length)), () => {
        onUndo()
        const rules = made.rules.filter(({id}) => library.rowOf(id))
        const groups = made.groups.filter(({id}) => groupNow(id))
        const changed = [
          ...rules.filter(rule => !isAsAnswered(rule, ruleNow(rule.id))),
          ...groups.filter(group => !isAsAnswered(group, groupNow(group.id))),
        ]
        return unmake({library, client}, {...idsOf({rules, groups}), changed: changed.map(({id}) => id)})
      })
      return true
    })
}
