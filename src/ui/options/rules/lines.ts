import type {Row} from '../../state/library'
import type {Section} from '../../state/sections'

type RuleLine = {readonly id: string; readonly groupId: string; readonly row: Row}

export type Line = {readonly key: string} & (
  | {readonly kind: 'group'; readonly groupId: string}
  | {readonly kind: 'empty'; readonly groupId: string}
  | ({readonly kind: 'rule'} & RuleLine)
  /** The JSON of an unreadable record, below its row. */
  | ({readonly kind: 'record'} & RuleLine)
)
export type Lines = {readonly all: readonly Line[]; readonly indexOf: ReadonlyMap<string, number>}

export const getRuleKey = (id: string): string => `r:${id}`
export const getGroupKey = (groupId: string): string => `g:${groupId}`
const noLines: Lines = {all: [], indexOf: new Map()}

export type OpenedLines = {readonly closedGroups: ReadonlySet<string>; readonly openRecords: ReadonlySet<string>}

/** Returns the same object while no line changes, so that rows are not positioned again. */
export function createLines() {
  let last = noLines
  return (sections: readonly Section<Row>[], opened: OpenedLines): Lines => {
    const all = buildLines(sections, opened)
    if (all.length !== last.all.length || all.some((line, index) => !areLinesEqual(line, last.all[index])))
      last = {all, indexOf: new Map(all.map((line, index) => [line.key, index]))}
    return last
  }
}

const areLinesEqual = (a: Line, b: Line | undefined): boolean =>
  a.key === b?.key && a.groupId === b.groupId && ('row' in a ? a.row : null) === ('row' in b ? b.row : null)

function buildLines(sections: readonly Section<Row>[], {closedGroups, openRecords}: OpenedLines): readonly Line[] {
  const all: Line[] = []
  for (const {id: groupId, items} of sections) {
    all.push({kind: 'group', key: getGroupKey(groupId), groupId})
    if (closedGroups.has(groupId)) continue
    if (items.length === 0) all.push({kind: 'empty', key: `e:${groupId}`, groupId})
    for (const row of items) {
      const {id, rule} = row.peek()
      const line = {kind: 'rule', key: getRuleKey(id), id, groupId, row} as const
      all.push(line)
      if (openRecords.has(id) && rule === null) all.push({...line, kind: 'record', key: `t:${id}`})
    }
  }
  return all
}

const isFocusable = (line: Line | undefined): line is Line => line?.kind === 'group' || line?.kind === 'rule'

/** Returns the index `by` focusable lines away, or the last focusable one in that direction. */
export function findSteppedIndex({all}: Lines, from: number, by: number): number {
  let at = from
  let left = Math.abs(by)
  for (let next = from + Math.sign(by); left > 0 && next >= 0 && next < all.length; next += Math.sign(by)) {
    if (!isFocusable(all[next])) continue
    at = next
    left -= 1
  }
  return at
}

/** The line that gets the focus of a removed one: the next rule, the previous one or any line. */
export function findNextFocusKey(before: Lines, now: Lines, removedKey: string): string | undefined {
  const at = before.indexOf.get(removedKey)
  if (at === undefined) return now.all[0]?.key
  const isStillListed = (line: Line) => line.kind === 'rule' && now.indexOf.has(line.key)
  const nextLine =
    before.all.slice(at + 1).find(isStillListed) ?? before.all.slice(0, at).findLast(isStillListed) ?? now.all[0]
  return nextLine?.key
}
