import {lookAhead, lookBehind} from '../../contract/reasons'
import type {Token} from './tokens'

/** The part of a regex that RE2 never takes, however small the regex is; undefined when there is none. */
export function beyondChromeIn(tokens: readonly Token[]): string | undefined {
  const look = tokens.find(token => token.kind === 'open' && token.look !== undefined)
  return look?.kind === 'open' ? (look.look?.startsWith('(?<') ? lookBehind : lookAhead) : undefined
}
