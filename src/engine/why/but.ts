import type {Verdict} from './verdict'

/** Why something that was applied may not look so. */
export type But = 'devtools' | 'cache' | 'service-worker' | 'tab-older'

/** What is known of a request that was made. Times in milliseconds since 1970. */
export type Seen = {
  readonly fromCache?: boolean
  readonly fromServiceWorker?: boolean
  /** When the document was opened that asked. */
  readonly openedAt?: number
  /** When the rule last came into force. */
  readonly inForceSince?: number
}

const changesAnswer = ({deed}: Verdict): boolean =>
  deed?.did === 'headers' && deed.made.some(({target}) => target === 'response')

/** Whether a rule acts on pages that are opened from now on only: what is told to a page is told before its first script. */
const needsReload = ({deed, contender}: Verdict, {openedAt, inForceSince}: Seen): boolean =>
  openedAt !== undefined &&
  inForceSince !== undefined &&
  openedAt < inForceSince &&
  (deed?.did === 'in-page' || contender.rule.ruleType === 'UserAgent')

/** Of a rule that was applied, the first thing that hides it from who looks; null where nothing does. */
export function butOf(verdict: Verdict, seen: Seen = {}): But | null {
  if (verdict.deed === null) return null
  if (changesAnswer(verdict)) return 'devtools'
  if (seen.fromCache === true) return 'cache'
  if (seen.fromServiceWorker === true) return 'service-worker'
  return needsReload(verdict, seen) ? 'tab-older' : null
}
