import type {Browser} from 'webextension-polyfill'
import {pageRulesKey} from '../contract/page-plan'

/** The native object: every byte is paid on every page. */
declare const chrome: Browser
const {local} = chrome.storage

export const readKept = async (key: string): Promise<string | undefined> =>
  (await local.get(key))[key] as string | undefined

export const readPlan = (): Promise<string | undefined> => readKept(pageRulesKey)

export function onPlan(listener: (plan: string | undefined) => void): void {
  local.onChanged.addListener(changes => {
    const change = changes[pageRulesKey]
    if (change) listener(change.newValue as string | undefined)
  })
}
