import type {Fault} from '../../../contract/faults'
import type {Source} from '../../../contract/source'
import type {Draft} from '../../imported'
import {stop} from '../../making'
import {escapeRegex} from '../../sources'

/** A rewrite rule as its fields say it. */
export type Rewrite = {
  readonly matchHeader: string
  readonly matchValue: string
  readonly newHeader: string
  readonly newValue: string
  readonly isValueRegex: boolean
  readonly isHeaderRegex: boolean
  readonly onRequest: boolean
  readonly onResponse: boolean
  readonly isWhole: boolean
  readonly isCaseSensitive: boolean
  readonly isFirstOnly: boolean
}

/** What one rewrite becomes: a Request and a Response body are two rules. */
export type Made = {readonly kinds: readonly Pick<Draft, 'ruleType' | 'pairs'>[]; readonly notes: readonly Fault[]}
export type Rewriting = (rewrite: Rewrite, sources: readonly Source[]) => Made

export const pairsOf = (sources: readonly Source[], rest: object) => sources.map(source => ({source, ...rest}))
export const refusal = (path: string, reason: string): Made => ({
  kinds: [{ruleType: 'Cancel', pairs: []}],
  notes: [stop(path, reason)],
})

export const sought = ({matchValue, isValueRegex}: Rewrite): string =>
  isValueRegex ? matchValue : escapeRegex(matchValue)
