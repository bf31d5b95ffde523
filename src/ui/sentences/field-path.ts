import {problemTexts} from '../../locales/problems'

const namedParts = ['pairs', 'modifications', 'filters', 'ruleType', 'objectType', 'groupId'] as const

function partOfRecord(step: string): string {
  const [, name = step, index] = /^([^[]*)(?:\[(\d+)\])?$/.exec(step) ?? []
  const named = namedParts.find(each => each === name)
  const number = index === undefined ? 0 : Number(index) + 1
  if (named !== undefined) return problemTexts(`part.${named}`, {number})
  const spaced = name.replace(/(?!^)[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return number === 0 ? spaced : `${spaced} ${number}`
}

/** A field of a record: `pairs[0].source.value` as "Condition 1, source, value". */
export function fieldPlace(path: string): string {
  const place = path.split('.').map(partOfRecord).join(', ')
  return `${place.charAt(0).toUpperCase()}${place.slice(1)}`
}

/** The place of a fault, before its reason; empty for a record as a whole. */
export const recordPlace = (path: string): string => (path === '' ? '' : `${fieldPlace(path)}:`)
