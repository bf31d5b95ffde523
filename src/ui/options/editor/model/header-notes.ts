import type {HeaderModification} from '../../../../model/rules/headers'
import {matchesEveryRequest, type Source} from '../../../../model/source'
import {headerNames} from '../../../data/header-names'

const toName = ({header}: HeaderModification) => header.trim().toLowerCase()

// A browser rejects a response that has one of these twice:
// https://fetch.spec.whatwg.org/#concept-cors-check
const singleCorsHeaders: ReadonlySet<string> = new Set([
  'access-control-allow-origin',
  'access-control-allow-credentials',
])

export type HeaderRowNote = 'corsTwice' | 'allCookies'

/** Returns what a change of a response header breaks. */
export function getHeaderRowNote(change: HeaderModification): HeaderRowNote | undefined {
  if (change.target !== 'Response') return undefined
  if (change.type === 'Add' && singleCorsHeaders.has(toName(change))) return 'corsTwice'
  return change.type === 'Modify' && toName(change) === 'set-cookie' ? 'allCookies' : undefined
}

const preflightHeaders: ReadonlySet<string> = new Set(['access-control-allow-methods', 'access-control-allow-headers'])

/** Whether the changes are for a preflight, which fails unless OPTIONS is answered with 2xx. */
export const answersPreflight = (changes: readonly HeaderModification[]): boolean =>
  changes.some(
    change => change.target === 'Response' && change.type !== 'Remove' && preflightHeaders.has(toName(change)),
  )

const isSent = ({target, type}: HeaderModification) => target !== 'Response' && type !== 'Remove'
const standardNames: ReadonlySet<string> = new Set(headerNames.map(name => name.toLowerCase()))

/** Whether a server can notice that a header name of its own is sent in lower case. */
export const losesCapitals = (changes: readonly HeaderModification[]): boolean =>
  changes.some(change => isSent(change) && /[A-Z]/.test(change.header) && !standardNames.has(toName(change)))

const tokenName = /^(?:proxy-)?authorization$|^cookie$|api-?key|token|secret/

/** Whether the source names a host or a part of one, or is unfinished, so that nothing is sent. */
function namesHost({key, operator, value}: Source): boolean {
  if (matchesEveryRequest({key, operator, value})) return false
  if (value.trim() === '') return true
  if (key === 'path') return false
  const text = operator === 'Matches' ? value.replace(/\\(.)/g, '$1') : value
  if (key === 'host') return /[\p{L}\p{N}]/u.test(text)
  const [, afterScheme] = /:\/\/([^/?#]*)/.exec(text) ?? []
  if (afterScheme !== undefined) return /[\p{L}\p{N}]/u.test(afterScheme)
  // Without a scheme: shop.test, localhost, or a port.
  return !/^[\^*.]*[/?&=]/.test(text) && /localhost|[\p{L}\p{N}-]\.[\p{L}\p{N}]|:\d/u.test(text)
}

/** Returns the name of a header with a secret that the rule sends to every site. */
export function getTokenForEverySite(source: Source, changes: readonly HeaderModification[]): string | undefined {
  const isLimited = (source.filters ?? []).some(({pageDomains = []}) => pageDomains.length > 0)
  if (isLimited || namesHost(source)) return undefined
  return changes.find(change => isSent(change) && tokenName.test(toName(change)))?.header.trim()
}
