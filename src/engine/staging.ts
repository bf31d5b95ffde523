import type {NewRecords} from '../contract/library'
import {noAnswerHere} from '../contract/reasons'
import {noAnswer, ServiceError} from '../contract/service-error'

type Given = NewRecords['rules']

/** Rules that come in several messages, until the last of them is here: who stops in between leaves nothing. */
export type Staging = {
  readonly put: (name: string, rules: Given) => void
  /** All of them, of which there must be `count`. */
  readonly take: (name: string, count: number) => Given
}

/** What was begun and not gone on with for so long, in milliseconds, is never finished. */
const longestPause = 60_000

export function createStaging(now: () => number): Staging {
  const begun = new Map<string, {rules: Given; at: number}>()
  return {
    put(name, rules) {
      for (const [other, {at}] of begun) if (now() - at > longestPause) begun.delete(other)
      begun.set(name, {rules: [...(begun.get(name)?.rules ?? []), ...rules], at: now()})
    },
    take(name, count) {
      const rules = begun.get(name)?.rules ?? []
      begun.delete(name)
      // The worker was ended in between, and what it had is gone.
      if (rules.length !== count) throw new ServiceError(500, noAnswer, noAnswerHere)
      return rules
    },
  }
}
