import type * as z from 'zod/mini'
import {fieldMissing, mustBe, mustBeOneOf, plainTypes, valueNotAllowed} from './reasons'

/** One thing that is wrong with a record: where (`pairs[0].source.value`), a code, and the reason in words. */
export type Fault = {readonly path: string; readonly code: string; readonly reason: string}

export const fault = (path: string, code: string, reason: string): Fault => ({path, code, reason})

/** `['pairs', 0, 'source']` as `pairs[0].source`. */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`,
    '',
  )

function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.message !== '' && issue.message !== 'Invalid input') return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? fieldMissing : mustBe(plainTypes[issue.expected] ?? issue.expected)
    case 'invalid_value':
      return issue.input === undefined ? fieldMissing : mustBeOneOf(issue.values.join(', '))
    default:
      return valueNotAllowed
  }
}

/** zod's issues as faults. `under` is the path of what was parsed; parse with `reportInput`, or "missing" cannot be told. */
export const faultsOfIssues = (issues: readonly z.core.$ZodIssue[], under: readonly PropertyKey[] = []): Fault[] =>
  issues.map(issue => fault(pathText([...under, ...issue.path]), issue.code, reasonOf(issue)))
