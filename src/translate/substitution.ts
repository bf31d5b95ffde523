import {compileExpression} from '../matching/expression'
import {readRegex} from '../matching/regex/read'

/** What a browser rule makes of an address, as Chrome does it; undefined where its expression is not found. */
export type Substituting = (url: string) => string | undefined

const filled = (substitution: string, captures: readonly (string | undefined)[]): string =>
  substitution.replace(/\\(\d|\\)/g, (_, sign: string) => (sign === '\\' ? sign : (captures[Number(sign) - 1] ?? '')))

/** Of any address. `fixed` stands for what is found instead of the substitution. */
export function substituting(regexFilter: string, regexSubstitution: string, fixed?: string): Substituting {
  const read = readRegex(regexFilter, {spell: text => text})
  if ('reason' in read) return () => undefined
  const find = compileExpression(read.regex.tokens, read.regex.ignoreCase)
  return url => {
    const found = find(url)
    if (!found) return undefined
    return url.slice(0, found.from) + (fixed ?? filled(regexSubstitution, found.captures)) + url.slice(found.to)
  }
}
