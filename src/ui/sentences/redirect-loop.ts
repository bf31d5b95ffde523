import {shortenName} from './quote'
import {toNext, type Problem} from '../../model/problems'
import type {LibraryState} from '../state/library'
import {getRuleName} from '../state/sections'
import {commonTexts} from '../../locales/common'
import {sentenceTexts} from '../../locales/sentences'

const inShort = (address: string) => (address.length > 64 ? `${address.slice(0, 40)}…${address.slice(-20)}` : address)

export function shortAddresses(chain: readonly string[]): readonly string[] {
  const schemes = new Set(chain.map(address => address.split(':')[0]))
  const bare = schemes.size === 1 ? chain.map(address => address.replace(/^\w+:\/\//, '')) : chain
  return bare.map(address => inShort(address.replace(/^((?:\w+:\/\/)?[^/]+)\/$/, '$1')))
}

/** Adds rule names to a loop: "a.test → b.test (this rule) → a.test (“Back to a”)." */
export function withRuleNames(problem: Problem, own: string | undefined, library: LibraryState): Problem {
  const {code, says, rules} = problem
  if (code !== 'loop' || rules === undefined || typeof says?.['chain'] !== 'string') return problem
  const [first = '', ...others] = shortAddresses(says['chain'].split(toNext))
  const ledTo = others.map((address, index) => {
    const view = rules[index] === own ? undefined : library.getRow(rules[index] ?? '')?.value
    if (rules[index] === own) return sentenceTexts('loop.byThis', {address})
    return view
      ? sentenceTexts('loop.by', {address, name: shortenName(getRuleName(view, commonTexts('untitled')))})
      : address
  })
  return {...problem, says: {...says, chain: `${[first, ...ledTo].join(toNext)}.`}}
}

export function nextOfLoop({rules = []}: Problem, own: string): string | undefined {
  const at = rules.indexOf(own)
  return [...rules.slice(at + 1), ...rules.slice(0, Math.max(at, 0))].find(id => id !== own)
}
