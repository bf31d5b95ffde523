import type {Rule} from '../../../src/model/rule'
import type {Source} from '../../../src/model/source'
import {createNavigationRules} from '../../../src/engine/page-plan'
import {withoutFragment} from '../../../src/matching/address'
import {compileSource} from '../../../src/matching/matcher'
import {readSearchPattern, replaceInAddress} from '../../../src/matching/replace-text'
import {readRequest} from '../../../src/matching/request'
import {followRedirects} from '../../../src/page/isolated/redirect-chain'
import {getPriority} from '../../../src/dnr/priorities'
import {translateRule} from '../../../src/dnr/translate'
import type {Translation} from '../../../src/dnr/translation'
import {changeWhileMatching, followBrowserRules} from '../../browser/oracle/follow'
import {aPair, aRule, type aSource} from '../builders'

/**
 * Translates a Replace rule and returns its problem codes, its browser rules and a function that
 * applies them to a URL, through the fallback where it is needed.
 */
export function translateReplace(source: ReturnType<typeof aSource>, from: string, to: string) {
  const rule = aRule('Replace', {pairs: [aPair('Replace', {source, from, to})]})
  const translation = translateRule(rule)
  const {templates, problems} = translation
  const rules = templates.map(({action, condition, band}, part) => ({
    id: part + 1,
    priority: getPriority(band, part),
    action,
    condition,
  }))
  const lead = createFallbackRedirect(rule, translation) ?? ((url: string) => followBrowserRules(rules, url))
  return {codes: problems.map(({code}) => code), rules, lead}
}

/** Applies a rule's fallback to a fetch; undefined for a rule that Chrome handles. */
export function createFallbackRedirect(rule: Rule, {problems, fallbackPairs = []}: Translation) {
  if (fallbackPairs.length === 0) return undefined
  const follow = followRedirects(createNavigationRules([{rule, inPagePairs: [], fallbackPairs, problems}], false))
  return (url: string) => {
    const {redirectUrl} = follow(withoutFragment(url), at => readRequest({url: at, resourceType: 'xmlhttprequest'}))
    return redirectUrl === null ? {url, hops: 0} : {url: redirectUrl + (URL.parse(url)?.hash ?? ''), hops: 1}
  }
}

/** Chrome keeps the fragment on a redirect. */
export const stripFragment = (url: string): string => url.split('#')[0] ?? ''

/** The URLs that are correct: replaced once, or as often as the condition matches. */
export function getExpectedUrls(source: Source, from: string, to: string, url: string): readonly string[] {
  const sought = readSearchPattern(from)
  const compiled = compileSource(source)
  if ('reason' in sought || 'fault' in compiled) throw new Error(from)
  const replaced = (each: string) => replaceInAddress(each, sought, to)
  const changed = compiled.match(readRequest({url})).matched ? replaced(url) : url
  const once = URL.canParse(changed) ? new URL(changed).href : changed
  return [once, changeWhileMatching(source, url, replaced) ?? once].map(stripFragment)
}

/** Whether the new text matches again more often than the fallback follows redirects. */
export function isEndlessReplace(source: Source, from: string, to: string, url: string): boolean {
  const sought = readSearchPattern(from)
  const compiled = compileSource(source)
  if ('reason' in sought || 'fault' in compiled) return false
  let at = url
  for (let hop = 0; hop < 20; hop++) {
    const next = compiled.match(readRequest({url: at})).matched ? replaceInAddress(at, sought, to) : at
    const written = URL.canParse(next) ? stripFragment(new URL(next).href) : at
    if (written === at) return false
    at = written
  }
  return true
}
