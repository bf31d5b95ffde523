import {shortenName} from './quote'
import type {Problem} from '../../model/problems'
import type {LibraryState} from '../state/library'
import {getRuleName} from '../state/sections'
import {commonTexts} from '../../locales/common'
import {sentenceTexts} from '../../locales/sentences'

const shortenUrl = (url: string) => (url.length > 64 ? `${url.slice(0, 40)}…${url.slice(-20)}` : url)

export function shortenUrls(chain: readonly string[]): readonly string[] {
  const schemes = new Set(chain.map(url => url.split(':')[0]))
  const shortened = schemes.size === 1 ? chain.map(url => url.replace(/^\w+:\/\//, '')) : chain
  return shortened.map(url => shortenUrl(url.replace(/^((?:\w+:\/\/)?[^/]+)\/$/, '$1')))
}

export const formatChain = (urls: readonly string[]): string => urls.join(' → ')

/** Adds rule names to a loop: "a.test → b.test (this rule) → a.test (“Back to a”)." */
export function addRuleNamesToLoop(problem: Problem, own: string | undefined, library: LibraryState): Problem {
  const {code, params, rules, urls} = problem
  if (code !== 'loop' || rules === undefined || urls === undefined) return problem
  const [first = '', ...others] = shortenUrls(urls)
  const steps = others.map((url, index) => {
    const view = rules[index] === own ? undefined : library.getRow(rules[index] ?? '')?.value
    if (rules[index] === own) return sentenceTexts('loop.byThis', {address: url})
    return view
      ? sentenceTexts('loop.by', {address: url, name: shortenName(getRuleName(view, commonTexts('untitled')))})
      : url
  })
  return {...problem, params: {...params, chain: `${formatChain([first, ...steps])}.`}}
}

export function getNextRuleInLoop({rules = []}: Problem, own: string): string | undefined {
  const at = rules.indexOf(own)
  return [...rules.slice(at + 1), ...rules.slice(0, Math.max(at, 0))].find(id => id !== own)
}
