import type {ProblemCode} from '../../../../src/model/problems'
import type {RuleType} from '../../../../src/model/rules'
import type {Source} from '../../../../src/model/source'
import type {Question} from '../judge'

/** A rule with one source, requests that it must match, and requests that it must not. A request is a GET navigation unless it says more. */
export type Case = {
  readonly about: string
  readonly source: Source
  readonly type: RuleType
  readonly hits: readonly (string | Question)[]
  readonly misses: readonly (string | Question)[]
  /** Chrome refuses the regex: what then? The table says it, since translating cannot know. */
  readonly refused?: 'instead' | 'left out'
  /** Translating says that no request can match, or that Chrome cannot be told. */
  readonly problem?: ProblemCode
}

type Rest = Partial<Pick<Case, 'refused' | 'problem' | 'type'>> & {readonly filters?: Source['filters']}

/** `[hits]` and `[misses]` of one source in one line. */
export const aCase = (
  words: `${Source['key']} ${Source['operator']}`,
  value: string,
  hits: Case['hits'],
  misses: Case['misses'],
  {filters = [], type = 'Cancel', ...rest}: Rest = {},
): Case => {
  const [key, operator] = words.split(' ') as [Source['key'], Source['operator']]
  const about = `${type}: ${words} ${value.length > 60 ? `${value.slice(0, 40)}… (${value.length})` : value}${
    filters.length > 0 ? ` ${JSON.stringify(filters)}` : ''
  }`
  return {about, source: {key, operator, value, filters}, type, hits, misses, ...rest}
}
