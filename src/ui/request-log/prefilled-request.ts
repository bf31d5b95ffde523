import * as z from 'zod/mini'
import {resourceTypes} from '../../model/source'
import type {StoredValues} from '../browser-adapter'
import type {Asked} from './request-events'

const answer = z.object({status: z.number(), text: z.string()})
const prepared = z.object({
  url: z.string(),
  method: z.string(),
  type: z.enum(resourceTypes),
  answer: z.nullable(answer),
})

export type Answer = z.infer<typeof answer>
export type Prepared = z.infer<typeof prepared>

const placeOf = (name: string) => `prepared:${name}`

/** Stores a request for the form that is opened next; returns its name. */
export async function prepare(
  storedValues: StoredValues,
  {url, method, type}: Asked,
  came: Answer | null,
): Promise<string> {
  const name = crypto.randomUUID().slice(0, 13)
  await storedValues.write(placeOf(name), {url, method, type, answer: came} satisfies Prepared)
  return name
}

/** Reads and removes the request stored under a name. */
export async function takePrepared(storedValues: StoredValues, name: string): Promise<Prepared | null> {
  const read = prepared.safeParse(await storedValues.read(placeOf(name)).catch(() => undefined))
  await storedValues.remove(placeOf(name)).catch(() => undefined)
  return read.success ? read.data : null
}
