import {isRecord} from '../contract/json'
import type {KeptGroup, KeptRule, TrashPlace} from '../contract/library'
import {readRule} from '../contract/rule'
import {notFound} from '../contract/service-error'
import type {TrashedView} from '../contract/views'
import {groupOf} from './groups'
import {groupIdOf, inGroup, namedGroup} from './membership'
import type {Trashed} from './migrations'
import type {LibraryNeeds} from './needs'
import {ruleOf} from './rules'
import type {Work} from './state'

const keptFor = 30 * 24 * 60 * 60 * 1000

const nameOf = (record: unknown): string =>
  isRecord(record) && typeof record['name'] === 'string' ? record['name'] : ''

/** A rule that came back without its group, which lies in the trash still, is of that group again when it goes there again itself. */
function asItLay({trash}: Work, entry: KeptRule, {from}: TrashPlace): KeptRule {
  if (from === '' || namedGroup(entry) !== '') return entry
  const group = trash.all().find(each => each.kind === 'group' && each.held.includes(entry.id))
  return group ? {...entry, record: {...entry.record, groupId: group.id}} : entry
}

export function deleteRules(work: Work, {now}: LibraryNeeds, ids: readonly string[], trashed?: TrashPlace): void {
  for (const entry of [...new Set(ids)].map(id => ruleOf(work, id))) {
    const from = nameOf(work.groups.get(namedGroup(entry))?.record)
    work.rules.delete(entry.id)
    const lying = trashed ? asItLay(work, entry, trashed) : entry
    work.trash.put({id: entry.id, kind: 'rule', entry: lying, from, deletedAt: now(), ...trashed})
  }
}

export function deleteGroup(work: Work, needs: LibraryNeeds, id: string, trashed?: TrashPlace): void {
  const entry = groupOf(work, id)
  const members = work.rules.all().filter(rule => namedGroup(rule) === id)
  const lying = work.trash.all().filter(each => each.kind === 'rule' && namedGroup(each.entry) === id)
  for (const rule of members) work.rules.put(inGroup(rule, '', needs))
  work.groups.delete(id)
  const held = [...members, ...lying].map(rule => rule.id)
  work.trash.put({id, kind: 'group', entry, held, from: '', deletedAt: needs.now(), ...trashed})
}

export const listTrash = (trash: readonly Trashed[]): TrashedView[] =>
  trash.map(each => {
    const read = each.kind === 'rule' ? readRule(each.entry.record) : undefined
    return {
      id: each.id,
      kind: each.kind,
      name: nameOf(each.entry.record),
      ruleType: read?.ok === true ? read.value.ruleType : null,
      from: each.from,
      deletedAt: each.deletedAt,
    }
  })

function trashedOf({trash}: Work, ids: readonly string[]): Trashed[] {
  return [...new Set(ids)].map(id => {
    const found = trash.get(id)
    if (found === undefined) throw notFound(`${id} in the trash`)
    return found
  })
}

function reattach(work: Work, needs: LibraryNeeds, group: KeptGroup, held: readonly string[]): void {
  for (const id of held) {
    const rule = work.rules.get(id)
    if (rule !== undefined && groupIdOf(work, rule) === '') work.rules.put(inGroup(rule, group.id, needs))
  }
}

/** Groups come back first, so that rules find theirs, and take in what they held last. */
export function restore(work: Work, needs: LibraryNeeds, ids: readonly string[]): void {
  const found = trashedOf(work, ids)
  for (const each of found) {
    work.trash.delete(each.id)
    if (each.kind === 'group') work.groups.put(each.entry)
  }
  for (const each of found) {
    if (each.kind !== 'rule') continue
    // Else as it lay there: a group that was never known counts as none, and may become known.
    const isGroupDeleted = work.trash.get(namedGroup(each.entry)) !== undefined
    work.rules.put(isGroupDeleted ? inGroup(each.entry, '', needs) : each.entry)
  }
  for (const each of found) {
    if (each.kind === 'group') reattach(work, needs, each.entry, each.held)
  }
}

export function purge(work: Work, ids: readonly string[]): void {
  for (const {id} of trashedOf(work, ids)) work.trash.delete(id)
}

export function expire(work: Work, {now}: LibraryNeeds): void {
  const oldest = now() - keptFor
  for (const {id, deletedAt} of work.trash.all()) if (deletedAt <= oldest) work.trash.delete(id)
}
