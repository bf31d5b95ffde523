import type {ImportedRecord} from '../../imported'
import type {Exchange} from './exchange'

/** An entry, what it becomes, and which pages have asked for it, as the file names them. */
export type Answered = {
  readonly exchange: Exchange
  readonly records: readonly ImportedRecord[]
  readonly pages: readonly string[]
}
