import type {StoredGroup, StoredRule} from '../api/library'
import type {TrashedEntry} from './database'
import {getNamedGroupId, type LibraryDependencies} from './records'
import {allocateNumber, getUsedNumbers} from './order'
import type {LibraryTransaction} from './state'
import {deleteGroup, deleteRules, purgeEntry, restoreToTrash} from './trash'

type BackupContent = {readonly rules: readonly StoredRule[]; readonly groups: readonly StoredGroup[]}

const isOwn = ({remote}: StoredGroup) => remote === undefined

/** The local rules and groups as JSON, without those of the team account. */
export const serializeOwnEntries = ({rules, groups}: LibraryTransaction): string =>
  JSON.stringify({rules: rules.all().filter(isOwn), groups: groups.all().filter(isOwn)})

export const parseBackup = (text: string): BackupContent => JSON.parse(text) as BackupContent

const getIds = ({rules, groups}: BackupContent) => new Set([...rules, ...groups].map(({id}) => id))

export function listTrashedInBackup({trash}: LibraryTransaction, text: string): readonly TrashedEntry[] {
  const ids = getIds(parseBackup(text))
  return trash.all().filter(({id}) => ids.has(id))
}

type BackupRestore = {
  readonly text: string
  readonly trashed: readonly TrashedEntry[]
  /** The backup whose restore is undone; its unchanged entries are purged. */
  readonly undoneText: string | undefined
}

function removeNewer(
  draft: LibraryTransaction,
  deps: LibraryDependencies,
  {undoneText}: BackupRestore,
  remaining: ReadonlySet<string>,
): void {
  const restored = parseBackup(undoneText ?? '{"rules":[],"groups":[]}')
  const restoredRecords = new Map(
    [...restored.rules, ...restored.groups].map(({id, record}) => [id, JSON.stringify(record)]),
  )
  const isAsRestored = ({id, record}: StoredGroup) => restoredRecords.get(id) === JSON.stringify(record)
  const listNewer = (all: readonly StoredGroup[]) => all.filter(each => isOwn(each) && !remaining.has(each.id))
  const [rules, groups] = [listNewer(draft.rules.all()), listNewer(draft.groups.all())]
  deleteRules(
    draft,
    deps,
    rules.filter(rule => !isAsRestored(rule)).map(({id}) => id),
  )
  for (const {id} of rules) draft.rules.delete(id)
  const namedGroupIds = new Set(draft.rules.all().map(getNamedGroupId))
  for (const group of groups)
    if (isAsRestored(group) && !namedGroupIds.has(group.id)) draft.groups.delete(group.id)
    else deleteGroup(draft, deps, group.id)
}

/** Restores the entries of this device. Newer entries go to the trash. */
export function restoreBackup(draft: LibraryTransaction, deps: LibraryDependencies, options: BackupRestore): void {
  const content = parseBackup(options.text)
  removeNewer(draft, deps, options, getIds(content))
  // The service must still delete records that were linked to the account since the backup.
  for (const trashed of listTrashedInBackup(draft, options.text)) purgeEntry(draft, trashed)
  for (const group of content.groups) {
    const current = draft.groups.get(group.id)
    // A group that was linked to the account since the backup is not replaced.
    if (!current || isOwn(current)) putIfChanged(draft.groups, current, group)
  }
  const taken = getUsedNumbers(draft)
  for (const rule of content.rules) {
    const current = draft.rules.get(rule.id)
    if (current && !isOwn(current)) continue
    const number = current?.number ?? (taken.has(rule.number) ? allocateNumber(draft, taken) : rule.number)
    taken.add(number)
    putIfChanged(draft.rules, current, {...rule, number})
  }
  const isHere = (id: string) => draft.rules.get(id) !== undefined || draft.groups.get(id) !== undefined
  for (const each of options.trashed) if (!isHere(each.id) && !draft.trash.get(each.id)) restoreToTrash(draft, each)
}

function putIfChanged<Entry extends StoredGroup>(
  table: {put(entry: Entry): void},
  current: Entry | undefined,
  restored: Entry,
): void {
  if (JSON.stringify(current) !== JSON.stringify(restored)) table.put(restored)
}
