import type {InstallMemory, Library, Loop, Snapshot} from '../api/library'
import type {Problem} from '../model/problems'
import {rulesNotTaken} from '../model/reasons'
import type {StoredRecord} from '../model/rule'
import type {LibraryView} from '../model/views'
import {getRuleNumber} from '../dnr/priorities'
import {createRegexChecker} from '../dnr/regex-support'
import type {TranslateOptions} from '../dnr/translation'
import {createReader, entriesOf, groupsOf, hasCode, type Entry} from './compiled-rules'
import {createInstaller} from './installer'
import type {Limits, BrowserRules, KeepRunner, PageInstall, PageScripts, RuleSet} from './ports'
import {planForPages} from './page-plan'
import {createPlanner, type Plan} from './install-plan'
import {createLoopFinder, problemOf} from '../simulator/loops'
import type {BrowserRule} from '../model/extension-rule'

function createLock(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return task => {
    const run = last.then(task, task)
    last = run.catch(() => undefined)
    return run
  }
}

/** The snapshot with an edited rule in its place, or a new rule at the end. */
function withDraft(snapshot: Snapshot, id: string, payload: StoredRecord): Snapshot {
  const kept = snapshot.rules.find(each => each.id === id)
  if (!kept) return {...snapshot, rules: [...snapshot.rules, {id, number: 0, rank: Infinity, record: {...payload, id}}]}
  const record = {...kept.record, ...payload, id, status: kept.record['status']}
  return {...snapshot, rules: snapshot.rules.map(each => (each === kept ? {...kept, record} : each))}
}

/** Finds the first rule that the browser refuses by itself, and leaves the installed rules as they were. */
const firstRefused = async (
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
  // Both sets share one quota of regexes, which must not count as a refusal.
  await replace('session', session, [])
  try {
    // A browser that refuses even an empty set blames no rule.
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

type EngineNeeds = {
  readonly library: Pick<Library, 'snapshot' | 'readInstallMemory' | 'writeInstallMemory'>
  readonly browser: BrowserRules
  readonly pages: PageScripts
  readonly limits: Limits
  readonly keepRunner: KeepRunner
}

type InForce = {
  readonly snapshot: Snapshot
  readonly entries: readonly Entry[]
  readonly loops: readonly Loop[]
  readonly plan: Plan
}

/** The number of the rule that the browser's error message names. */
const numberRefused = (message: string): number | undefined => {
  const id = /\bid (\d+)/.exec(message)?.[1]
  return id === undefined ? undefined : getRuleNumber(Number(id))
}

export type Engine = ReturnType<typeof createEngine>

export function createEngine({library, browser, pages, limits, keepRunner}: EngineNeeds) {
  const locked = createLock()
  const installer = createInstaller(browser)
  const judge = createRegexChecker(browser)
  const planner = createPlanner(limits, browser.extension)
  const loopFinder = createLoopFinder()
  const findLoops = (entries: readonly Entry[]): readonly Loop[] =>
    loopFinder(entries.flatMap(({kept: {id}, on, read}) => (on && read.rule ? [{...read, id}] : [])))
  let reader: {readonly of: string; readonly read: ReturnType<typeof createReader>} | undefined
  let last: InForce | undefined
  let installed: ReadonlyMap<string, StoredRecord> = new Map()
  let trouble: string | null = null
  let viewed: {readonly of: InForce; readonly view: LibraryView} | undefined

  async function readerFor({teamUrl}: Snapshot) {
    const hasFileAccess = await browser.hasFileAccess()
    const surroundings: TranslateOptions = {
      hasFileAccess,
      ...(teamUrl === null ? {} : {apiHost: new URL(teamUrl).hostname}),
    }
    const of = JSON.stringify(surroundings)
    if (reader?.of !== of) reader = {of, read: createReader(surroundings)}
    return reader.read
  }

  async function compute(snapshot: Snapshot, refusedRules: InstallMemory['refused'], knownLoops?: readonly Loop[]) {
    const entries = entriesOf(snapshot, await readerFor(snapshot))
    await judge.check(entries.flatMap(({on, read}) => (on ? (read.translation?.templates ?? []) : [])))
    const loops = knownLoops ?? findLoops(entries)
    const plan = planner({entries, paused: snapshot.paused, loops, refusalOfRegex: judge.getRefusal, refusedRules})
    return {snapshot, entries, loops, plan}
  }

  /** Installs the rules; where the browser refuses, leaves out the rejected rule and tries again. */
  async function install(snapshot: Snapshot, known: InstallMemory['refused']): Promise<InstallMemory> {
    let refused = known
    for (;;) {
      const inForce = await compute(snapshot, refused)
      try {
        await installer.install(inForce.plan)
        await pages.install(await pageInstallOf(inForce))
        last = inForce
        installed = new Map(inForce.snapshot.rules.map(({id, record}) => [id, record]))
        void keepRunner(!snapshot.paused && inForce.entries.some(hasCode))
        return {revision: snapshot.revision, refused, loops: inForce.loops}
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        const guilty = await guiltyOf(inForce, reason)
        if (guilty === undefined) throw error
        refused = {...refused, [guilty]: reason}
      }
    }
  }

  /** The id of the rejected rule: the one that the error names, else the first that is refused by itself. */
  async function guiltyOf({entries, plan}: InForce, reason: string): Promise<string | undefined> {
    const byNumber = new Map(entries.map(({kept}) => [kept.number, kept.id]))
    const named = numberRefused(reason)
    const id = named === undefined ? undefined : byNumber.get(named)
    if (id !== undefined && plan.inForce.has(id)) return id
    installer.forget()
    const guilty = await firstRefused(browser, [...plan.dynamic, ...plan.session], limits.unsafeDynamic)
    return guilty === undefined ? undefined : byNumber.get(getRuleNumber(guilty.id))
  }

  async function applyNow(memory: InstallMemory | null) {
    const snapshot = await library.snapshot()
    try {
      const changed = (id: string) => recordOf(snapshot, id) !== recordOf(last?.snapshot, id)
      const known = Object.entries(memory?.refused ?? {}).filter(([id]) => last === undefined || !changed(id))
      const installation = await install(snapshot, Object.fromEntries(known))
      trouble = null
      await library.writeInstallMemory(installation)
    } catch (error) {
      trouble = rulesNotTaken(error instanceof Error ? error.message : String(error))
      throw error
    }
  }

  /** The rules in force after a failed installation: those that the browser holds in their current version. */
  async function heldOf({entries, plan}: InForce): Promise<ReadonlySet<string>> {
    const sets = await Promise.all((['dynamic', 'session'] as const).map(set => browser.installed(set).catch(() => [])))
    const held = new Set(sets.flat().map(({id}) => getRuleNumber(id)))
    const still = entries.filter(({kept: {number, id, record}}) => held.has(number) && installed.get(id) === record)
    return new Set(still.map(({kept: {id}}) => id).filter(id => plan.inForce.has(id)))
  }

  const recordOf = (snapshot: Snapshot | undefined, id: string) => snapshot?.rules.find(rule => rule.id === id)?.record

  return {
    /** Installs what the library holds. */
    apply: (): Promise<void> => locked(async () => applyNow(await library.readInstallMemory())),
    /** Like `apply`, but reads the installed rules again: for a new browser session or a new version. */
    restart: (): Promise<void> =>
      locked(async () => {
        installer.forget()
        // If this worker dies on the way, the next one must not take the old installation for this one.
        await library.writeInstallMemory({revision: -1, refused: {}})
        await applyNow(null)
      }),
    /** Installs what an earlier worker did not get to; returns whether there was anything. */
    resume: (): Promise<boolean> =>
      locked(async () => {
        const memory = await library.readInstallMemory()
        if (memory?.revision === (await library.snapshot()).revision) return false
        await applyNow(memory)
        return true
      }),
    view: (): Promise<LibraryView> =>
      locked(async () => {
        const snapshot = await library.snapshot()
        if (last?.snapshot.revision !== snapshot.revision) {
          const memory = await library.readInstallMemory()
          // The loop check of 1,000 rules takes 40 % of the time until a woken worker answers.
          const knownLoops = memory?.revision === snapshot.revision ? memory.loops : undefined
          last = await compute(snapshot, memory?.refused ?? {}, knownLoops)
        }
        if (trouble !== null) return viewOf(last, trouble, await heldOf(last))
        if (viewed?.of !== last) viewed = {of: last, view: viewOf(last, null, last.plan.inForce)}
        return viewed.view
      }),
    /** The redirect loop for which a rule would be left out if it were stored like this. */
    circleOf: (id: string, payload: StoredRecord): Promise<Problem | null> =>
      locked(async () => {
        const snapshot = await library.snapshot()
        const loops = findLoops(entriesOf(withDraft(snapshot, id, payload), await readerFor(snapshot)))
        const loop = loops.find(({ruleId}) => ruleId === id)
        return loop ? problemOf(loop) : null
      }),
  }
}

async function pageInstallOf({entries, plan}: InForce): Promise<PageInstall | null> {
  const inForce = entries.flatMap(({kept, read: {rule, translation}}) =>
    rule && plan.inForce.has(kept.id)
      ? [
          {
            rule,
            inPage: translation.inPagePairs,
            beyond: plan.beyond.get(kept.id) ?? [],
            problems: plan.problems.get(kept.id) ?? [],
          },
        ]
      : [],
  )
  return inForce.some(({rule, inPage, beyond}) => inPage.length + beyond.length > 0 || rule.ruleType === 'UserAgent')
    ? planForPages(inForce)
    : null
}

type Held = {has(id: string): boolean}

function viewOf({snapshot, entries, plan}: InForce, trouble: string | null, held: Held): LibraryView {
  return {
    paused: snapshot.paused,
    groups: groupsOf(snapshot),
    teamGroups: snapshot.groups.flatMap(({id, remote}) => (remote ? [id] : [])),
    trashed: snapshot.trashed,
    trouble,
    rules: entries.map(({kept: {id, record, rank, remote}, read}) => ({
      id,
      rule: read.rule,
      record: read.rule === null ? record : null,
      faults: read.faults,
      problems: plan.problems.get(id) ?? [],
      inForce: held.has(id),
      isTeam: remote !== undefined,
      rank,
      browserRules: plan.inForce.get(id) ?? [],
    })),
  }
}
