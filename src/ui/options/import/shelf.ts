import type {StoredRecord} from '../../../contract/rule'
import type {Shelf} from '../../../interchange/exported'
import type {LibraryState} from '../../state/library'

/** All rules of the library as records; one that cannot be read goes as it came. */
export const rulesHere = (library: LibraryState): readonly StoredRecord[] =>
  library.rows.peek().flatMap(row => {
    const {rule, record} = row.peek()
    const kept = rule ?? record
    return kept ? [kept] : []
  })

export const shelfOf = (library: LibraryState): Shelf => ({
  rules: rulesHere(library),
  groups: library.groups.peek(),
})
