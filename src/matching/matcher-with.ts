import type {FilterName, PreparedSource} from '../contract/prepared-source'
import {comparing} from './compare'
import {readFilters, type ReadPayloads} from './filters'
import type {AskedRequest} from './request'

/** The captures are `$1`… in order; one that took no part is empty. */
type Match = {readonly matched: true; readonly captures: readonly string[]}
type Miss = {readonly matched: false; readonly because: 'source' | FilterName}

export type Matcher = (request: AskedRequest) => Match | Miss

const otherAddress: Miss = {matched: false, because: 'source'}

/** The second half of matching: what was prepared as a question to requests. */
export function matcherWith(payloads: ReadPayloads, {text, compare, filters}: PreparedSource): Matcher {
  const capturesIn = comparing(compare)
  const read = filters.length > 0 ? readFilters(filters, payloads) : []
  return request => {
    const captures = capturesIn(request.address[text])
    if (captures === null) return otherAddress
    const failed = read.find(filter => !filter.holds(request))
    return failed ? {matched: false, because: failed.name} : {matched: true, captures}
  }
}
