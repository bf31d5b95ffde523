import type * as z from 'zod/mini'
import type {ComponentChildren} from 'preact'
import {listModificationRows, storeModificationRows, type ModificationRow} from '../../../model/inactive-modifications'
import {RowList} from './row-list'

type ModificationRowsProps<M, P> = {
  readonly kind: 'headers' | 'parameters'
  readonly pair: P
  readonly change: (update: (now: P) => P, undoText?: string) => void
  readonly at: string
  readonly schema: z.ZodMiniType<M>
  readonly headings: readonly (string | undefined)[]
  readonly createItem: () => M
  readonly getNote?: (item: M) => string | undefined
  readonly renderItem: (item: M, at: string, set: (update: (now: M) => M) => void) => ComponentChildren
}

/** The modifications of a condition as rows that can be switched off one by one. */
export function ModificationRows<
  M extends object,
  P extends {readonly modifications: readonly M[]; readonly inactiveModifications?: unknown},
>({pair, change, at, schema, createItem, getNote, renderItem, ...rest}: ModificationRowsProps<M, P>) {
  const rows = listModificationRows(pair, schema)
  const getPath = (index: number) => {
    const isOff = rows[index]?.isOff === true
    const place = rows.slice(0, index).filter(row => row.isOff === isOff).length
    return `${at}.${isOff ? 'inactiveModifications' : 'modifications'}[${place}]`
  }
  return (
    <RowList<ModificationRow<M>>
      {...rest}
      at={`${at}.modifications`}
      items={rows}
      change={(update, undoText) =>
        change(now => storeModificationRows(now, update(listModificationRows(now, schema)), schema), undoText)
      }
      createItem={() => ({modification: createItem(), isOff: false})}
      getPath={getPath}
      activity={{isOn: row => !row.isOff, set: (row, isOn) => ({...row, isOff: !isOn})}}
      getNote={row => (row.isOff ? undefined : getNote?.(row.modification))}
      renderItem={(row, here, set) =>
        renderItem(row.modification, here, update => set(now => ({...now, modification: update(now.modification)})))
      }
    />
  )
}
