import type {Rule} from './rule'

/** In no id. */
const mark = '\n'

/** How pages name a rule, and of several pairs the one that acts: `<id>`, or `<id>\n<number of the pair>`. */
export const partOf = ({id, pairs}: Pick<Rule, 'id' | 'pairs'>, pair: number): string =>
  pairs[1] ? id + mark + pair : id

/** The id of the rule that pages name so. */
export const ruleOfPart = (part: string): string => part.split(mark)[0] as string
