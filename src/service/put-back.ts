import type {KeptGroup, KeptRule} from '../contract/library'
import type {Trashed} from './migrations'
import {namedGroup} from './membership'
import type {LibraryNeeds} from './needs'
import {newNumber, numbersOf} from './numbers'
import type {Work} from './state'
import {deleteGroup, deleteRules, forget, lieAgain} from './trash'

type Shelf = {readonly rules: readonly KeptRule[]; readonly groups: readonly KeptGroup[]}

const isOwn = ({remote}: KeptGroup) => remote === undefined

/** All rules and groups of this device as one text. The team's come from the team. */
export const textOf = ({rules, groups}: Work): string =>
  JSON.stringify({rules: rules.all().filter(isOwn), groups: groups.all().filter(isOwn)})

export const readShelf = (text: string): Shelf => JSON.parse(text) as Shelf

const idsOf = ({rules, groups}: Shelf) => new Set([...rules, ...groups].map(({id}) => id))

/** What of a backup lies in the trash. */
export function lyingOf({trash}: Work, text: string): readonly Trashed[] {
  const ids = idsOf(readShelf(text))
  return trash.all().filter(({id}) => ids.has(id))
}

type Back = {
  readonly text: string
  /** What lay in the trash then. */
  readonly lying: readonly Trashed[]
  /** The backup that is taken back by this one: what came with it and nobody changed since goes without a trace. */
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

/**
 * Makes the rules and groups of this device what they were. What has come since lies in the trash; what was deleted since leaves it. A rule keeps its
 * id, and the number that it has here.
 */
export function putBack(work: Work, needs: LibraryNeeds, back: Back): void {
  const shelf = readShelf(back.text)
  takeAway(work, needs, back, idsOf(shelf))
  // What became the team's since, and was deleted: the team is still to hear of that.
  for (const lying of lyingOf(work, back.text)) forget(work, lying)
  for (const group of shelf.groups) {
    const now = work.groups.get(group.id)
    // One that has become the team's since is the team's.
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

/** What is the same stays the same object: there is nothing to write, nor to bring into force. */
function putChanged<Entry extends KeptGroup>(
  table: {put(entry: Entry): void},
  now: Entry | undefined,
  then: Entry,
): void {
  if (JSON.stringify(now) !== JSON.stringify(then)) table.put(then)
}
