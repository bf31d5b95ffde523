import {toNext, type Problem} from '../../contract/problems'
import type {LibraryState} from '../state/library'
import {nameOf} from '../state/sections'
import {circleWords as words, common} from '../words'

/** Of a long one its beginning and its end: it would hide the others. */
const inShort = (address: string) => (address.length > 64 ? `${address.slice(0, 40)}…${address.slice(-20)}` : address)

/** Addresses that all have one scheme are known without it, and a host without its slash. */
export function shortAddresses(chain: readonly string[]): readonly string[] {
  const schemes = new Set(chain.map(address => address.split(':')[0]))
  const bare = schemes.size === 1 ? chain.map(address => address.replace(/^\w+:\/\//, '')) : chain
  return bare.map(address => inShort(address.replace(/^((?:\w+:\/\/)?[^/]+)\/$/, '$1')))
}

/** A loop with the rules that it goes round by: "a.test → b.test (this rule) → a.test (“Back to a”)." Any other problem as it is. */
export function withRuleNames(problem: Problem, own: string | undefined, library: LibraryState): Problem {
  const {code, says, rules} = problem
  if (code !== 'loop' || rules === undefined || typeof says?.['chain'] !== 'string') return problem
  const [first = '', ...others] = shortAddresses(says['chain'].split(toNext))
  const ledTo = others.map((address, index) => {
    const view = rules[index] === own ? undefined : library.rowOf(rules[index] ?? '')?.value
    if (rules[index] === own) return words.byThis(address)
    return view ? words.by(address, nameOf(view, common.untitled)) : address
  })
  return {...problem, says: {...says, chain: `${[first, ...ledTo].join(toNext)}.`}}
}

/** Of the rules of a loop the one that acts after this one. */
export function nextOfLoop({rules = []}: Problem, own: string): string | undefined {
  const at = rules.indexOf(own)
  return [...rules.slice(at + 1), ...rules.slice(0, Math.max(at, 0))].find(id => id !== own)
}
