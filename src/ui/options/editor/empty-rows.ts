import type {AnyPair} from './draft'

type Row = {readonly type: string; readonly header?: string; readonly param?: string; readonly value?: string}

const isEmpty = ({type, header, param, value = ''}: Row): boolean =>
  type !== 'Remove All' && (header ?? param ?? '').trim() === '' && value === ''

/** Enter adds a row; one at the end that nobody has written in says nothing. The only row stays, so that the form can say what is missing. */
export function withoutEmptyRows(pair: AnyPair): AnyPair {
  if (!('modifications' in pair)) return pair
  const rows = pair.modifications as readonly Row[]
  const last = rows.findLastIndex(row => !isEmpty(row))
  const kept = rows.slice(0, Math.max(last, 0) + 1)
  return kept.length === rows.length ? pair : {...pair, modifications: kept}
}
