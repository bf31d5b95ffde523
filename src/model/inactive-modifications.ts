import * as z from 'zod/mini'
import {toArray, isRecord, without, type JsonRecord} from './json'

/** A row of a form. Rows that are off are stored apart, so that no other reader applies them. */
export type ModificationRow<M> = {readonly modification: M; readonly isOff: boolean}

type Pair<M> = {readonly modifications: readonly M[]; readonly inactiveModifications?: unknown}

/** Switchyard's own field: the row of the form that the modification stands in. */
const place = z.object({position: z.number()})

type Inactive<M> = ModificationRow<M> & {readonly position: number}

function readInactive<M>(raw: unknown, schema: z.ZodMiniType<M>): Inactive<M> | undefined {
  const at = place.safeParse(raw)
  const read = schema.safeParse(isRecord(raw) ? without(raw, 'position') : raw)
  return at.success && read.success ? {modification: read.data, isOff: true, position: at.data.position} : undefined
}

/** The modifications of a pair in the order of the form, with those that are off. */
export function listModificationRows<M>(pair: Pair<M>, schema: z.ZodMiniType<M>): readonly ModificationRow<M>[] {
  const rows: ModificationRow<M>[] = pair.modifications.map(modification => ({modification, isOff: false}))
  const inactive = toArray(pair.inactiveModifications).flatMap(raw => readInactive(raw, schema) ?? [])
  for (const {position, ...row} of inactive.toSorted((a, b) => a.position - b.position)) rows.splice(position, 0, row)
  return rows
}

/** The pair with these rows. Inactive modifications that cannot be read are kept. */
export function storeModificationRows<M extends object, P extends Pair<M>>(
  pair: P,
  rows: readonly ModificationRow<M>[],
  schema: z.ZodMiniType<M>,
): P {
  const unread = toArray(pair.inactiveModifications).filter(raw => readInactive(raw, schema) === undefined)
  const inactive = rows.flatMap(({isOff, modification}, position) => (isOff ? [{...modification, position}] : []))
  const stored = [...inactive, ...unread]
  return {
    ...without(pair, 'inactiveModifications'),
    modifications: rows.flatMap(({isOff, modification}) => (isOff ? [] : [modification])),
    ...(stored.length === 0 ? {} : {inactiveModifications: stored}),
  } as unknown as P
}

export const hasInactiveModifications = (pair: JsonRecord): boolean => toArray(pair['inactiveModifications']).length > 0
