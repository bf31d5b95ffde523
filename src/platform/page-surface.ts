import {pageActsKey, type PageAct} from '../contract/page-messages'
import type {BrowserMatch, KeptValues, PageSurface, SessionValues} from '../ui/surface'
import {browser} from './browser'

const prefix = 'page:'

/** From Chrome 130 on; the polyfill's types do not know it yet. */
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
    browser.storage.local.onChanged.addListener(hear)
    return () => browser.storage.local.onChanged.removeListener(hear)
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
  // The polyfill's types do not know this one yet.
  const feedback = browser.declarativeNetRequest as unknown as Feedback
  try {
    const {rulesMatchedInfo} = await feedback.getMatchedRules({})
    return rulesMatchedInfo.map(each => ({browserRule: each.rule.ruleId, tabId: each.tabId, time: each.timeStamp}))
  } catch {
    // 20 calls in 10 minutes, but for those that follow from a key or a click.
    return null
  }
}

export const readActs = async (): Promise<PageAct[]> =>
  ((await browser.storage.session.get(pageActsKey))[pageActsKey] ?? []) as PageAct[]

const acts: PageSurface['acts'] = {
  read: readActs,
  onChange(listener) {
    const hear = (changes: object) => {
      if (pageActsKey in changes) listener()
    }
    browser.storage.session.onChanged.addListener(hear)
    return () => browser.storage.session.onChanged.removeListener(hear)
  },
}

/** The browser around every page of ours. */
export const pageSurface: PageSurface = {kept, session, matches, acts}
