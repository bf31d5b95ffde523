import type {Pattern} from './pattern'
import {splitAlternatives, type Token} from './regex/tokens'

const gramLength = 6

const longest = (texts: readonly string[]): string =>
  texts.reduce((long, text) => (text.length > long.length ? text : long), '')

/** Returns the literal texts outside of groups. */
function findPlainTexts(tokens: readonly Token[]): string[] {
  const runs = ['']
  let depth = 0
  tokens.forEach((token, index) => {
    if (token.kind === 'open') depth++
    if (token.kind === 'close') depth--
    const fixed = token.kind === 'text' && depth === 0 && tokens[index + 1]?.kind !== 'repeat'
    if (fixed) runs.push((runs.pop() ?? '') + token.text)
    else runs.push('')
  })
  return runs
}

/**
 * Returns a text that all matching URLs contain, in lower case. It is the longest one that is easy
 * to find.
 */
export function requiredText(pattern: Pattern): string {
  const {kind, text, value} = pattern
  if (kind === 'expression')
    return splitAlternatives(pattern.tokens).length > 1 ? '' : longest(findPlainTexts(pattern.tokens)).toLowerCase()
  // A default port is not part of the URL.
  if (text === 'hostPort') return value.replace(/:\d+$/, '').toLowerCase()
  return (kind === 'wildcard' ? longest(value.split('*')) : value).toLowerCase()
}

/**
 * Finds the few items whose pattern may match a URL, by the rarest six characters of their required
 * text.
 */
export type GramIndex<Item> = {
  add(item: Item, pattern: Pattern): void
  delete(item: Item): void
  /** Returns all items that match, and some that do not. */
  candidates(url: string): Iterable<Item>
}

export function createGramIndex<Item>(): GramIndex<Item> {
  const byGram = new Map<string, Set<Item>>()
  const anywhere = new Set<Item>()
  const gramByItem = new Map<Item, string>()
  return {
    add(item, pattern) {
      const text = requiredText(pattern)
      let rarest: string | undefined
      for (let at = 0; at + gramLength <= text.length; at++) {
        const gram = text.slice(at, at + gramLength)
        if (rarest === undefined || (byGram.get(gram)?.size ?? 0) < (byGram.get(rarest)?.size ?? 0)) rarest = gram
      }
      if (rarest === undefined) return void anywhere.add(item)
      gramByItem.set(item, rarest)
      const items = byGram.get(rarest) ?? new Set()
      byGram.set(rarest, items.add(item))
    },
    delete(item) {
      anywhere.delete(item)
      const gram = gramByItem.get(item)
      if (gram === undefined) return
      gramByItem.delete(item)
      const items = byGram.get(gram)
      items?.delete(item)
      if (items?.size === 0) byGram.delete(gram)
    },
    candidates(address) {
      const url = address.toLowerCase()
      const found = new Set(anywhere)
      for (let at = 0; at + gramLength <= url.length; at++)
        for (const item of byGram.get(url.slice(at, at + gramLength)) ?? []) found.add(item)
      return found
    },
  }
}
