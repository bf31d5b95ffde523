import type {BrowserRule} from '../model/extension-rule'
import type {BrowserRules, RuleSet} from './ports'

/** Canonical JSON: the browser returns the fields in an order of its own. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

type Change = {readonly remove: readonly number[]; readonly add: readonly BrowserRule[]}

export function createInstaller(browser: Pick<BrowserRules, 'installed' | 'update'>) {
  // The installed rules are read once: nobody else changes them while this worker lives.
  const mirrors = new Map<RuleSet, Map<number, BrowserRule>>()
  const texts = new WeakMap<BrowserRule, string>()

  function text(rule: BrowserRule): string {
    const known = texts.get(rule) ?? canonical(rule)
    texts.set(rule, known)
    return known
  }

  async function mirrorOf(set: RuleSet): Promise<Map<number, BrowserRule>> {
    const known = mirrors.get(set) ?? new Map((await browser.installed(set)).map(rule => [rule.id, rule]))
    mirrors.set(set, known)
    return known
  }

  async function update(set: RuleSet, mirror: Map<number, BrowserRule>, change: Change) {
    if (change.remove.length + change.add.length === 0) return
    try {
      await browser.update(set, change)
    } catch (error) {
      mirrors.delete(set)
      throw error
    }
    for (const id of change.remove) mirror.delete(id)
    for (const rule of change.add) mirror.set(rule.id, rule)
  }

  function difference(mirror: ReadonlyMap<number, BrowserRule>, wanted: readonly BrowserRule[]): Change {
    const ids = new Set(wanted.map(({id}) => id))
    const add = wanted.filter(rule => {
      const held = mirror.get(rule.id)
      if (held === undefined) return true
      if (held === rule) return false
      return text(held) !== text(rule)
    })
    const replaced = add.map(({id}) => id).filter(id => mirror.has(id))
    return {remove: [...[...mirror.keys()].filter(id => !ids.has(id)), ...replaced], add}
  }

  return {
    /** Rejects with the browser's error; then nothing in that set has changed. */
    async install(wanted: Readonly<Record<RuleSet, readonly BrowserRule[]>>): Promise<void> {
      const session = await mirrorOf('session')
      const dynamic = await mirrorOf('dynamic')
      const inSession = difference(session, wanted.session)
      // Both sets share one quota of regexes, so first make room.
      await update('session', session, {remove: inSession.remove, add: []})
      await update('dynamic', dynamic, difference(dynamic, wanted.dynamic))
      await update('session', session, {remove: [], add: inSession.add})
    },
    /** Reads the installed rules again before the next change. */
    forget(): void {
      mirrors.clear()
    },
  }
}
