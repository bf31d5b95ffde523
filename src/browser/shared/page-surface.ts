import {inPageMatchesKey, type InPageMatch} from '../../messaging/page-messages'
import type {BrowserMatch, KeptValues, PageSurface, SessionValues} from '../../ui/surface'
import {browser, listen} from './browser'

export const allSites = {origins: ['<all_urls>']}

const prefix = 'page:'

/** From Chrome 130; the polyfill's types lack it. */
type Keyed = {get(): Promise<object>; getKeys?(): Promise<readonly string[]>}

const kept: KeptValues = {
  read: async key => (await browser.storage.local.get(prefix + key))[prefix + key],
  async keys() {
    const local: Keyed = browser.storage.local
    const all = (await local.getKeys?.()) ?? Object.keys(await local.get())
    return all.flatMap(key => (key.startsWith(prefix) ? key.slice(prefix.length) : []))
  },
  write: (key, value) => browser.storage.local.set({[prefix + key]: value}),
  remove: key => browser.storage.local.remove(prefix + key),
  onChange(listener) {
    const hear = (changes: Readonly<Record<string, {readonly newValue?: unknown}>>) => {
      for (const [key, {newValue}] of Object.entries(changes))
        if (key.startsWith(prefix)) listener(key.slice(prefix.length), newValue)
    }
    return listen(browser.storage.local.onChanged, hear)
  },
}

const session: SessionValues = {
  read: async key => (await browser.storage.session.get(prefix + key))[prefix + key],
  write: (key, value) => browser.storage.session.set({[prefix + key]: value}),
}

type Matched = {
  readonly rulesMatchedInfo: readonly {
    readonly rule: {readonly ruleId: number}
    readonly tabId: number
    readonly timeStamp: number
  }[]
}
type Feedback = {getMatchedRules(filter: object): Promise<Matched>}

async function matches(): Promise<readonly BrowserMatch[] | null> {
  const feedback = browser.declarativeNetRequest as unknown as Feedback
  try {
    const {rulesMatchedInfo} = await feedback.getMatchedRules({})
    return rulesMatchedInfo.map(each => ({browserRule: each.rule.ruleId, tabId: each.tabId, time: each.timeStamp}))
  } catch {
    // Chrome allows 20 calls in 10 minutes without a user gesture.
    return null
  }
}

export const readActs = async (): Promise<InPageMatch[]> =>
  ((await browser.storage.session.get(inPageMatchesKey))[inPageMatchesKey] ?? []) as InPageMatch[]

const acts: PageSurface['acts'] = {
  read: readActs,
  onChange: listener =>
    listen(browser.storage.session.onChanged, (changes: object) => {
      if (inPageMatchesKey in changes) listener()
    }),
}

export const pageSurface: PageSurface = {kept, session, matches, acts}
