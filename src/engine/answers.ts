import type {Backups, Library, NewRecords} from '../api/library'
import {normalizeAccountUrl, type ManagedPolicy} from '../model/managed-policy'
import type {MessageResponse, MessageBody, MessageName} from '../messaging/messages'
import type {Engine} from './engine'
import type {TeamSync} from '../model/team'
import {createParts} from './parts'
import {noAnswerHere} from '../model/reasons'
import {noAnswerCode, ServiceError} from '../api/service-error'

type Given = NewRecords['rules']

/** In milliseconds. */
const longestPause = 60_000

function createStaging(now: () => number) {
  const begun = new Map<string, {rules: Given; at: number}>()
  return {
    put(name: string, rules: Given) {
      for (const [other, {at}] of begun) if (now() - at > longestPause) begun.delete(other)
      begun.set(name, {rules: [...(begun.get(name)?.rules ?? []), ...rules], at: now()})
    },
    /** Returns all of them; throws unless there are `count`. */
    take(name: string, count: number): Given {
      const rules = begun.get(name)?.rules ?? []
      begun.delete(name)
      if (rules.length !== count) throw new ServiceError(500, noAnswerCode, noAnswerHere)
      return rules
    },
  }
}

export type Answers = {readonly [N in MessageName]: (ask: MessageBody<N>) => Promise<MessageResponse<N>>}

export type AnswerNeeds = {
  readonly library: Library
  readonly engine: Pick<Engine, 'apply' | 'view' | 'circleOf'>
  readonly life: string
  readonly team: () => TeamSync
  readonly backups: () => Backups
  /** Returns what the organisation has set; rejects where that differs from `asked`. */
  readonly demandFree: (asked: ManagedPolicy) => Promise<ManagedPolicy>
  readonly announce: () => void
}

export function createAnswers({library, engine, life, announce, team, backups, demandFree}: AnswerNeeds): Answers {
  const partOf = createParts(life)
  const staging = createStaging(Date.now)
  const isConnected = async () => (await library.snapshot()).teamUrl !== null
  /** Makes a change and installs its rules before it answers. */
  async function changing<T>(change: () => Promise<T>): Promise<T> {
    const result = await change()
    // The change is stored: the view shows an installation error, and the next change tries again.
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
      // `extensionRules` could make the answer larger than a message may be (64 MB).
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
    'records.unmake': made => doing(() => library.undoCreate(made)),
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
    'trash.unpurge': purged => doing(() => library.undoPurge(purged)),
    'backup.list': () => backups().list(),
    'backup.make': () => backups().make(),
    'backup.restore': ({at, undo}) => changing(() => backups().restore(at, undo)),
    'backup.read': ({at, from}) => backups().read(at, from),
    'team.view': async () => ((await isConnected()) ? team().view() : null),
    async 'team.connect'(asked) {
      const {syncEvery} = await demandFree({baseUrl: normalizeAccountUrl(asked.url), apiKey: asked.key.trim()})
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
