import type {WorkerClient} from '../../contract/messages'
import type {Rule} from '../../contract/rule'
import {payloadOf} from '../payload'
import type {LibraryState} from '../state/library'
import {nameOf} from '../state/sections'
import {common, copyWords as words} from '../words'
import {isAsAnswered, takeBack, unmake} from './unmake'

type Needs = {readonly library: LibraryState; readonly client: WorkerClient}

export type CopySteps = ReturnType<typeof createCopySteps>

/** Copies rules between this device and the team. */
export function createCopySteps({library, client}: Needs) {
  const viewOf = (id: string) => library.rowOf(id)?.peek()

  /** The copy is off, since two equal rules are seldom wanted, and stays in a group only where that exists. */
  function payloadFor(rule: Rule, team: boolean) {
    const isThere = library.teamGroups.peek().includes(rule.groupId) === team
    return {
      ...payloadOf(rule),
      groupId: isThere ? rule.groupId : '',
      status: 'Inactive',
      isFavourite: false,
      pairs: rule.pairs.map(({id: _own, ...pair}) => pair),
    }
  }

  async function makeAll(rules: readonly Rule[], team: boolean): Promise<readonly Rule[]> {
    const made: Rule[] = []
    try {
      for (const rule of rules) made.push(await client.ask('rule.create', {payload: payloadFor(rule, team), team}))
      return made
    } catch (error) {
      await takeBack(client, {rules: made.map(({id}) => id)})
      throw error
    }
  }

  return (ids: readonly string[], team: boolean): Promise<void> =>
    library.toasts.step(async ({report}) => {
      const views = ids.map(viewOf).filter(view => view !== undefined && view.isTeam !== team)
      const rules = views.flatMap(view => view?.rule ?? [])
      const [first] = views
      if (rules.length === 0 || !first) return
      const what = rules.length === 1 ? words.quoted(nameOf(first, common.untitled)) : common.rules(rules.length)
      const made = await library.run(() => makeAll(rules, team))
      if (!made) return
      report(words.copied(what, rules.length, team), () => {
        const left = made.filter(({id}) => viewOf(id))
        const changed = left.filter(copy => !isAsAnswered(copy, viewOf(copy.id)?.rule)).map(({id}) => id)
        return unmake({library, client}, {rules: left.map(({id}) => id), changed})
      })
    })
}
