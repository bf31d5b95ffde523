import * as z from 'zod/mini'
import type {InstallMemory} from '../contract/library'

const schema = z.object({revision: z.number(), refused: z.record(z.string(), z.string())})

/** Null where nothing, or nothing that can be read, is remembered. */
export function readMemory(raw: unknown): InstallMemory | null {
  const parsed = z.safeParse(schema, raw)
  return parsed.success ? parsed.data : null
}
