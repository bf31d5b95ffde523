import {tooManyRecords} from '../contract/reasons'
import {ImportError} from './import-error'
import type {Progress} from './imported'
import {limits} from './limits'

/** How many records are read between two words of progress. */
const stride = 50

/** Reads a list one by one, telling how far it is. `at` is the list's own place in the file. */
export function* eachOf<Item>(
  items: readonly Item[],
  at: string,
  read: (item: Item, index: number) => void,
): Generator<Progress, void, void> {
  const total = items.length
  if (total > limits.records) throw new ImportError(at, 'too-much', tooManyRecords(total, limits.records))
  for (const [index, item] of items.entries()) {
    if (index % stride === 0) yield {done: index, total}
    read(item, index)
  }
  yield {done: total, total}
}
