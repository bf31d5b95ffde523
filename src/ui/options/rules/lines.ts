import type {Row} from '../../state/library'
import type {Section} from '../../state/sections'

type RuleLine = {readonly id: string; readonly groupId: string; readonly row: Row}

export type Line = {readonly key: string} & (
  | {readonly kind: 'group'; readonly groupId: string}
  | {readonly kind: 'empty'; readonly groupId: string}
  | ({readonly kind: 'rule'} & RuleLine)
  /** The text of a record that cannot be read, below its row. */
  | ({readonly kind: 'record'} & RuleLine)
)
export type Lines = {readonly all: readonly Line[]; readonly indexOf: ReadonlyMap<string, number>}

export const keyOfRule = (id: string): string => `r:${id}`
export const keyOfGroup = (groupId: string): string => `g:${groupId}`
const noLines: Lines = {all: [], indexOf: new Map()}

export type Opened = {readonly closed: ReadonlySet<string>; readonly records: ReadonlySet<string>}

/** Returns the last lines while nothing moved, so that no row is placed again. */
export function createLines() {
  let last = noLines
  return (sections: readonly Section<Row>[], opened: Opened): Lines => {
    const all = linesOf(sections, opened)
    if (all.length !== last.all.length || all.some((line, index) => !isSame(line, last.all[index])))
      last = {all, indexOf: new Map(all.map((line, index) => [line.key, index]))}
    return last
  }
}

const isSame = (a: Line, b: Line | undefined): boolean =>
  a.key === b?.key && a.groupId === b.groupId && ('row' in a ? a.row : null) === ('row' in b ? b.row : null)

function linesOf(sections: readonly Section<Row>[], {closed, records}: Opened): readonly Line[] {
  const all: Line[] = []
  for (const {id: groupId, items} of sections) {
    all.push({kind: 'group', key: keyOfGroup(groupId), groupId})
    if (closed.has(groupId)) continue
    if (items.length === 0) all.push({kind: 'empty', key: `e:${groupId}`, groupId})
    for (const row of items) {
      const {id, rule} = row.peek()
      const line = {kind: 'rule', key: keyOfRule(id), id, groupId, row} as const
      all.push(line)
      if (records.has(id) && rule === null) all.push({...line, kind: 'record', key: `t:${id}`})
    }
  }
  return all
}

const canHoldFocus = (line: Line | undefined): line is Line => line?.kind === 'group' || line?.kind === 'rule'

/** The row that many steps on, or the last on the way. */
export function stepped({all}: Lines, from: number, by: number): number {
  let at = from
  let left = Math.abs(by)
  for (let next = from + Math.sign(by); left > 0 && next >= 0 && next < all.length; next += Math.sign(by)) {
    if (!canHoldFocus(all[next])) continue
    at = next
    left -= 1
  }
  return at
}

/** The row that gets the focus of a removed one: the next rule, the one before, or any row. */
export function heirOf(before: Lines, now: Lines, goneKey: string): string | undefined {
  const at = before.indexOf.get(goneKey)
  if (at === undefined) return now.all[0]?.key
  const isThere = (line: Line) => line.kind === 'rule' && now.indexOf.has(line.key)
  const heir = before.all.slice(at + 1).find(isThere) ?? before.all.slice(0, at).findLast(isThere) ?? now.all[0]
  return heir?.key
}
