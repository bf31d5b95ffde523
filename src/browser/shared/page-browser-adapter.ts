import {inPageMatchesKey, type InPageMatch} from '../../messaging/page-messages'
import type {BrowserMatch, StoredValues, PageBrowserAdapter, SessionValues} from '../../ui/browser-adapter'
import {browser, listen} from './browser'

export const allSites = {origins: ['<all_urls>']}

const keyPrefix = 'page:'

/** From Chrome 130; the polyfill's types lack it. */
type Keyed = {get(): Promise<object>; getKeys?(): Promise<readonly string[]>}

const storedValues: StoredValues = {
  read: async key => (await browser.storage.local.get(keyPrefix + key))[keyPrefix + key],
  async keys() {
    const local: Keyed = browser.storage.local
    const all = (await local.getKeys?.()) ?? Object.keys(await local.get())
    return all.flatMap(key => (key.startsWith(keyPrefix) ? key.slice(keyPrefix.length) : []))
  },
  write: (key, value) => browser.storage.local.set({[keyPrefix + key]: value}),
  remove: key => browser.storage.local.remove(keyPrefix + key),
  onChange(listener) {
    const notify = (changes: Readonly<Record<string, {readonly newValue?: unknown}>>) => {
      for (const [key, {newValue}] of Object.entries(changes))
        if (key.startsWith(keyPrefix)) listener(key.slice(keyPrefix.length), newValue)
    }
    return listen(browser.storage.local.onChanged, notify)
  },
}

const session: SessionValues = {
  read: async key => (await browser.storage.session.get(keyPrefix + key))[keyPrefix + key],
  write: (key, value) => browser.storage.session.set({[keyPrefix + key]: value}),
}

type MatchedRules = {
  readonly rulesMatchedInfo: readonly {
    readonly rule: {readonly ruleId: number}
    readonly tabId: number
    readonly timeStamp: number
  }[]
}
type Feedback = {getMatchedRules(filter: object): Promise<MatchedRules>}

async function readMatches(): Promise<readonly BrowserMatch[] | null> {
  const feedback = browser.declarativeNetRequest as unknown as Feedback
  try {
    const {rulesMatchedInfo} = await feedback.getMatchedRules({})
    return rulesMatchedInfo.map(each => ({browserRule: each.rule.ruleId, tabId: each.tabId, time: each.timeStamp}))
  } catch {
    // Chrome allows 20 calls in 10 minutes without a user gesture.
    return null
  }
}

export const readInPageMatches = async (): Promise<InPageMatch[]> =>
  ((await browser.storage.session.get(inPageMatchesKey))[inPageMatchesKey] ?? []) as InPageMatch[]

const inPageMatches: PageBrowserAdapter['inPageMatches'] = {
  read: readInPageMatches,
  onChange: listener =>
    listen(browser.storage.session.onChanged, (changes: object) => {
      if (inPageMatchesKey in changes) listener()
    }),
}

export const pageBrowserAdapter: PageBrowserAdapter = {storedValues, session, readMatches, inPageMatches}
