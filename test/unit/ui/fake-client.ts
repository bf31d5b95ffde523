import {verbatim} from '../../../src/model/faults'
import {createIncrementalSnapshots} from '../../../src/engine/incremental-snapshots'
import {readGroup, type Group} from '../../../src/model/group'
import {
  messages,
  type MessageResponse,
  type MessageBody,
  type MessageName,
  type WorkerClient,
} from '../../../src/messaging/messages'
import {faultsOfRule, readRule, type Rule} from '../../../src/model/rule'
import {changedSinceCode, ServiceError, invalidError, notFoundError} from '../../../src/api/service-error'
import type {JsonRecord} from '../../../src/model/json'
import type {Problem} from '../../../src/model/problems'
import type {TeamView} from '../../../src/model/team'
import type {LibraryView, RuleView, TrashedView} from '../../../src/model/views'
import {createFakeBackups} from './fake-backups'
import {createFakeTeam} from './fake-team'

type Handlers = {readonly [N in MessageName]: (body: MessageBody<N>) => MessageResponse<N>}
type Kept = {
  readonly view: RuleView | null
  readonly group: Group | null
  readonly trashed: TrashedView
  /** The ids of the rules that stood below it. */
  readonly below: readonly string[]
}

export type FakeClient = WorkerClient & {
  /** All messages in order. */
  readonly asked: {readonly name: MessageName; readonly body: unknown}[]
  /** The bodies of all messages with this name. */
  bodies<N extends MessageName>(name: N): MessageBody<N>[]
  /** Rejects the next message with this name. */
  refuse(name: MessageName, error?: Error): void
  view(): LibraryView
  set(changes: Partial<LibraryView>): void
  /** The loop problem of every draft from now on, or null for none. */
  setCircle(circle: Problem | null): void
  /** Replaces or removes the account. */
  setTeam(team: TeamView | null): void
  /** Makes the last daily backup a failed one. */
  failBackup(reason: string): void
}

const newView = {rank: 0, record: null, faults: [], problems: [], inForce: true, browserRules: []} as const
/** The real worker purges as many records at once as fit into one message. */
const purgedAtOnce = 10
const refusal = () => new ServiceError(500, 'store', verbatim('The store is full.'))

/** A worker in memory, as strict as the real one: it validates messages, rules and ids. */
export function fakeClient(start: Partial<LibraryView> = {}, startTeam: TeamView | null = null): FakeClient {
  let view: LibraryView = {
    paused: false,
    rules: [],
    groups: [],
    teamGroups: [],
    trashed: 0,
    trouble: null,
    ...start,
  }
  const team = createFakeTeam(startTeam)
  let trash: Kept[] = []
  const staged = new Map<string, MessageBody<'records.stage'>['rules']>()
  let last = 0
  let circle: Problem | null = null
  const partOf = createIncrementalSnapshots('fake')
  const listeners = new Set<() => void>()
  const refusals = new Map<MessageName, Error>()
  const asked: FakeClient['asked'] = []

  const set = (changes: Partial<LibraryView>) => {
    view = {...view, ...changes}
    for (const listener of listeners) listener()
  }
  const backups = createFakeBackups(() => view, set)
  const found = (id: string, rules = view.rules): RuleView => {
    const rule = rules.find(each => each.id === id)
    if (!rule) throw notFoundError(verbatim('Rule'))
    return rule
  }
  const foundGroup = (id: string): Group => {
    const group = view.groups.find(each => each.id === id)
    if (!group) throw notFoundError(verbatim('Group'))
    return group
  }
  const lying = (id: string): Kept => {
    const kept = trash.find(each => each.trashed.id === id)
    if (!kept) throw notFoundError(verbatim('A record in the trash'))
    return kept
  }
  const checked = (raw: unknown): Rule => {
    const reading = readRule(raw)
    if (!reading.ok) throw invalidError(verbatim('The rule cannot be kept'), reading.faults)
    const faults = faultsOfRule(reading.value)
    if (faults.length > 0) throw invalidError(verbatim('The rule cannot be kept'), faults)
    if (reading.value.groupId !== '') foundGroup(reading.value.groupId)
    return reading.value
  }
  const checkedGroup = (raw: unknown): Group => {
    const reading = readGroup(raw)
    if (!reading.ok || reading.value.name.trim() === '') throw invalidError(verbatim('The group cannot be kept'), [])
    return reading.value
  }
  const put = (rule: Rule) =>
    set({rules: view.rules.map(each => (each.id === rule.id ? {...each, rule, faults: []} : each))})
  const placed = <Item extends {readonly id: string}>(items: readonly Item[], item: Item, before: string | null) => {
    const others = items.filter(each => each.id !== item.id)
    const at = before === null ? others.length : others.findIndex(each => each.id === before)
    if (at < 0) throw notFoundError(verbatim('Place'))
    return [...others.slice(0, at), item, ...others.slice(at)]
  }
  const discard = (kept: Pick<Kept, 'view' | 'group'>, trashed: Omit<TrashedView, 'deletedAt'>) => {
    const below = view.rules.slice(view.rules.findIndex(({id}) => id === trashed.id) + 1).map(({id}) => id)
    trash = [...trash, {...kept, below, trashed: {deletedAt: Date.now(), ...trashed}}]
  }

  const handlers: Handlers = {
    'rule.circle': () => circle,
    ...team.handlers,
    ...backups.handlers,
    'library.read': ({since}) => partOf({...view, trashed: trash.length}, since),
    'rules.pause': ({paused}) => (set({paused}), null),
    'rules.switch'({ids, on}) {
      for (const {rule} of ids.map(id => found(id))) if (rule) put({...rule, status: on ? 'Active' : 'Inactive'})
      return null
    },
    'rules.delete'({ids, trashed}) {
      for (const gone of ids.map(id => found(id))) {
        const {id, rule} = gone
        const from = view.groups.find(group => group.id === rule?.groupId)?.name ?? ''
        discard(
          {view: gone, group: null},
          {id, kind: 'rule', name: rule?.name ?? '', ruleType: rule?.ruleType ?? null, from, ...trashed},
        )
      }
      set({rules: view.rules.filter(each => !ids.includes(each.id))})
      return null
    },
    'rule.create'({payload, once, before = null, team: isTeam = false}) {
      const id = `${String(payload['ruleType'])}_${once ?? ++last}`
      const made = view.rules.some(each => each.id === id)
      if (made) return handlers['rule.update']({id, payload}) as Rule
      const rule = checked({...payload, id, creationDate: Date.now(), modificationDate: Date.now()})
      const added: RuleView = {...newView, id, rule, isTeam}
      set({rules: placed(view.rules, added, before)})
      return rule
    },
    'rule.update'({id, payload, seen}) {
      const before = found(id).rule
      const kept = before?.modificationDate ?? null
      if (seen !== undefined && seen !== kept)
        throw new ServiceError(400, changedSinceCode, verbatim('It was changed in the meantime.'))
      const rule = checked({...before, ...payload, id, modificationDate: Math.max(Date.now(), (kept ?? 0) + 1)})
      put(rule)
      return rule
    },
    'rules.pin'({ids, pinned}) {
      for (const {rule} of ids.map(id => found(id))) if (rule) put({...rule, isFavourite: pinned})
      return null
    },
    'rules.move'({moves}) {
      let rules = view.rules
      const all = moves.flatMap(({ids}) => ids)
      const stood = Object.fromEntries(all.map(id => [id, rules.findIndex(each => each.id === id) + 1]))
      for (const {ids, before, groupId} of moves) {
        if (groupId !== '') foundGroup(groupId)
        const inGroup = (each: RuleView) => (each.rule?.groupId ?? '') === groupId
        for (const id of ids) {
          const moved = found(id, rules)
          const next = {...moved, rule: moved.rule && {...moved.rule, groupId}}
          const own = placed(rules.filter(inGroup), next, before)
          rules = [...rules.filter(each => each.id !== id && !inGroup(each)), ...own]
        }
      }
      set({rules})
      return stood
    },
    'records.add'({groups, rules, team: isTeam}) {
      const made = groups.map(payload => handlers['group.create']({payload}))
      return {
        groups: made,
        rules: rules.map(({payload, group}) =>
          handlers['rule.create']({
            payload: group === null ? payload : {...payload, groupId: made[group]?.id},
            team: isTeam,
          }),
        ),
      }
    },
    'records.stage'({name, rules}) {
      staged.set(name, [...(staged.get(name) ?? []), ...rules])
      return null
    },
    'records.addStaged'({name, count, ...rest}) {
      const given = staged.get(name) ?? []
      if (given.length !== count) throw new Error('They are not all here.')
      const {groups, rules} = handlers['records.add']({...rest, rules: given})
      return {groups, rules: rules.map(({id}) => id)}
    },
    'group.create'({payload}) {
      const group = checkedGroup({...payload, id: `Group_${++last}`})
      set({groups: [...view.groups, group]})
      return group
    },
    'group.change'({id, changes}) {
      const group = checkedGroup({...foundGroup(id), ...changes, id, modificationDate: Date.now()})
      set({groups: view.groups.map(each => (each.id === id ? group : each))})
      return group
    },
    'group.delete'({id, trashed}) {
      const group = foundGroup(id)
      discard({view: null, group}, {id, kind: 'group', name: group.name, ruleType: null, from: '', ...trashed})
      const ungroup = (each: RuleView): RuleView =>
        each.rule?.groupId === id ? {...each, rule: {...each.rule, groupId: ''}} : each
      set({groups: view.groups.filter(each => each.id !== id), rules: view.rules.map(ungroup)})
      return null
    },
    'group.move': ({id, before}) => (set({groups: placed(view.groups, foundGroup(id), before)}), 0),
    'trash.list': () => trash.map(each => each.trashed),
    'trash.restore'({ids}) {
      const back = ids.map(id => lying(id))
      trash = trash.filter(each => !back.includes(each))
      const groups = [...view.groups, ...back.flatMap(each => each.group ?? [])]
      const isKnown = (id: string) => groups.some(group => group.id === id)
      const grouped = (each: RuleView): RuleView =>
        each.rule && !isKnown(each.rule.groupId) ? {...each, rule: {...each.rule, groupId: ''}} : each
      const rules = [...view.rules]
      for (const each of back.toSorted((one, other) => one.below.length - other.below.length)) {
        const at = rules.findIndex(({id}) => each.below.includes(id))
        if (each.view) rules.splice(at < 0 ? rules.length : at, 0, grouped(each.view))
      }
      set({rules, groups})
      return null
    },
    'records.unmake'({rules, groups, changed}) {
      handlers['rules.delete']({ids: rules})
      for (const id of groups) handlers['group.delete']({id})
      handlers['trash.purge']({ids: [...rules, ...groups].filter(id => !changed.includes(id))})
      return null
    },
    'trash.purge'({ids}) {
      // Purges the first of the given records; the caller asks again for the others.
      const records = ids.map(id => lying(id)).slice(0, purgedAtOnce)
      trash = trash.filter(each => !records.includes(each))
      set({})
      return {records: structuredClone<readonly JsonRecord[]>(records), teamUrl: null}
    },
    'trash.unpurge'({records}) {
      trash = [...trash, ...(records as unknown as Kept[])]
      set({})
      return null
    },
  }

  return {
    async ask(name, body) {
      // Like a real message: a copy that arrives later.
      const sent = structuredClone(body)
      asked.push({name, body: sent})
      await Promise.resolve()
      const refused = refusals.get(name)
      refusals.delete(name)
      if (refused) throw refused
      messages[name].parse(sent)
      return handlers[name](sent)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onSync: team.onSync,
    asked,
    bodies: <N extends MessageName>(name: N) =>
      asked.filter(each => each.name === name).map(each => each.body as MessageBody<N>),
    refuse: (name, error = refusal()) => void refusals.set(name, error),
    view: () => ({...view, trashed: trash.length}),
    set,
    setCircle(next) {
      circle = next
    },
    setTeam: team.set,
    failBackup: backups.fail,
  }
}
