import type {BrowserRule} from '../contract/extension-rule'
import type {BrowserRules, RuleSet} from './ports'

/** The first rule that the browser refuses alone, looked for `atOnce` rules at a time; what the browser holds is as before at the end. */
export const firstRefused = async (
  browser: BrowserRules,
  rules: readonly BrowserRule[],
  atOnce: number,
): Promise<BrowserRule | undefined> => {
  const [dynamic, session] = [await browser.installed('dynamic'), await browser.installed('session')]
  let held: readonly BrowserRule[] = dynamic
  const replace = async (set: RuleSet, old: readonly BrowserRule[], add: readonly BrowserRule[]) =>
    browser.update(set, {remove: old.map(({id}) => id), add})
  const takes = async (tried: readonly BrowserRule[]) => {
    try {
      await replace('dynamic', held, tried)
      held = tried
      return true
    } catch {
      return false
    }
  }
  // Both sets share one allowance of regexes, which must not pass for a refusal.
  await replace('session', session, [])
  try {
    // A browser that does not even take nothing blames no rule.
    if (!(await takes([]))) return undefined
    for (let at = 0; at < rules.length; at += atOnce) {
      let suspects = rules.slice(at, at + atOnce)
      if (await takes(suspects)) continue
      while (suspects.length > 1) {
        const half = suspects.slice(0, suspects.length >> 1)
        suspects = (await takes(half)) ? suspects.slice(half.length) : half
      }
      if (!(await takes(suspects))) return suspects[0]
    }
    return undefined
  } finally {
    await takes(dynamic)
    await replace('session', [], session)
  }
}
