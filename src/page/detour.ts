import type {BrowserRule} from '../contract/extension-rule'
import {compileExpression} from '../matching/expression'
import {readRegex} from '../matching/regex/read'

/** The browser rule that led to the waiting page, how many milliseconds it is to wait, and where it is to go on to. */
export type Detour = {
  readonly id: number
  readonly wait: number
  readonly url: string
  /** All that stands before the address, by the rule. */
  readonly lead: string
}

/**
 * Reads the waiting page's address, `…/wait.html#<secret>,<id>,1500,https://shop.test/a?b#c`. Any page can open the waiting page with a fragment
 * of its own, so it goes on to nothing but the web.
 */
export function readDetour(address: string): Detour | null {
  const [, lead = '', id = '', wait = '', url = ''] = /^([^#]+#\w+,(\d{1,10}),(\d{1,6}),)(.+)$/s.exec(address) ?? []
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? {id: Number(id), wait: Number(wait), url, lead} : null
}

/**
 * Whether a browser rule in force has led here. What the waiting page opens is opened by the extension, to which Chrome gives a site's
 * strictest cookies, so no page may send it anywhere: none knows the secret that stands in the rule.
 */
export const leadsBy =
  ({lead, url}: Detour) =>
  ({action, condition}: BrowserRule): boolean => {
    if (action.redirect?.regexSubstitution !== `${lead}\\0`) return false
    const flags = condition.isUrlFilterCaseSensitive === false ? 'i' : ''
    const read = readRegex(`/${condition.regexFilter ?? ''}/${flags}`, {spell: text => text})
    return 'regex' in read && compileExpression(read.regex.tokens, read.regex.ignoreCase)(url) !== null
  }
