import type {BrowserRule} from '../../../src/model/extension-rule'
import {resourceTypes} from '../../../src/model/source'
import {type BrowserRules, type RuleSet, chromeLimits, type Limits} from '../../../src/engine/ports'

/** One successful update, in the order of the calls. */
type Asked = {readonly set: RuleSet; readonly remove: readonly number[]; readonly add: readonly BrowserRule[]}

const domainLists = [
  'requestDomains',
  'excludedRequestDomains',
  'initiatorDomains',
  'excludedInitiatorDomains',
  'topDomains',
] as const

const appendable = /^(accept|accept-encoding|accept-language|cookie|user-agent|x-forwarded-for|via|te|range)$/

/** The reason why RE2 rejects a regex, or null. */
const refusalOfRegex = (regex: string) =>
  /\(\?<?[=!]/.test(regex) || countPatternCaptures(regex) === undefined
    ? 'syntaxError'
    : regex.length > 200
      ? 'memoryLimitExceeded'
      : null

const captures = new Map<string, number | undefined>()
/** Number of captures of a regex; undefined for an invalid one. */
function countPatternCaptures(regex: string): number | undefined {
  if (!captures.has(regex))
    try {
      captures.set(regex, (new RegExp(`${regex}|`).exec('')?.length ?? 1) - 1)
    } catch {
      captures.set(regex, undefined)
    }
  return captures.get(regex)
}

const methods = ['connect', 'delete', 'get', 'head', 'options', 'patch', 'post', 'put', 'other']

/** Chrome's error message for a rule, or undefined. */
function refusal({id, priority, action, condition}: BrowserRule): string | undefined {
  for (const method of condition.requestMethods ?? [])
    if (!methods.includes(method)) return `Error at property 'requestMethods': Value must be one of ${methods.join()}.`
  for (const type of condition.resourceTypes ?? [])
    if (!resourceTypes.includes(type)) return `Error at property 'resourceTypes': Value must be one of ${type}.`
  for (const name of domainLists)
    if (condition[name]?.some(domain => !/^([a-z0-9._-]+|\[[0-9a-f:.]+\])$/.test(domain)))
      return `Rule with id ${id} cannot have non-ascii characters as part of "${name}" key.`
  for (const name of ['requestHeaders', 'responseHeaders'] as const)
    if (action[name]?.length === 0)
      return `Rule with id ${id} cannot have an empty list as the value for "${name}" key.`
  if (action.type === 'modifyHeaders' && !action.requestHeaders && !action.responseHeaders)
    return `Rule with id ${id} must specify at least one of "requestHeaders" or "responseHeaders".`
  if (condition.regexFilter !== undefined) {
    const reason = refusalOfRegex(condition.regexFilter)
    if (reason === 'memoryLimitExceeded')
      return `Rule with id ${id} was skipped as the "regexFilter" value exceeded the 2KB memory limit when compiled.`
    if (reason !== null) return `Rule with id ${id} specifies an incorrect value for the "regexFilter" key.`
    const groups = countPatternCaptures(condition.regexFilter) ?? 0
    // RE2 allows a digit or another backslash after a backslash.
    for (const [, escaped = ''] of action.redirect?.regexSubstitution?.matchAll(/\\([^]?)/g) ?? [])
      if (escaped !== '\\' && !(/\d/.test(escaped) && Number(escaped) <= groups))
        return `Rule with id ${id} specifies an incorrect value for the "action.redirect.regexSubstitution" key.`
  }
  if (!Number.isInteger(id) || id < 1 || id > 2 ** 31 - 1) return `Rule with id ${id} must have an id of at least 1.`
  if (!Number.isInteger(priority) || priority < 1 || priority > 2 ** 31 - 1)
    return `Rule with id ${id} has an invalid priority.`
  for (const [name, value] of Object.entries(condition))
    if (Array.isArray(value) && value.length === 0)
      return `Rule with id ${id} cannot have an empty list as the value for "${name}" key.`
  if (condition.urlFilter !== undefined && condition.regexFilter !== undefined)
    return `Rule with id ${id} can't specify both "urlFilter" and "regexFilter" keys.`
  if (condition.urlFilter === '' || condition.urlFilter?.startsWith('||*'))
    return `Rule with id ${id} has an invalid urlFilter.`
  if (/[^\x20-\x7e]/.test(`${condition.urlFilter}${condition.regexFilter}${condition.requestDomains?.join('')}`))
    return `Rule with id ${id} cannot have non-ascii characters as part of "urlFilter" key.`
  const {redirect} = action
  if (redirect?.regexSubstitution !== undefined && condition.regexFilter === undefined)
    return `Rule with id ${id} can't specify a "regexSubstitution" without a "regexFilter".`
  if (redirect?.url !== undefined && /^\s*javascript:/i.test(redirect.url))
    return `Rule with id ${id} has an "action.redirect.url" key that redirects to a javascript url.`
  if (redirect?.url !== undefined && !URL.canParse(redirect.url))
    return `Rule with id ${id} does not provide a valid URL for action.redirect.url key.`
  for (const {header, operation, value} of [...(action.requestHeaders ?? []), ...(action.responseHeaders ?? [])]) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(header))
      return `Rule with id ${id} must specify a valid header name to be modified.`
    if (operation !== 'remove' && (value === undefined || /[\r\n]/.test(value)))
      return `Rule with id ${id} must provide a valid header value to be appended/set.`
  }
  const appended = action.requestHeaders?.find(
    ({header, operation}) => operation === 'append' && !appendable.test(header),
  )
  return appended && `Rule with id ${id} specifies an invalid request header to be appended.`
}

export type StrictBrowser = BrowserRules & {
  readonly updates: Asked[]
  readonly rules: Readonly<Record<RuleSet, Map<number, BrowserRule>>>
  /** Rejects further rules with this message. */
  getRefusal: (rule: BrowserRule) => string | undefined
  /** Called before each update. */
  onUpdate: () => void
}

/**
 * A fake declarativeNetRequest as strict as Chrome: atomic updates, unique ids, the same limits and
 * errors.
 */
export function createStrictBrowser(limits: Limits = chromeLimits): StrictBrowser {
  const rules = {dynamic: new Map<number, BrowserRule>(), session: new Map<number, BrowserRule>()}
  const browser: StrictBrowser = {
    rules,
    updates: [],
    getRefusal: () => undefined,
    onUpdate: () => undefined,
    installed: set => Promise.resolve([...rules[set].values()].map(rule => structuredClone(rule))),
    async update(set, {remove, add}) {
      await Promise.resolve()
      browser.onUpdate()
      const next = new Map(rules[set])
      for (const id of remove) next.delete(id)
      for (const rule of add) {
        if (next.has(rule.id)) throw new Error(`Rule with id ${rule.id} does not have a unique ID.`)
        const reason = refusal(rule) ?? browser.getRefusal(rule)
        if (reason !== undefined) throw new Error(reason)
        next.set(rule.id, structuredClone(rule))
      }
      const all = [...next.values()]
      const unsafe = all.filter(({action}) => !['block', 'allow'].includes(action.type)).length
      const other = set === 'dynamic' ? rules.session : rules.dynamic
      const regexes = [...all, ...other.values()].filter(({condition}) => condition.regexFilter !== undefined).length
      if (all.length > limits[set]) throw new Error(`${set} rule count exceeded.`)
      if (unsafe > (set === 'dynamic' ? limits.unsafeDynamic : limits.session))
        throw new Error(`Unsafe ${set} rule count exceeded.`)
      if (regexes > limits.regexes) throw new Error(`${set} rule count for regex rules exceeded.`)
      rules[set] = next
      browser.updates.push({set, remove: [...remove], add: [...add]})
    },
    getRegexRefusal: ({regex}) => Promise.resolve(refusalOfRegex(regex)),
    hasFileAccess: () => Promise.resolve(false),
    extension: {id: 'abcdefghijklmnop', origin: 'chrome-extension://abcdefghijklmnop', installationToken: 'unknown'},
  }
  return browser
}
