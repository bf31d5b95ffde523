import type {Source} from '../../../src/contract/source'
import {compileSource} from '../../../src/matching/matcher'
import {readSought, replaceInAddress} from '../../../src/matching/replace-text'
import {readRequest} from '../../../src/matching/request'
import {priorityOf} from '../../../src/translate/priorities'
import {translate} from '../../../src/translate/translate'
import {changedWhileMatching, followed} from '../../browser/oracle/follow'
import {aPair, aRule, type aSource} from '../builders'

/** What becomes of a Replace: its browser rules, its problems by their codes, and where an address ends up by it. */
export function toldFor(source: ReturnType<typeof aSource>, from: string, to: string) {
  const {drafts, problems} = translate(aRule('Replace', {pairs: [aPair('Replace', {source, from, to})]}))
  const rules = drafts.map(({action, condition, band}, part) => ({
    id: part + 1,
    priority: priorityOf(band, part),
    action,
    condition,
  }))
  return {codes: problems.map(({code}) => code), rules, lead: (url: string) => followed(rules, url)}
}

/** An address without its fragment, which Chrome keeps by itself. */
export const bare = (url: string): string => url.split('#')[0] ?? ''

/** Where a Replace should lead: once, or as long as its condition matches. */
export function goalsOf(source: Source, from: string, to: string, url: string): readonly string[] {
  const sought = readSought(from)
  const compiled = compileSource(source)
  if ('reason' in sought || 'fault' in compiled) throw new Error(from)
  const replaced = (each: string) => replaceInAddress(each, sought, to)
  const changed = compiled.match(readRequest({url})).matched ? replaced(url) : url
  const once = URL.canParse(changed) ? new URL(changed).href : changed
  return [once, changedWhileMatching(source, url, replaced) ?? once].map(bare)
}
