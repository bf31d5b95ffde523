import type {PreparedRegex, PreparedToken} from '../model/page-rules'
import {createLinearSearch, type RegexSearch} from './linear-regex'
import {isQuick, measureRegex} from './regex/backtracking'
import {complement, allCharacters, matchesBeyondAscii, toCharacterSet, toCharacters} from './regex/ascii-set'
import type {Token} from './regex/tokens'
import {writeRegex} from './regex/write'

const prepareToken = (token: Token): PreparedToken => {
  if (token.kind !== 'set') return token
  const isNegated = matchesBeyondAscii(token.set)
  return {kind: 'set', characters: toCharacters(isNegated ? complement(token.set) : token.set), isNegated}
}

const readToken = (token: PreparedToken): Token => {
  if (token.kind !== 'set') return token
  if (token.isNegated && token.characters === '') return {kind: 'set', set: allCharacters}
  const set = toCharacterSet(token.characters)
  return {kind: 'set', set: token.isNegated ? complement(set) : set}
}

export function prepareRegex(tokens: readonly Token[], ignoreCase: boolean): PreparedRegex {
  const {factor, power} = measureRegex(tokens)
  return {
    source: writeRegex(tokens),
    flags: ignoreCase ? 'i' : '',
    backtracking: {factor, power},
    tokens: tokens.map(prepareToken),
  }
}

const compiled = new WeakMap<PreparedRegex, RegexSearch>()

/**
 * Compiles the result of `prepareRegex` to a search that ends within milliseconds on any text: the
 * native regex engine searches if it ends quickly on this text, otherwise the linear one. Cached by
 * object.
 */
export function compilePrepared(prepared: PreparedRegex): RegexSearch {
  const known = compiled.get(prepared)
  if (known) return known
  const {source, flags, backtracking, tokens} = prepared
  let native: RegExp | undefined
  let linear: RegexSearch | undefined
  const search: RegexSearch = (text, at = 0, budget) => {
    if (!isQuick(backtracking, text.length)) {
      linear ??= createLinearSearch(tokens.map(readToken), flags === 'i') ?? (() => null)
      return linear(text, at, budget)
    }
    native ??= new RegExp(source, `${flags}g`)
    native.lastIndex = at
    const found = native.exec(text)
    if (!found) return null
    const captures = found.slice(1).map(capture => capture ?? '')
    return {from: found.index, to: found.index + found[0].length, captures}
  }
  compiled.set(prepared, search)
  return search
}

export const compileExpression = (tokens: readonly Token[], ignoreCase: boolean): RegexSearch =>
  compilePrepared(prepareRegex(tokens, ignoreCase))
