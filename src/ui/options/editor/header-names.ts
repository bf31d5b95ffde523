import type {PairOf} from '../../../contract/rules'

/** A name that was pasted with a space around it is meant without. */
export function withTrimmedNames(pair: PairOf<'Headers'>): PairOf<'Headers'> {
  if (pair.modifications.every(each => each.header === each.header.trim())) return pair
  return {...pair, modifications: pair.modifications.map(each => ({...each, header: each.header.trim()}))}
}
