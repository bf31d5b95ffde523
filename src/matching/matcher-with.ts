import type {FilterName, PreparedSource} from '../contract/prepared-source'
import {readFilters} from './filters'
import type {AskedRequest} from './request'

/** The captures are `$1`… in order; one that took no part is empty. */
type Match = {readonly matched: true; readonly captures: readonly string[]}
type Miss = {readonly matched: false; readonly because: 'source' | FilterName}

export type Matcher = (request: AskedRequest) => Match | Miss

const otherAddress: Miss = {matched: false, because: 'source'}

/** What was prepared as a question to requests: `capturesIn` gives what it finds in a text of their address, null where that does not match. */
export function matcherWith(
  {text, filters}: Pick<PreparedSource, 'text' | 'filters'>,
  capturesIn: (text: string) => readonly string[] | null,
): Matcher {
  const read = filters.length > 0 ? readFilters(filters) : []
  return request => {
    const captures = capturesIn(request.address[text])
    if (captures === null) return otherAddress
    const failed = read.find(filter => !filter.holds(request))
    return failed ? {matched: false, because: failed.name} : {matched: true, captures}
  }
}
