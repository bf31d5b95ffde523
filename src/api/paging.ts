import {fault, type Fault, faultText} from '../model/faults'
import {isRecord} from '../model/json'
import {defaultPageSize, largestPageSize, type Page, type PageRequest} from './rule-service'
import {invalidError} from './service-error'

/** Applies the documented defaults; throws a 400 for an invalid page request. */
export function readPageRequest(request: PageRequest): Required<PageRequest> {
  const faults: Fault[] = isRecord(request)
    ? []
    : [fault('', 'page', faultText('mustBe', {what: faultText('anObject')}))]
  const {offset = 0, pageSize = defaultPageSize} = request ?? {}
  if (!Number.isInteger(offset) || offset < 0) faults.push(fault('offset', 'page', faultText('wrongOffset')))
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > largestPageSize)
    faults.push(fault('pageSize', 'page', faultText('wrongPageSize', {most: largestPageSize})))
  if (faults.length > 0) throw invalidError(faultText('thePage'), faults)
  return {offset, pageSize}
}

/** Returns one page; `show` is called only for its records. */
export function paginate<Kept, Shown>(
  all: readonly Kept[],
  request: PageRequest,
  show: (each: Kept) => Shown,
): Page<Shown> {
  const {offset, pageSize} = readPageRequest(request)
  const next = offset + pageSize
  return {
    success: true,
    data: all.slice(offset, next).map(show),
    total: all.length,
    nextOffset: next < all.length ? next : null,
  }
}
