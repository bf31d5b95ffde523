import {canonicalUrl, withoutFragment} from '../matching/address'
import {compileExpression} from '../matching/expression'
import {text as textToken} from '../matching/regex/tokens'
import {replaceInAddress, type Sought} from '../matching/replace-text'
import {fixedTexts, waysOf} from '../matching/regex/tree'
import type {Hop} from './hops'
import {anything, text, type Layout} from './layout'
import {ordinaryAddresses, touchingAddresses} from './ordinary'
import {sampleOf} from '../matching/sample'
import {inTurn} from './samples'
import {substituting, type Substituting} from './substitution'

/** One in so many addresses is one that hardly anybody has. */
const fewOf = 10
/** So many addresses are tried, from among all. */
const mostTried = 40
/** A change that goes on longer than that leads elsewhere. */
const mostHops = 6

const written = (url: string): string | undefined => {
  const read = canonicalUrl(url)
  return read === undefined ? undefined : withoutFragment(read)
}

function firstOf(steps: readonly Substituting[], url: string): string | undefined {
  for (const step of steps) {
    const next = step(url)
    if (next !== undefined) return next
  }
  return undefined
}

/** Behind a path there may be a query. */
const queried = (layout: Layout): readonly Layout[] =>
  layout.at(-1)?.kind === 'query' ? [layout, [...layout.slice(0, -1), text('?'), anything]] : [layout]

const once = (texts: readonly string[]): string[] => [...new Set(texts)].filter(each => each !== '')

/**
 * Whether these hops lead ordinary addresses elsewhere than the replacement does, as they may where the one place in it takes of what the source
 * fixes. One address is enough for what is found again in its new text: Chrome is told nothing of such places then.
 */
export function leadElsewhere(
  layouts: readonly Layout[],
  hops: readonly Hop[],
  {sought, to, sticks}: {readonly sought: Sought; readonly to: string; readonly sticks: boolean},
): boolean {
  const tokens = sought.kind === 'text' ? [textToken(sought.text)] : sought.tokens
  const ways = waysOf(tokens)
  const find = compileExpression(tokens, false)
  const sampled = (...turns: readonly Parameters<typeof inTurn>[0][]) =>
    once(ways.flatMap(way => turns.map(turn => sampleOf(way, inTurn(turn)))))
  const samples = {
    whole: sampled({at: 0}, {at: 1}, {at: 0, isLong: true}),
    more: sampled({at: 0, wanted: 'abc'}, {at: 0, wanted: '123'}),
    parts: once(ways.flatMap(fixedTexts)),
  }
  const hasOnePlace = (url: string) => {
    const found = find(url)
    return found !== null && found.to > found.from && !find(url, found.to)
  }
  const steps = hops.map(({regexFilter, regexSubstitution}) => substituting(regexFilter, regexSubstitution))
  const led = (url: string): string | undefined => {
    let at = url
    for (let hop = 0; hop < mostHops; hop++) {
      const changed = firstOf(steps, at)
      if (changed === undefined) return at
      const next = written(changed)
      if (next === undefined || next === at) return next
      at = next
    }
    return undefined
  }
  const all = layouts.flatMap(queried)
  const some = (addresses: readonly string[]) => {
    const held = once(addresses).filter(hasOnePlace)
    const stride = Math.max(1, Math.floor(held.length / mostTried))
    return held.filter((_, at) => at % stride === 0)
  }
  const tried = [
    ...some(all.flatMap(layout => touchingAddresses(layout, samples))),
    ...some(all.flatMap(layout => ordinaryAddresses(layout, samples))),
  ]
    .map(each => [led(each), written(replaceInAddress(each, sought, to))] as const)
    .filter(([, wanted]) => wanted !== undefined)
  const wrong = tried.filter(([at, wanted]) => at !== wanted).length
  return sticks ? wrong > 0 : wrong > tried.length / fewOf
}
