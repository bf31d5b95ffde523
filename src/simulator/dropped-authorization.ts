import type {HeaderModification} from '../model/rules/headers'
import type {Verdict} from './verdict'

/** A Headers rule that sets Authorization for a URL, but not for the URL after a redirect. */
export type DroppedAuthorization = {
  readonly by: {readonly id: string; readonly name: string}
  /** The host that gets no Authorization, with its port. */
  readonly host: string
  readonly change: HeaderModification
}

const isAuthorization = (header: string) => header.trim().toLowerCase() === 'authorization'

const setsAuthorization = ({effect}: Verdict): boolean =>
  effect?.kind === 'headers' &&
  effect.changes.some(({target, change}) => target === 'request' && isAuthorization(change.header))

const getHost = (url: string) => URL.parse(url)?.host ?? ''

/** The change of a Headers rule that does not match the URL after a redirect. */
export function getDroppedAuthorization({candidate, reason, match}: Verdict): DroppedAuthorization | null {
  if (reason?.why !== 'goes-elsewhere' || !match || candidate.rule.ruleType !== 'Headers') return null
  const host = getHost(reason.url)
  if (host === '' || host === getHost(match.url)) return null
  const {modifications = []} = match.condition.pair as {readonly modifications?: readonly HeaderModification[]}
  const change = modifications.find(
    ({header, type, target}) => isAuthorization(header) && type !== 'Remove' && target !== 'Response',
  )
  return change ? {by: {id: candidate.id, name: candidate.rule.name}, host, change} : null
}

/**
 * Finds the Authorization that a redirect loses. Chrome removes the header in a redirect to another
 * origin: https://fetch.spec.whatwg.org/#concept-http-redirect-fetch
 */
export function findDroppedAuthorization(verdicts: readonly Verdict[], redirect: Verdict): DroppedAuthorization | null {
  if (redirect.effect?.kind !== 'redirected' || verdicts.some(setsAuthorization)) return null
  for (const verdict of verdicts) {
    const isByRedirect = verdict.reason?.why === 'goes-elsewhere' && verdict.reason.by.id === redirect.candidate.id
    const dropped = isByRedirect ? getDroppedAuthorization(verdict) : null
    if (dropped) return dropped
  }
  return null
}
