import type {Backups, Library, NewRecords} from '../api/library'
import {normalizeAccountUrl, type ManagedPolicy} from '../model/managed-policy'
import type {MessageResponse, MessageBody, MessageName} from '../messaging/messages'
import type {Engine} from './engine'
import type {TeamSync} from '../model/team'
import {createIncrementalSnapshots} from './incremental-snapshots'
import {faultText} from '../model/faults'
import {noAnswerCode, ServiceError} from '../api/service-error'

type StagedRules = NewRecords['rules']

/** Unfinished uploads are dropped after this time, in milliseconds. */
const maxUploadPauseMs = 60_000

function createChunkedUploads(now: () => number) {
  const uploads = new Map<string, {rules: StagedRules; at: number}>()
  return {
    add(name: string, rules: StagedRules) {
      for (const [other, {at}] of uploads) if (now() - at > maxUploadPauseMs) uploads.delete(other)
      uploads.set(name, {rules: [...(uploads.get(name)?.rules ?? []), ...rules], at: now()})
    },
    /** Returns the uploaded rules; throws unless there are `count`. */
    take(name: string, count: number): StagedRules {
      const rules = uploads.get(name)?.rules ?? []
      uploads.delete(name)
      if (rules.length !== count) throw new ServiceError(500, noAnswerCode, faultText('noAnswerHere'))
      return rules
    },
  }
}

export type MessageHandlers = {readonly [N in MessageName]: (ask: MessageBody<N>) => Promise<MessageResponse<N>>}

export type MessageHandlerDependencies = {
  readonly library: Library
  readonly engine: Pick<Engine, 'apply' | 'view' | 'findLoop'>
  readonly workerId: string
  readonly team: () => TeamSync
  readonly backups: () => Backups
  /** Returns the managed settings; rejects where they differ from `asked`. */
  readonly assertNotManaged: (asked: ManagedPolicy) => Promise<ManagedPolicy>
  readonly announce: () => void
}

export function createMessageHandlers({
  library,
  engine,
  workerId,
  announce,
  team,
  backups,
  assertNotManaged,
}: MessageHandlerDependencies): MessageHandlers {
  const getPart = createIncrementalSnapshots(workerId)
  const uploads = createChunkedUploads(Date.now)
  const isConnected = async () => (await library.snapshot()).teamUrl !== null
  /** Makes a change and installs the rules before it returns. */
  async function applyChange<T>(change: () => Promise<T>): Promise<T> {
    const result = await change()
    // The change is stored. The view shows the install error, and the next change retries.
    await engine.apply().catch(() => undefined)
    announce()
    if (await isConnected()) void team().run('changes')
    return result
  }
  const applyAndReturnNull = (change: () => Promise<void>) => applyChange(change).then(() => null)
  const thenNull = (task: Promise<void>) => task.then(() => null)

  return {
    'library.read': async ({since}) => getPart(await engine.view(), since),
    'rules.pause': ({paused}) =>
      applyAndReturnNull(async () => {
        await assertNotManaged({rulesOn: !paused})
        await library.setPaused(paused)
      }),
    'rules.switch': ({ids, on}) => applyAndReturnNull(() => library.switchRules(ids, on)),
    'rules.delete': ({ids, trashed}) => applyAndReturnNull(() => library.deleteRules(ids, trashed)),
    'rule.create': ({payload, ...how}) => applyChange(async () => (await library.createRule(payload, how)).data),
    async 'records.add'(asked) {
      const {groups, rules} = await applyChange(() => library.addRecords(asked))
      // `extensionRules` could exceed the message limit of 64 MB.
      return {groups, rules: rules.map(({extensionRules: _derived, ...rule}) => rule)}
    },
    async 'records.stage'({name, rules}) {
      uploads.add(name, rules)
      return null
    },
    async 'records.addStaged'({name, count, ...asked}) {
      const staged = uploads.take(name, count)
      const {groups, rules} = await applyChange(() => library.addRecords({...asked, rules: staged}))
      return {groups, rules: rules.map(({id}) => id)}
    },
    'records.unmake': records => applyAndReturnNull(() => library.undoCreate(records)),
    'rule.update': ({id, payload, seen: expected}) =>
      applyChange(async () => (await library.updateRule(id, payload, expected)).data),
    'rule.circle': ({id, payload}) => engine.findLoop(id, payload),
    'rules.pin': ({ids, pinned}) => applyAndReturnNull(() => library.pinRules(ids, pinned)),
    'rules.move': ({moves}) => applyChange(() => library.moveRules(moves)),
    'group.create': ({payload}) => applyChange(async () => (await library.createGroup(payload)).data),
    'group.change': ({id, changes}) => applyChange(() => library.changeGroup(id, changes)),
    'group.delete': ({id, trashed}) => applyAndReturnNull(() => library.deleteGroup(id, undefined, trashed)),
    'group.move': ({id, before, rank}) => applyChange(() => library.moveGroup(id, before, rank)),
    'trash.list': () => library.listTrash(),
    'trash.restore': ({ids}) => applyAndReturnNull(() => library.restore(ids)),
    'trash.purge': ({ids}) => applyChange(() => library.purge(ids)),
    'trash.unpurge': purged => applyAndReturnNull(() => library.undoPurge(purged)),
    'backup.list': () => backups().list(),
    'backup.make': () => backups().make(),
    'backup.restore': ({at, undo}) => applyChange(() => backups().restore(at, undo)),
    'backup.read': ({at, from}) => backups().read(at, from),
    'team.view': async () => ((await isConnected()) ? team().view() : null),
    async 'team.connect'(asked) {
      const {syncEvery} = await assertNotManaged({baseUrl: normalizeAccountUrl(asked.url), apiKey: asked.key.trim()})
      await team().connect(asked)
      if (syncEvery !== undefined) await team().setEvery(syncEvery)
      return null
    },
    'team.disconnect': ({keep}) => thenNull(assertNotManaged({apiKey: ''}).then(() => team().disconnect(keep))),
    async 'team.sync'({isByUser}) {
      if (await isConnected()) void team().run(isByUser ? 'now' : 'whole')
      return null
    },
    async 'team.stop'() {
      team().stop()
      return null
    },
    'team.every': ({minutes}) => thenNull(assertNotManaged({syncEvery: minutes}).then(() => team().setEvery(minutes))),
    'team.settle': ({id, choice}) => thenNull(team().settle(id, choice)),
    'team.retry': ({ids}) => thenNull(team().retry(ids)),
    'team.drop': ({ids}) => thenNull(team().drop(ids)),
  }
}
