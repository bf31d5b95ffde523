import type {Library} from '../contract/library'
import type {Answer, Ask, MessageName} from '../contract/messages'
import type {Engine} from './engine'
import {createParts} from './parts'

/** What the worker answers to each message. */
export type Answers = {readonly [N in MessageName]: (ask: Ask<N>) => Promise<Answer<N>>}

export type AnswerNeeds = {
  readonly library: Library
  readonly engine: Pick<Engine, 'apply' | 'view'>
  /** A name for this life of the worker, which no other has. */
  readonly life: string
  /** Tells the open pages that something has changed. */
  readonly announce: () => void
}

export function createAnswers({library, engine, life, announce}: AnswerNeeds): Answers {
  const partOf = createParts(life)
  /** Makes a change and brings the browser in step before it is answered. */
  async function changing<T>(change: () => Promise<T>): Promise<T> {
    const result = await change()
    // What is stored is stored: a browser that refuses is told in the view, and tried again with the next change.
    await engine.apply().catch(() => undefined)
    announce()
    return result
  }
  const doing = (change: () => Promise<void>) => changing(change).then(() => null)

  return {
    'library.read': async ({since}) => partOf(await engine.view(), since),
    'rules.pause': ({paused}) => doing(() => library.setPaused(paused)),
    'rules.switch': ({ids, on}) => doing(() => library.switchRules(ids, on)),
    'rules.delete': ({ids, trashed}) => doing(() => library.deleteRules(ids, trashed)),
    'rule.create': ({payload, ...how}) => changing(async () => (await library.createRule(payload, how)).data),
    'rule.update': ({id, payload, seen}) => changing(async () => (await library.updateRule(id, payload, seen)).data),
    'rules.pin': ({ids, pinned}) => doing(() => library.pinRules(ids, pinned)),
    'rules.move': ({moves}) => doing(() => library.moveRules(moves)),
    'group.create': ({payload}) => changing(async () => (await library.createGroup(payload)).data),
    'group.change': ({id, changes}) => changing(() => library.changeGroup(id, changes)),
    'group.delete': ({id, trashed}) => doing(() => library.deleteGroup(id, trashed)),
    'group.move': ({id, before}) => doing(() => library.moveGroup(id, before)),
    'trash.list': () => library.listTrash(),
    'trash.restore': ({ids}) => doing(() => library.restore(ids)),
    'trash.purge': ({ids}) => doing(() => library.purge(ids)),
  }
}
