import type * as z from 'zod/mini'
import type faults from '../locales/en/faults.json'
import type {Message, MessageParams} from '../locales/texts'

type FaultKey = keyof typeof faults

/** A sentence that is not formatted yet: a key of the catalogue of faults and its parameters. */
export type FaultText = Message<FaultKey>

export const faultText = (code: FaultKey, params?: MessageParams<FaultKey>): FaultText => ({
  code,
  ...(params && {params}),
})

/** A fault of a record: its path (`pairs[0].source.value`), a contract code and a reason. */
export type Fault = {readonly path: string; readonly code: string; readonly reason: FaultText}

export const fault = (path: string, code: string, reason: FaultText): Fault => ({path, code, reason})

/** The reason that an error of ours carries; the words of any other error are quoted. */
export function getReason(error: unknown): FaultText {
  if (error instanceof Error && 'reason' in error) return error.reason as FaultText
  return verbatim(error instanceof Error ? error.message : String(error))
}

/** Words of the browser or of a service, or a sentence of a page, which are shown as they are. */
export const verbatim = (message: string): FaultText => faultText('verbatim', {message})

/** `['pairs', 0, 'source']` as `pairs[0].source`. */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, step) =>
      typeof step === 'number' ? `${text}[${step}]` : text === '' ? String(step) : `${text}.${String(step)}`,
    '',
  )

const typeTexts: Readonly<Record<string, FaultText>> = {
  string: faultText('typeText'),
  number: faultText('typeNumber'),
  boolean: faultText('trueOrFalse'),
  array: faultText('aList'),
  object: faultText('anObject'),
}

function describeIssue(issue: z.core.$ZodIssue): FaultText {
  if (issue.message !== '' && issue.message !== 'Invalid input') return verbatim(issue.message)
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? faultText('fieldMissing')
        : faultText('mustBe', {what: typeTexts[issue.expected] ?? issue.expected})
    case 'invalid_value':
      return issue.input === undefined
        ? faultText('fieldMissing')
        : faultText('mustBeOneOf', {values: issue.values.join(', ')})
    default:
      return faultText('valueNotAllowed')
  }
}

/** Converts zod issues to faults. `under` is the path of the parsed value. Use `reportInput`. */
export const faultsOfIssues = (issues: readonly z.core.$ZodIssue[], under: readonly PropertyKey[] = []): Fault[] =>
  issues.map(issue => fault(pathText([...under, ...issue.path]), issue.code, describeIssue(issue)))
