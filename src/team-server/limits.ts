import {isTooDeep, isRecord, type JsonRecord} from '../model/json'
import {fault, faultText, type Fault} from '../model/faults'

export const limits = {
  name: 500,
  description: 10_000,
  pairs: 500,
  /** Characters of all regular expressions, which are parsed for each listing. */
  expressions: 100_000,
  depth: 64,
} as const

function getRegexLength(pair: unknown): number {
  const source = isRecord(pair) && isRecord(pair['source']) ? pair['source'] : {}
  return source['operator'] === 'Matches' && typeof source['value'] === 'string' ? source['value'].length : 0
}

/** Faults of a payload that is larger than the limits. */
export function findSizeFaults({name, description, pairs}: JsonRecord): Fault[] {
  const faults: Fault[] = []
  const check = (
    path: string,
    length: number,
    max: number,
    reason: 'atMostCharacters' | 'atMostConditions' | 'atMostExpressions',
  ) => {
    if (length > max) faults.push(fault(path, 'too-large', faultText(reason, {most: max})))
  }
  if (typeof name === 'string') check('name', name.length, limits.name, 'atMostCharacters')
  if (typeof description === 'string') check('description', description.length, limits.description, 'atMostCharacters')
  if (Array.isArray(pairs)) {
    check('pairs', pairs.length, limits.pairs, 'atMostConditions')
    const expressions = pairs.reduce((sum: number, pair) => sum + getRegexLength(pair), 0)
    check('pairs', expressions, limits.expressions, 'atMostExpressions')
  }
  return faults
}

export function findShapeFaults(value: unknown): Fault[] {
  if (!isRecord(value)) return [fault('', 'not-a-record', faultText('bodyNotAnObject'))]
  return isTooDeep(value, limits.depth) ? [fault('', 'too-deep', faultText('tooDeepToKeep', {most: limits.depth}))] : []
}
