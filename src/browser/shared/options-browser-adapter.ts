import {toManagedPolicyView} from '../../model/managed-policy'
import type {OptionsBrowserAdapter} from '../../ui/browser-adapter'
import {allSites, pageBrowserAdapter} from './page-browser-adapter'
import {browser, listen} from './browser'
import {createRegexCheck} from './regex-refusal'

/** Chrome does not count these against the smaller limit. */
const safeActions: ReadonlySet<string> = new Set(['block', 'allow', 'allowAllRequests', 'upgradeScheme'])

type Maximums = {
  readonly MAX_NUMBER_OF_DYNAMIC_RULES: number
  readonly MAX_NUMBER_OF_UNSAFE_DYNAMIC_RULES: number
  readonly MAX_NUMBER_OF_SESSION_RULES: number
  readonly MAX_NUMBER_OF_REGEX_RULES: number
}

async function readQuotas() {
  const rules = browser.declarativeNetRequest
  const most = rules as unknown as Maximums
  const [dynamic, session] = await Promise.all([rules.getDynamicRules(), rules.getSessionRules()])
  const isRegex = ({condition}: (typeof dynamic)[number]) => condition.regexFilter !== undefined
  return {
    unsafe: {
      used: dynamic.filter(({action}) => !safeActions.has(action.type)).length,
      max: most.MAX_NUMBER_OF_UNSAFE_DYNAMIC_RULES,
    },
    dynamic: {used: dynamic.length, max: most.MAX_NUMBER_OF_DYNAMIC_RULES},
    session: {used: session.length, max: most.MAX_NUMBER_OF_SESSION_RULES},
    regex: {used: [...dynamic, ...session].filter(isRegex).length, max: most.MAX_NUMBER_OF_REGEX_RULES},
  }
}

export const optionsBrowserAdapter: Omit<OptionsBrowserAdapter, 'runCode'> = {
  ...pageBrowserAdapter,
  version: browser.runtime.getManifest().version,
  async readAccess() {
    const [sites, files, incognito] = await Promise.all([
      browser.permissions.contains(allSites),
      browser.extension.isAllowedFileSchemeAccess(),
      browser.extension.isAllowedIncognitoAccess(),
    ])
    return {sites, files, incognito}
  },
  hasFileAccess: () => browser.extension.isAllowedFileSchemeAccess(),
  getRegexRefusal: createRegexCheck(browser.declarativeNetRequest),
  requestSiteAccess: () => browser.permissions.request(allSites),
  onAccessChange(listener) {
    const stops = [listen(browser.permissions.onAdded, listener), listen(browser.permissions.onRemoved, listener)]
    return () => stops.forEach(stop => stop())
  },
  readManagedPolicy: async () => toManagedPolicyView(await browser.storage.managed.get()),
  onManagedPolicyChange: listener => listen(browser.storage.managed.onChanged, listener),
  loadActivityPort: async () => (await import('./activity')).activityPort,
  readQuotas,
  async readCommands() {
    const all = await browser.commands.getAll()
    return all.map(({description = '', shortcut = ''}) => ({description, keys: shortcut}))
  },
  openBrowserPage(page) {
    const url = page === 'keys' ? 'chrome://extensions/shortcuts' : `chrome://extensions/?id=${browser.runtime.id}`
    void browser.tabs.create({url})
  },
}
