import type {BrowserRule} from '../model/extension-rule'
import type {BrowserRules, RuleSet} from './ports'

/** Canonical JSON, because the browser returns fields in another order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

type RuleChange = {readonly remove: readonly number[]; readonly add: readonly BrowserRule[]}

export function createInstaller(browser: Pick<BrowserRules, 'installed' | 'update'>) {
  // Read once: nothing else changes the rules while this worker lives.
  const installedRules = new Map<RuleSet, Map<number, BrowserRule>>()
  const canonicalTexts = new WeakMap<BrowserRule, string>()

  function toCanonicalText(rule: BrowserRule): string {
    const text = canonicalTexts.get(rule) ?? canonical(rule)
    canonicalTexts.set(rule, text)
    return text
  }

  async function readInstalled(set: RuleSet): Promise<Map<number, BrowserRule>> {
    const installed = installedRules.get(set) ?? new Map((await browser.installed(set)).map(rule => [rule.id, rule]))
    installedRules.set(set, installed)
    return installed
  }

  async function update(set: RuleSet, installed: Map<number, BrowserRule>, change: RuleChange) {
    if (change.remove.length + change.add.length === 0) return
    try {
      await browser.update(set, change)
    } catch (error) {
      installedRules.delete(set)
      throw error
    }
    for (const id of change.remove) installed.delete(id)
    for (const rule of change.add) installed.set(rule.id, rule)
  }

  function difference(installed: ReadonlyMap<number, BrowserRule>, desired: readonly BrowserRule[]): RuleChange {
    const ids = new Set(desired.map(({id}) => id))
    const add = desired.filter(rule => {
      const current = installed.get(rule.id)
      if (current === undefined) return true
      if (current === rule) return false
      return toCanonicalText(current) !== toCanonicalText(rule)
    })
    const replaced = add.map(({id}) => id).filter(id => installed.has(id))
    return {remove: [...[...installed.keys()].filter(id => !ids.has(id)), ...replaced], add}
  }

  return {
    /** Rejects with the browser's error; that set is then unchanged. */
    async install(desired: Readonly<Record<RuleSet, readonly BrowserRule[]>>): Promise<void> {
      const session = await readInstalled('session')
      const dynamic = await readInstalled('dynamic')
      const sessionChange = difference(session, desired.session)
      // Both sets share one quota of regexes, so removals come first.
      await update('session', session, {remove: sessionChange.remove, add: []})
      await update('dynamic', dynamic, difference(dynamic, desired.dynamic))
      await update('session', session, {remove: [], add: sessionChange.add})
    },
    /** Makes the next change read the installed rules again. */
    forget(): void {
      installedRules.clear()
    },
  }
}
