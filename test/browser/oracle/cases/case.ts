import type {ProblemCode} from '../../../../src/model/problems'
import type {RuleType} from '../../../../src/model/rules'
import type {Source} from '../../../../src/model/source'
import type {Question} from '../judge'

/**
 * A rule with one source, and requests that it must or must not match. The default is a GET
 * navigation.
 */
export type Case = {
  readonly about: string
  readonly source: Source
  readonly type: RuleType
  readonly hits: readonly (string | Question)[]
  readonly misses: readonly (string | Question)[]
  /** The result if Chrome refuses the regex. The translation cannot know it. */
  readonly refused?: 'fallback' | 'excluded'
  /** The problem that the translation reports. */
  readonly problem?: ProblemCode
}

type Rest = Partial<Pick<Case, 'refused' | 'problem' | 'type'>> & {readonly filters?: Source['filters']}

/** Creates a case from one source with its `hits` and `misses`. */
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
