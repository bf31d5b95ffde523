import type {WorkerClient} from '../../../contract/messages'
import {hashes} from '../../routes'
import {payloadOf} from '../../payload'
import type {LibraryState} from '../../state/library'
import {nameOf, type Section} from '../../state/sections'
import {common, rulesWords} from '../../words'
import {goTo} from '../route'
import {above, after, below, neighbour, type Target} from './order'

type Needs = {
  readonly library: LibraryState
  readonly client: WorkerClient
  /** The whole library, whatever the filter shows. */
  readonly sections: () => readonly Section<string>[]
  /** While a filter is set the order is not shown whole, so nothing can be moved. */
  readonly canMove: () => boolean
  readonly focus: (id: string) => void
  readonly announce: (text: string) => void
}

export type RuleActions = ReturnType<typeof createRuleActions>

/** What can be done to a rule of the list: by key, by menu, by dragging. */
export function createRuleActions({library, client, sections, canMove, focus, announce}: Needs) {
  const nameById = (id: string) => {
    const view = library.rowOf(id)?.peek()
    return view ? nameOf(view, common.untitled) : common.untitled
  }

  // Each step starts from where the one before has led: keys come faster than moves are done.
  let lastStep: Promise<void> = Promise.resolve()
  const inTurn = (step: () => Promise<void>): Promise<void> => {
    lastStep = lastStep.then(step, step)
    return lastStep
  }

  async function moveTo(id: string, target: Target | undefined): Promise<void> {
    if (!target || target.before === id || !canMove()) return
    const done = await library.run(() => client.ask('rules.move', {moves: [{id, ...target}]}))
    if (done === undefined) return
    focus(id)
    const section = sections().find(each => each.items.includes(id))
    if (!section) return
    const group = section.group?.name ?? common.noGroup
    announce(rulesWords.moved(nameById(id), group, section.items.indexOf(id) + 1, section.items.length))
  }

  async function restore(id: string): Promise<void> {
    const done = await library.run(() => client.ask('trash.restore', {ids: [id]}))
    if (done !== undefined) focus(id)
  }

  return {
    edit: (id: string) => goTo(hashes.rule(id)),
    canMove,
    moveTo,
    moveUp: (id: string) => inTurn(() => moveTo(id, above(sections(), id))),
    moveDown: (id: string) => inTurn(() => moveTo(id, below(sections(), id))),
    pin: (id: string, pinned: boolean) => library.run(() => client.ask('rules.pin', {ids: [id], pinned})),
    async duplicate(id: string) {
      const rule = library.rowOf(id)?.peek().rule
      if (!rule) return
      const name = nameById(id)
      // Pair ids are one record's own. Off, because two that do the same at once are seldom wanted.
      const pairs = rule.pairs.map(({id: _own, ...pair}) => pair)
      const payload = {...payloadOf(rule), name: rulesWords.copyOf(name), status: 'Inactive', isFavourite: false, pairs}
      const target = after(sections(), id)
      const copy = await library.run(async () => {
        const made = await client.ask('rule.create', {payload})
        if (target) await client.ask('rules.move', {moves: [{id: made.id, ...target}]})
        return made
      })
      if (!copy) return
      library.toasts.report(rulesWords.copied(name))
      focus(copy.id)
    },
    async delete(id: string) {
      const name = nameById(id)
      const next = neighbour(sections(), id)
      const done = await library.run(() => client.ask('rules.delete', {ids: [id]}))
      if (done === undefined) return
      if (next !== undefined) focus(next)
      library.toasts.report(rulesWords.deleted(name), () => restore(id))
    },
  }
}
