import type {InstallMemory, Library, Loop, Snapshot} from '../contract/library'
import type {Problem} from '../contract/problems'
import {rulesNotTaken} from '../contract/reasons'
import type {StoredRecord} from '../contract/rule'
import type {LibraryView} from '../contract/views'
import {ruleNumberOf} from '../translate/priorities'
import {createRegexJudge} from '../translate/regexes'
import type {Surroundings} from '../translate/translation'
import {createReader, entriesOf, groupsOf, hasCode, type Entry} from './entries'
import {firstRefused} from './first-refused'
import {createInstaller} from './install'
import type {Limits} from './limits'
import {createLock} from './lock'
import {planForPages} from './page-plan'
import {createPlanner, type Plan} from './plan'
import type {BrowserRules, KeepRunner, PageInstall, PageScripts} from './ports'
import {createLoopFinder, problemOf} from '../simulator/loops'
import {withDraft} from './with-draft'

export type EngineNeeds = {
  readonly library: Pick<Library, 'snapshot' | 'readInstallMemory' | 'writeInstallMemory'>
  readonly browser: BrowserRules
  readonly pages: PageScripts
  readonly limits: Limits
  readonly keepRunner: KeepRunner
}

export type Engine = {
  /** Brings the browser in step with the library. After it, what was changed is in force. */
  readonly apply: () => Promise<void>
  /** Like `apply`, but takes nothing for granted: for a new browser session or a new version of the extension. */
  readonly restart: () => Promise<void>
  /** Catches up where an earlier worker died between a change and its effect; whether there was anything to catch up with. */
  readonly resume: () => Promise<boolean>
  readonly view: () => Promise<LibraryView>
  /** The circle for which a rule would be left out if it were kept like this. */
  readonly circleOf: (id: string, payload: StoredRecord) => Promise<Problem | null>
}

type InForce = {
  readonly snapshot: Snapshot
  readonly entries: readonly Entry[]
  readonly loops: readonly Loop[]
  readonly plan: Plan
}

/** The rule that the browser's refusal names, by the number in it. */
const numberRefused = (message: string): number | undefined => {
  const id = /\bid (\d+)/.exec(message)?.[1]
  return id === undefined ? undefined : ruleNumberOf(Number(id))
}

export function createEngine({library, browser, pages, limits, keepRunner}: EngineNeeds): Engine {
  const locked = createLock()
  const installer = createInstaller(browser)
  const judge = createRegexJudge(browser)
  const planner = createPlanner(limits, browser.extension)
  const loopFinder = createLoopFinder()
  const findLoops = (entries: readonly Entry[]): readonly Loop[] =>
    loopFinder(entries.flatMap(({kept: {id}, on, read}) => (on && read.rule ? [{...read, id}] : [])))
  let reader: {readonly of: string; readonly read: ReturnType<typeof createReader>} | undefined
  let last: InForce | undefined
  /** The records of what was last installed. */
  let installed: ReadonlyMap<string, StoredRecord> = new Map()
  let trouble: string | null = null
  /** The view of `last`, as long as nothing is wrong. */
  let viewed: {readonly of: InForce; readonly view: LibraryView} | undefined

  async function readerFor({teamUrl}: Snapshot) {
    const fileAccess = await browser.fileAccess()
    const surroundings: Surroundings = {fileAccess, ...(teamUrl === null ? {} : {apiHost: new URL(teamUrl).hostname})}
    const of = JSON.stringify(surroundings)
    if (reader?.of !== of) reader = {of, read: createReader(surroundings)}
    return reader.read
  }

  async function compute(snapshot: Snapshot, refusedRules: InstallMemory['refused'], knownLoops?: readonly Loop[]) {
    const entries = entriesOf(snapshot, await readerFor(snapshot))
    await judge.learn(entries.flatMap(({on, read}) => (on ? (read.translation?.drafts ?? []) : [])))
    const loops = knownLoops ?? findLoops(entries)
    const plan = planner({entries, paused: snapshot.paused, loops, refusalOfRegex: judge.refusalOf, refusedRules})
    return {snapshot, entries, loops, plan}
  }

  /** Installs; where the browser refuses, finds the guilty rule, sets it aside and installs the others. */
  async function install(snapshot: Snapshot, known: InstallMemory['refused']): Promise<InstallMemory> {
    let refused = known
    for (;;) {
      const inForce = await compute(snapshot, refused)
      try {
        await installer.install(inForce.plan)
        await pages.install(await pageInstallOf(inForce))
        last = inForce
        installed = new Map(inForce.snapshot.rules.map(({id, record}) => [id, record]))
        // What must wait for it has it made as well.
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

  /** The id of the rule that is to blame: the one that is named, or else the first that is refused alone. */
  async function guiltyOf({entries, plan}: InForce, reason: string): Promise<string | undefined> {
    const byNumber = new Map(entries.map(({kept}) => [kept.number, kept.id]))
    const named = numberRefused(reason)
    const id = named === undefined ? undefined : byNumber.get(named)
    if (id !== undefined && plan.inForce.has(id)) return id
    installer.forget()
    const guilty = await firstRefused(browser, [...plan.dynamic, ...plan.session], limits.unsafeDynamic)
    return guilty === undefined ? undefined : byNumber.get(ruleNumberOf(guilty.id))
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

  /** What is in force after an install that failed: rules that the browser holds already, and as they are now. */
  async function heldOf({entries, plan}: InForce): Promise<ReadonlySet<string>> {
    const sets = await Promise.all((['dynamic', 'session'] as const).map(set => browser.installed(set).catch(() => [])))
    const held = new Set(sets.flat().map(({id}) => ruleNumberOf(id)))
    const still = entries.filter(({kept: {number, id, record}}) => held.has(number) && installed.get(id) === record)
    return new Set(still.map(({kept: {id}}) => id).filter(id => plan.inForce.has(id)))
  }

  const recordOf = (snapshot: Snapshot | undefined, id: string) => snapshot?.rules.find(rule => rule.id === id)?.record

  return {
    apply: () => locked(async () => applyNow(await library.readInstallMemory())),
    restart: () =>
      locked(async () => {
        installer.forget()
        // Should this worker die on the way, the next one must not take the old installation for this one.
        await library.writeInstallMemory({revision: -1, refused: {}})
        await applyNow(null)
      }),
    resume: () =>
      locked(async () => {
        const memory = await library.readInstallMemory()
        if (memory?.revision === (await library.snapshot()).revision) return false
        await applyNow(memory)
        return true
      }),
    view: () =>
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
    circleOf: (id, payload) =>
      locked(async () => {
        const snapshot = await library.snapshot()
        const loops = findLoops(entriesOf(withDraft(snapshot, id, payload), await readerFor(snapshot)))
        const loop = loops.find(({ruleId}) => ruleId === id)
        return loop ? problemOf(loop) : null
      }),
  }
}

/** Only what pages need of rules that are in force; null where that is nothing. */
async function pageInstallOf({entries, plan}: InForce): Promise<PageInstall | null> {
  const inForce = entries.flatMap(({kept, read: {rule, translation}}) =>
    rule && plan.inForce.has(kept.id)
      ? [
          {
            rule,
            inPage: translation.inPage,
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
