import * as z from 'zod/mini'
import {resourceTypes} from '../../model/source'
import type {StoredValues} from '../browser-adapter'
import type {LoggedRequest} from './request-events'

const answerSchema = z.object({status: z.number(), text: z.string()})
const prefilledRequestSchema = z.object({
  url: z.string(),
  method: z.string(),
  type: z.enum(resourceTypes),
  answer: z.nullable(answerSchema),
})

export type RecordedAnswer = z.infer<typeof answerSchema>
export type PrefilledRequest = z.infer<typeof prefilledRequestSchema>

const getStorageKey = (name: string) => `prepared:${name}`

/** Stores a request for the form that is opened next; returns its name. */
export async function storePrefilledRequest(
  storedValues: StoredValues,
  {url, method, type}: LoggedRequest,
  came: RecordedAnswer | null,
): Promise<string> {
  const name = crypto.randomUUID().slice(0, 13)
  await storedValues.write(getStorageKey(name), {url, method, type, answer: came} satisfies PrefilledRequest)
  return name
}

/** Reads and removes the request stored under a name. */
export async function takePrefilledRequest(storedValues: StoredValues, name: string): Promise<PrefilledRequest | null> {
  const read = prefilledRequestSchema.safeParse(await storedValues.read(getStorageKey(name)).catch(() => undefined))
  await storedValues.remove(getStorageKey(name)).catch(() => undefined)
  return read.success ? read.data : null
}
