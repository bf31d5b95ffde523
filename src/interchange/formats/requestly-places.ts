import {isRecord, type JsonRecord} from '../../contract/json'
import {arrayOf} from '../../contract/records'
import {headerTargets} from '../../contract/rules/headers'

/** A change of a header or of a parameter, and its place in the pair: `.modifications.Request[0]`. */
export type Row = {readonly row: unknown; readonly place: string}

const rowsIn = (list: unknown, place: string): Row[] =>
  Array.isArray(list)
    ? list.map((row: unknown, index) => ({row, place: `${place}[${index}]`}))
    : list === undefined || list === null
      ? []
      : [{row: list, place}]

/** The changes of a pair in the order in which the contract lists them. In the first version the pair itself is one. */
export function rowsOf(pair: JsonRecord): readonly Row[] {
  const {modifications} = pair
  if (!isRecord(modifications))
    return 'modifications' in pair ? rowsIn(modifications, '.modifications') : [{row: pair, place: ''}]
  return headerTargets.flatMap(target => rowsIn(modifications[target], `.modifications.${target}`))
}

/** Fields of a rule that its app writes, and that no rule has that was brought along. */
const ownOfApp = ['currentOwner', 'preserveCookie', 'removeCSPHeader']

/** Whether a rule or a group is as the app exports it, where no rule of ours is like that, wherever it came from. */
export function isOfApp(raw: unknown): boolean {
  if (!isRecord(raw)) return false
  const {objectType, ruleType, pairs} = raw
  const isNested = arrayOf(pairs).some(pair => {
    const nest = isRecord(pair) ? nestOf(pair, ruleType) : undefined
    return isRecord(pair) && (isRecord(pair['modifications']) || (nest !== undefined && 'value' in nest.inside))
  })
  return objectType === 'group' || ownOfApp.some(name => name in raw) || isNested
}

const nests: Readonly<Record<string, string>> = {Request: 'request', Response: 'response'}

/** What stands around a body, where the pair has it so. */
export function nestOf(pair: JsonRecord, ruleType: unknown): {name: string; inside: JsonRecord} | undefined {
  const name = nests[String(ruleType)]
  const inside = name === undefined ? undefined : pair[name]
  return name !== undefined && isRecord(inside) ? {name, inside} : undefined
}

/** Where a pair has what the contract finds at a path of the pair that it made of it. `rows`: those that were kept. */
export function placeIn(pair: JsonRecord, ruleType: unknown, rows: readonly Row[], path: string): string {
  const [, index, inside = ''] = /^\.modifications\[(\d+)\](.*)$/s.exec(path) ?? []
  if (index !== undefined) return `${rows[Number(index)]?.place ?? `.modifications[${index}]`}${inside}`
  const [, field = ''] = /^\.(\w+)/.exec(path) ?? []
  const nest = nestOf(pair, ruleType)
  return nest === undefined || field === '' || field === 'source' || field in pair ? path : `.${nest.name}${path}`
}
