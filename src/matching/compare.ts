import type {PreparedText} from '../contract/prepared-source'
import {compilePrepared} from './expression'
import {matchWildcard} from './wildcard'

const noCaptures: readonly string[] = []

/** A prepared text as a function: it returns the captures, `$1`… in order, or null where a text does not match. */
export function comparing(prepared: PreparedText): (text: string) => readonly string[] | null {
  switch (prepared.kind) {
    case 'regex': {
      const find = compilePrepared(prepared)
      return text => find(text)?.captures ?? null
    }
    case 'wildcard':
      return text => matchWildcard(prepared.value, text)?.captures ?? null
    case 'equals':
      return text => (text === prepared.value ? noCaptures : null)
    case 'contains':
      return text => (text.includes(prepared.value) ? noCaptures : null)
    default:
      return prepared satisfies never
  }
}
