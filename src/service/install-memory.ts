import * as z from 'zod/mini'
import type {InstallMemory} from '../contract/library'

const schema = z.object({
  revision: z.number(),
  refused: z.record(z.string(), z.string()),
  loops: z.optional(z.array(z.object({ruleId: z.string(), rules: z.array(z.string()), chain: z.array(z.string())}))),
})

/** Null where nothing, or nothing that can be read, is remembered. */
export const readMemory = (raw: unknown): InstallMemory | null => schema.safeParse(raw).data ?? null
