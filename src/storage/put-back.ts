import type {KeptGroup, KeptRule} from '../api/library'
import type {Trashed} from './database'
import {namedGroup, type LibraryNeeds} from './needs'
import {newNumber, numbersOf} from './order'
import type {Work} from './state'
import {deleteGroup, deleteRules, forget, lieAgain} from './trash'

type Shelf = {readonly rules: readonly KeptRule[]; readonly groups: readonly KeptGroup[]}

const isOwn = ({remote}: KeptGroup) => remote === undefined

/** All rules and groups of this device as one text, without the team's. */
export const textOf = ({rules, groups}: Work): string =>
  JSON.stringify({rules: rules.all().filter(isOwn), groups: groups.all().filter(isOwn)})

export const readShelf = (text: string): Shelf => JSON.parse(text) as Shelf

const idsOf = ({rules, groups}: Shelf) => new Set([...rules, ...groups].map(({id}) => id))

export function lyingOf({trash}: Work, text: string): readonly Trashed[] {
  const ids = idsOf(readShelf(text))
  return trash.all().filter(({id}) => ids.has(id))
}

type Back = {
  readonly text: string
  readonly lying: readonly Trashed[]
  /** The backup whose restore is undone: what it brought and nobody changed is deleted for good. */
  readonly undone: string | undefined
}

function takeAway(work: Work, needs: LibraryNeeds, {undone}: Back, staying: ReadonlySet<string>): void {
  const came = readShelf(undone ?? '{"rules":[],"groups":[]}')
  const brought = new Map([...came.rules, ...came.groups].map(({id, record}) => [id, JSON.stringify(record)]))
  const isAsBrought = ({id, record}: KeptGroup) => brought.get(id) === JSON.stringify(record)
  const leaving = (all: readonly KeptGroup[]) => all.filter(each => isOwn(each) && !staying.has(each.id))
  const [rules, groups] = [leaving(work.rules.all()), leaving(work.groups.all())]
  deleteRules(
    work,
    needs,
    rules.filter(rule => !isAsBrought(rule)).map(({id}) => id),
  )
  for (const {id} of rules) work.rules.delete(id)
  const held = new Set(work.rules.all().map(namedGroup))
  for (const group of groups)
    if (isAsBrought(group) && !held.has(group.id)) work.groups.delete(group.id)
    else deleteGroup(work, needs, group.id)
}

/** Restores the rules and groups of this device. Newer ones go to the trash; a rule keeps its id and its number here. */
export function putBack(work: Work, needs: LibraryNeeds, back: Back): void {
  const shelf = readShelf(back.text)
  takeAway(work, needs, back, idsOf(shelf))
  // The team's service must still hear of deleted records that became the team's since.
  for (const lying of lyingOf(work, back.text)) forget(work, lying)
  for (const group of shelf.groups) {
    const now = work.groups.get(group.id)
    // A group that became the team's since stays as it is.
    if (!now || isOwn(now)) putChanged(work.groups, now, group)
  }
  const taken = numbersOf(work)
  for (const rule of shelf.rules) {
    const now = work.rules.get(rule.id)
    if (now && !isOwn(now)) continue
    const number = now?.number ?? (taken.has(rule.number) ? newNumber(work, taken) : rule.number)
    taken.add(number)
    putChanged(work.rules, now, {...rule, number})
  }
  const isHere = (id: string) => work.rules.get(id) !== undefined || work.groups.get(id) !== undefined
  for (const each of back.lying) if (!isHere(each.id) && !work.trash.get(each.id)) lieAgain(work, each)
}

function putChanged<Entry extends KeptGroup>(
  table: {put(entry: Entry): void},
  now: Entry | undefined,
  then: Entry,
): void {
  if (JSON.stringify(now) !== JSON.stringify(then)) table.put(then)
}
