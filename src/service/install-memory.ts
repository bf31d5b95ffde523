import {isRecord} from '../contract/json'
import type {InstallMemory} from '../contract/library'

/** Null where nothing, or nothing that can be read, is remembered. */
export function readMemory(raw: unknown): InstallMemory | null {
  if (!isRecord(raw) || typeof raw['revision'] !== 'number' || !isRecord(raw['refused'])) return null
  const refused = Object.entries(raw['refused']).map(([id, reason]) => [id, String(reason)] as const)
  return {revision: raw['revision'], refused: Object.fromEntries(refused)}
}
