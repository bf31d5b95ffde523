import type {Problem} from '../contract/problems'
import type {Source} from '../contract/source'
import {readPattern} from '../matching/pattern'
import {narrow, type Narrowing} from './condition'
import type {Gathering} from './build'

/** What pages can do for a pair: all that the filters leave of it, or why that is nothing. */
export type PagePart = {readonly narrowing: Narrowing; readonly reaches: boolean; readonly hasPayload: boolean}

/** A pair of Request or Response without a value in its source, or without one at all, is for every fetch and XMLHttpRequest. */
export const isForEvery = (source: Source | undefined): boolean => source === undefined || source.value.trim() === ''

/** Takes the part of a pair that is done inside pages, for fetch and XMLHttpRequest. */
export function takePagePart(
  to: Gathering,
  source: Source | undefined,
  pair: number,
  mayBeForEvery = false,
): PagePart | null {
  const filters = source?.filters ?? []
  const hasPayload = filters.some(({requestPayload}) => requestPayload !== undefined)
  const fault = (problems: readonly Problem[]) => {
    to.problems.push(...problems)
    return null
  }
  if (source !== undefined && !(mayBeForEvery && isForEvery(source))) {
    const read = readPattern(source)
    if ('fault' in read)
      return fault([{code: read.fault.code, pair, field: 'source.value', says: {reason: read.fault.reason}}])
  }
  // Pages can read what a request sends.
  const {narrowing, problems} = narrow(
    filters.map(({requestPayload: _read, ...rest}) => rest),
    pair,
  )
  if (narrowing === null) return fault(problems)
  const {resourceTypes} = narrowing
  const reaches = resourceTypes === null || resourceTypes.includes('xmlhttprequest')
  if (reaches) to.inPage.push(pair)
  return {narrowing, reaches, hasPayload}
}
