import {backReference, lookAhead, lookBehind} from '../../contract/reasons'
import type {Token} from './tokens'

/** What Chrome takes in no regex, be it as small as it may; undefined where there is no such thing in it. */
export function beyondChromeIn(tokens: readonly Token[]): string | undefined {
  const look = tokens.find(token => token.kind === 'open' && token.look !== undefined)
  if (look?.kind === 'open') return look.look?.startsWith('(?<') ? lookBehind : lookAhead
  return tokens.some(token => token.kind === 'raw' && /\d/.test(token.text)) ? backReference : undefined
}
