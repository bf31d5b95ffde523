import type {FaultText} from './faults'

/** The effect of a problem: part left out, works for some requests, or only a note. */
export const problemEffects = {
  'regex-syntax': 'left-out',
  'regex-refused': 'left-out',
  'regex-in-part': 'in-part',
  'never-matches': 'left-out',
  'fragment-too': 'in-part',
  'over-limit': 'left-out',
  loop: 'left-out',
  'refused-by-browser': 'left-out',
  'too-many-parts': 'left-out',
  'payload-filter': 'left-out',
  'payload-in-part': 'in-part',
  'unknown-filter': 'in-part',
  'in-page-only': 'left-out',
  'not-in-workers': 'note',
  'frame-text': 'note',
  'type-not-named': 'note',
  'fetch-only': 'in-part',
  'delay-in-part': 'in-part',
  destination: 'left-out',
  'empty-capture': 'in-part',
  'file-missing': 'left-out',
  'file-too-large': 'left-out',
  'file-access-off': 'left-out',
  'file-navigations-only': 'in-part',
  'header-name': 'left-out',
  'header-value': 'left-out',
  'query-spelling': 'in-part',
  'to-itself': 'note',
  'empty-change': 'left-out',
  'content-type': 'in-part',
  'no-picture': 'left-out',
  'code-failed': 'in-part',
  hidden: 'in-part',
} as const satisfies Record<string, 'left-out' | 'in-part' | 'note'>

export type ProblemValue = string | number | FaultText
export type ProblemCode = keyof typeof problemEffects

/** A problem of a rule, with the index of the pair and the field inside it. */
export type Problem = {
  readonly code: ProblemCode
  readonly pair?: number
  readonly field?: string
  readonly params?: Readonly<Record<string, ProblemValue>>
  /** Ids of the rules that redirect to each URL of a loop, or of the overriding rule. */
  readonly rules?: readonly string[]
  /** The URLs of a redirect loop: from the first one back to itself. */
  readonly urls?: readonly string[]
}

export const fallbackProblems: ReadonlySet<ProblemCode> = new Set(['regex-refused', 'payload-filter'])

export const isLeftOut = (problem: Problem) => problemEffects[problem.code] === 'left-out'
