import type {Backups, Library} from '../contract/library'
import {plainUrl, type Managed} from '../contract/managed'
import type {Answer, Ask, MessageName} from '../contract/messages'
import type {Engine} from './engine'
import type {TeamSync} from '../contract/team'
import {createParts} from './parts'
import {createStaging} from './staging'

/** What the worker answers to each message. */
export type Answers = {readonly [N in MessageName]: (ask: Ask<N>) => Promise<Answer<N>>}

export type AnswerNeeds = {
  readonly library: Library
  readonly engine: Pick<Engine, 'apply' | 'view' | 'circleOf'>
  /** A name for this life of the worker, which no other has. */
  readonly life: string
  /** The sync with the team account. Loaded when it is first asked for, so not without an account. */
  readonly team: () => TeamSync
  /** Loaded when first asked for. */
  readonly backups: () => Backups
  /** Answers what the organisation has set; rejects where that is something else. */
  readonly demandFree: (asked: Managed) => Promise<Managed>
  /** Tells the open pages that something has changed. */
  readonly announce: () => void
}

export function createAnswers({library, engine, life, announce, team, backups, demandFree}: AnswerNeeds): Answers {
  const partOf = createParts(life)
  const staging = createStaging(Date.now)
  const isConnected = async () => (await library.snapshot()).teamUrl !== null
  /** Makes a change and brings the browser in step before it is answered. */
  async function changing<T>(change: () => Promise<T>): Promise<T> {
    const result = await change()
    // What is stored is stored: a browser that refuses is told in the view, and tried again with the next change.
    await engine.apply().catch(() => undefined)
    announce()
    if (await isConnected()) void team().run('changes')
    return result
  }
  const doing = (change: () => Promise<void>) => changing(change).then(() => null)
  const done = (asked: Promise<void>) => asked.then(() => null)

  return {
    'library.read': async ({since}) => partOf(await engine.view(), since),
    'rules.pause': ({paused}) =>
      doing(async () => {
        await demandFree({rulesOn: !paused})
        await library.setPaused(paused)
      }),
    'rules.switch': ({ids, on}) => doing(() => library.switchRules(ids, on)),
    'rules.delete': ({ids, trashed}) => doing(() => library.deleteRules(ids, trashed)),
    'rule.create': ({payload, ...how}) => changing(async () => (await library.createRule(payload, how)).data),
    async 'records.add'(asked) {
      const {groups, rules} = await changing(() => library.addRecords(asked))
      // What Chrome is told of them is several times as much, and no message could hold it.
      return {groups, rules: rules.map(({extensionRules: _told, ...rule}) => rule)}
    },
    async 'records.stage'({name, rules}) {
      staging.put(name, rules)
      return null
    },
    async 'records.addStaged'({name, count, ...asked}) {
      const given = staging.take(name, count)
      const {groups, rules} = await changing(() => library.addRecords({...asked, rules: given}))
      return {groups, rules: rules.map(({id}) => id)}
    },
    'records.unmake': made => doing(() => library.unmakeRecords(made)),
    'rule.update': ({id, payload, seen}) => changing(async () => (await library.updateRule(id, payload, seen)).data),
    'rule.circle': ({id, payload}) => engine.circleOf(id, payload),
    'rules.pin': ({ids, pinned}) => doing(() => library.pinRules(ids, pinned)),
    'rules.move': ({moves}) => changing(() => library.moveRules(moves)),
    'group.create': ({payload}) => changing(async () => (await library.createGroup(payload)).data),
    'group.change': ({id, changes}) => changing(() => library.changeGroup(id, changes)),
    'group.delete': ({id, trashed}) => doing(() => library.deleteGroup(id, undefined, trashed)),
    'group.move': ({id, before, rank}) => changing(() => library.moveGroup(id, before, rank)),
    'trash.list': () => library.listTrash(),
    'trash.restore': ({ids}) => doing(() => library.restore(ids)),
    'trash.purge': ({ids}) => changing(() => library.purge(ids)),
    'trash.unpurge': purged => doing(() => library.unpurge(purged)),
    'backup.list': () => backups().list(),
    'backup.make': () => backups().make(),
    'backup.restore': ({at, undo}) => changing(() => backups().restore(at, undo)),
    'backup.read': ({at, from}) => backups().read(at, from),
    'team.view': async () => ((await isConnected()) ? team().view() : null),
    async 'team.connect'(asked) {
      const {syncEvery} = await demandFree({baseUrl: plainUrl(asked.url), apiKey: asked.key.trim()})
      await team().connect(asked)
      if (syncEvery !== undefined) await team().setEvery(syncEvery)
      return null
    },
    'team.disconnect': ({keep}) => done(demandFree({apiKey: ''}).then(() => team().disconnect(keep))),
    async 'team.sync'({isByUser}) {
      if (await isConnected()) void team().run(isByUser ? 'now' : 'whole')
      return null
    },
    async 'team.stop'() {
      team().stop()
      return null
    },
    'team.every': ({minutes}) => done(demandFree({syncEvery: minutes}).then(() => team().setEvery(minutes))),
    'team.settle': ({id, choice}) => done(team().settle(id, choice)),
    'team.answer': ({id, ...answer}) => done(team().answer(id, answer)),
    'team.retry': ({ids}) => done(team().retry(ids)),
    'team.drop': ({ids}) => done(team().drop(ids)),
  }
}
