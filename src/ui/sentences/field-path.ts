import {problemTexts} from '../../locales/problems'

const namedFields = ['pairs', 'modifications', 'filters', 'ruleType', 'objectType', 'groupId'] as const

function formatPathSegment(step: string): string {
  const [, name = step, index] = /^([^[]*)(?:\[(\d+)\])?$/.exec(step) ?? []
  const named = namedFields.find(each => each === name)
  const number = index === undefined ? 0 : Number(index) + 1
  if (named !== undefined) return problemTexts(`part.${named}`, {number})
  const spaced = name.replace(/(?!^)[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return number === 0 ? spaced : `${spaced} ${number}`
}

/** A field of a record: `pairs[0].source.value` as "Condition 1, source, value". */
export function formatFieldPath(path: string): string {
  const text = path.split('.').map(formatPathSegment).join(', ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** The path of a fault, shown before its reason; empty for the record itself. */
export const formatFaultPath = (path: string): string => (path === '' ? '' : `${formatFieldPath(path)}:`)
