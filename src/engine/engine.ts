import type {BrowserRule} from '../contract/extension-rule'
import type {InstallMemory, Library, Snapshot} from '../contract/library'
import type {LibraryView} from '../contract/views'
import {ruleNumberOf} from '../translate/priorities'
import type {Surroundings} from '../translate/translation'
import {createReader, entriesOf, groupsOf, type Entry} from './entries'
import {createInstaller} from './install'
import type {Limits} from './limits'
import {createLock} from './lock'
import {createLoopFinder} from './loops'
import {createPlanner, type Plan} from './plan'
import type {BrowserRules} from './ports'
import {createRegexJudge} from './regexes'

export type EngineNeeds = {
  readonly library: Pick<Library, 'snapshot' | 'readInstallMemory' | 'writeInstallMemory'>
  readonly browser: BrowserRules
  readonly limits: Limits
  /** The host of the rule service, where there is one. */
  readonly apiHost?: string
}

export type Engine = {
  /** Brings the browser in step with the library. After it, what was changed is in force. */
  readonly apply: () => Promise<void>
  /** Like `apply`, but takes nothing for granted: for a new browser session or a new version of the extension. */
  readonly restart: () => Promise<void>
  /** Catches up where an earlier worker died between a change and its effect. */
  readonly resume: () => Promise<void>
  readonly view: () => Promise<LibraryView>
}

type InForce = {readonly snapshot: Snapshot; readonly entries: readonly Entry[]; readonly plan: Plan}

/** The rule that the browser's refusal names, by the number in it. */
const numberRefused = (message: string): number | undefined => {
  const id = /\bid (\d+)/.exec(message)?.[1]
  return id === undefined ? undefined : ruleNumberOf(Number(id))
}

export function createEngine({library, browser, limits, apiHost}: EngineNeeds): Engine {
  const locked = createLock()
  const installer = createInstaller(browser)
  const judge = createRegexJudge(browser)
  const planner = createPlanner(limits, browser.extension)
  const findLoops = createLoopFinder()
  let reader: {readonly fileAccess: boolean; readonly read: ReturnType<typeof createReader>} | undefined
  let last: InForce | undefined
  let trouble: string | null = null

  async function readerNow() {
    const fileAccess = await browser.fileAccess()
    if (reader?.fileAccess === fileAccess) return reader.read
    const surroundings: Surroundings = {fileAccess, ...(apiHost === undefined ? {} : {apiHost})}
    reader = {fileAccess, read: createReader(surroundings)}
    return reader.read
  }

  async function compute(snapshot: Snapshot, refusedRules: InstallMemory['refused']): Promise<InForce> {
    const entries = entriesOf(snapshot, await readerNow())
    await judge.learn(entries.flatMap(({on, read}) => (on ? (read.translation?.drafts ?? []) : [])))
    const loops = findLoops(entries)
    const plan = planner({entries, loops, refusalOfRegex: judge.refusalOf, refusedRules})
    return {snapshot, entries, plan}
  }

  /** Installs; where the browser refuses, finds the guilty rule, sets it aside and installs the others. */
  async function install(snapshot: Snapshot, known: InstallMemory['refused']): Promise<InstallMemory['refused']> {
    let refused = known
    for (;;) {
      const inForce = await compute(snapshot, refused)
      try {
        await installer.install(inForce.plan)
        last = inForce
        return refused
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        const guilty = await guiltyOf(inForce, reason)
        if (guilty === undefined) throw error
        refused = {...refused, [guilty]: reason}
      }
    }
  }

  /** The id of the rule that is to blame: the one that is named, or else the first that is refused alone. */
  async function guiltyOf({entries, plan}: InForce, reason: string): Promise<string | undefined> {
    const byNumber = new Map(entries.map(({kept}) => [kept.number, kept.id]))
    const named = numberRefused(reason)
    const id = named === undefined ? undefined : byNumber.get(named)
    if (id !== undefined && plan.inForce.has(id)) return id
    const guilty = await firstRefused([...plan.dynamic, ...plan.session])
    return guilty === undefined ? undefined : byNumber.get(ruleNumberOf(guilty.id))
  }

  /** Halves the rules until one is left that the browser refuses. What it takes is taken back. */
  async function firstRefused(rules: readonly BrowserRule[]): Promise<BrowserRule | undefined> {
    const held = (await browser.installed('dynamic')).map(({id}) => id)
    const taken = async (tried: readonly BrowserRule[]) => {
      try {
        await browser.update('dynamic', {remove: held, add: tried.slice(0, limits.unsafeDynamic)})
        held.splice(0, held.length, ...tried.map(({id}) => id))
        return true
      } catch {
        return false
      }
    }
    let suspects = rules
    if (await taken(suspects)) return undefined
    while (suspects.length > 1) {
      const half = suspects.slice(0, suspects.length >> 1)
      suspects = (await taken(half)) ? suspects.slice(half.length) : half
    }
    installer.forget()
    return suspects[0]
  }

  async function applyNow(memory: InstallMemory | null) {
    const snapshot = await library.snapshot()
    try {
      const changed = (id: string) => recordOf(snapshot, id) !== recordOf(last?.snapshot, id)
      const known = Object.entries(memory?.refused ?? {}).filter(([id]) => last === undefined || !changed(id))
      const refused = await install(snapshot, Object.fromEntries(known))
      trouble = null
      await library.writeInstallMemory({revision: snapshot.revision, refused})
    } catch (error) {
      trouble = `The browser did not take the rules: ${error instanceof Error ? error.message : String(error)}`
      throw error
    }
  }

  const recordOf = (snapshot: Snapshot | undefined, id: string) => snapshot?.rules.find(rule => rule.id === id)?.record

  return {
    apply: () => locked(async () => applyNow(await library.readInstallMemory())),
    restart: () =>
      locked(async () => {
        installer.forget()
        await applyNow(null)
      }),
    resume: () =>
      locked(async () => {
        const memory = await library.readInstallMemory()
        if (memory?.revision !== (await library.snapshot()).revision) await applyNow(memory)
      }),
    view: () =>
      locked(async () => {
        const snapshot = await library.snapshot()
        if (last?.snapshot.revision !== snapshot.revision)
          last = await compute(snapshot, (await library.readInstallMemory())?.refused ?? {})
        return viewOf(last, trouble)
      }),
  }
}

function viewOf({snapshot, entries, plan}: InForce, trouble: string | null): LibraryView {
  return {
    paused: snapshot.paused,
    groups: groupsOf(snapshot),
    trashed: snapshot.trashed,
    trouble,
    rules: entries.map(({kept: {id, record}, read}) => ({
      id,
      rule: read.rule,
      record: read.rule === null ? record : null,
      faults: read.faults,
      problems: plan.problems.get(id) ?? [],
      inForce: plan.inForce.has(id),
    })),
  }
}
