import type {Verdict} from './verdict'

/** Why something that was applied may not look so. */
export type But = 'devtools' | 'cache' | 'service-worker' | 'tab-older'

/** What is known of a request that was made. Times in milliseconds since 1970. */
export type Seen = {
  readonly fromCache?: boolean
  readonly fromServiceWorker?: boolean
  /** When the document was opened that asked. */
  readonly openedAt?: number
}

const changesAnswer = ({deed}: Verdict): boolean =>
  deed?.did === 'headers' && deed.made.some(({target}) => target === 'response')

/** Whether the rule is younger than the page, whose scripts were told who they run in before the first of them. */
const needsReload = ({contender: {rule}}: Verdict, {openedAt}: Seen): boolean =>
  openedAt !== undefined && rule.ruleType === 'UserAgent' && openedAt < (rule.modificationDate ?? 0)

/** Of a rule that was applied, the first thing that hides it from who looks; null where nothing does. */
export function butOf(verdict: Verdict, seen: Seen = {}): But | null {
  if (verdict.deed === null) return null
  if (changesAnswer(verdict)) return 'devtools'
  if (seen.fromCache === true) return 'cache'
  if (seen.fromServiceWorker === true) return 'service-worker'
  return needsReload(verdict, seen) ? 'tab-older' : null
}
