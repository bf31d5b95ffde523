import type {InstallMemory, Library, Loop, Snapshot} from '../api/library'
import type {Problem} from '../model/problems'
import {faultText, getReason, type FaultText} from '../model/faults'
import type {StoredRecord} from '../model/rule'
import type {LibraryView} from '../model/views'
import {getRuleNumber} from '../dnr/priorities'
import {createRegexChecker} from '../dnr/regex-support'
import type {TranslateOptions} from '../dnr/translation'
import {createRuleParser, compileRules, parseGroups, hasCode, type CompiledRule} from './compiled-rules'
import {createInstaller} from './installer'
import type {Limits, BrowserRules, PageInstall, PageScripts} from './ports'
import {createPageInstall} from './page-plan'
import {createPlanner, type InstallPlan} from './install-plan'
import {createLoopFinder, toLoopProblem} from '../simulator/loops'

function createLock(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return task => {
    const run = last.then(task, task)
    last = run.catch(() => undefined)
    return run
  }
}

/** The snapshot with an edited rule in its place, or a new rule at the end. */
function withEditedRule(snapshot: Snapshot, id: string, payload: StoredRecord): Snapshot {
  const stored = snapshot.rules.find(each => each.id === id)
  if (!stored)
    return {...snapshot, rules: [...snapshot.rules, {id, number: 0, rank: Infinity, record: {...payload, id}}]}
  const record = {...stored.record, ...payload, id, status: stored.record['status']}
  return {...snapshot, rules: snapshot.rules.map(each => (each === stored ? {...stored, record} : each))}
}

type EngineDependencies = {
  readonly library: Pick<Library, 'snapshot' | 'readInstallMemory' | 'writeInstallMemory'>
  readonly browser: BrowserRules
  readonly pages: PageScripts
  readonly limits: Limits
  readonly setSandboxNeeded: (isNeeded: boolean) => Promise<void>
}

type CompiledLibrary = {
  readonly snapshot: Snapshot
  readonly rules: readonly CompiledRule[]
  readonly loops: readonly Loop[]
  readonly plan: InstallPlan
}

/** The id of the rule that the browser's error message names. */
function findRejectedRule({rules, plan}: CompiledLibrary, message: string): string | undefined {
  const browserRuleId = /\bid (\d+)/.exec(message)?.[1]
  const named = rules.find(({stored}) => stored.number === getRuleNumber(Number(browserRuleId)))?.stored.id
  return named !== undefined && plan.inForce.has(named) ? named : undefined
}

/** Compiles snapshots, and keeps what does not change between two of them. */
function createCompiler({browser, limits}: Pick<EngineDependencies, 'browser' | 'limits'>) {
  const regexChecker = createRegexChecker(browser)
  const createPlan = createPlanner(limits, browser.extension)
  const findRuleLoops = createLoopFinder()
  let parser: {readonly key: string; readonly parse: ReturnType<typeof createRuleParser>} | undefined

  async function getRules(snapshot: Snapshot): Promise<CompiledRule[]> {
    const {teamUrl} = snapshot
    const hasFileAccess = await browser.hasFileAccess()
    const options: TranslateOptions = {
      hasFileAccess,
      ...(teamUrl === null ? {} : {apiHost: new URL(teamUrl).hostname}),
    }
    const key = JSON.stringify(options)
    if (parser?.key !== key) parser = {key, parse: createRuleParser(options)}
    return compileRules(snapshot, parser.parse)
  }

  const findLoops = (rules: readonly CompiledRule[]): readonly Loop[] =>
    findRuleLoops(
      rules.flatMap(({stored: {id}, isActive, parsed}) => (isActive && parsed.rule ? [{...parsed, id}] : [])),
    )

  return {
    async compile(
      snapshot: Snapshot,
      rejectedRules: InstallMemory['refused'],
      knownLoops?: readonly Loop[],
    ): Promise<CompiledLibrary> {
      const rules = await getRules(snapshot)
      await regexChecker.check(
        rules.flatMap(({isActive, parsed}) => (isActive ? (parsed.translation?.templates ?? []) : [])),
      )
      const loops = knownLoops ?? findLoops(rules)
      const {getRefusal} = regexChecker
      const plan = createPlan({rules, paused: snapshot.paused, loops, getRefusal, rejectedRules})
      return {snapshot, rules, loops, plan}
    },
    findLoops: async (snapshot: Snapshot): Promise<readonly Loop[]> => findLoops(await getRules(snapshot)),
  }
}

export type Engine = ReturnType<typeof createEngine>

export function createEngine({library, browser, pages, limits, setSandboxNeeded}: EngineDependencies) {
  const locked = createLock()
  const installer = createInstaller(browser)
  const {compile, findLoops} = createCompiler({browser, limits})
  let last: CompiledLibrary | undefined
  let installed: ReadonlyMap<string, StoredRecord> = new Map()
  let installError: FaultText | null = null
  let cachedView: {readonly library: CompiledLibrary; readonly view: LibraryView} | undefined

  /** Installs the rules. Leaves out a rejected rule and retries. */
  async function install(snapshot: Snapshot, alreadyRefused: InstallMemory['refused']): Promise<InstallMemory> {
    let refused = alreadyRefused
    for (;;) {
      const compiled = await compile(snapshot, refused)
      try {
        await installer.install(compiled.plan)
        await pages.install(await toPageInstall(compiled))
        last = compiled
        installed = new Map(compiled.snapshot.rules.map(({id, record}) => [id, record]))
        void setSandboxNeeded(!snapshot.paused && compiled.rules.some(hasCode))
        return {revision: snapshot.revision, refused, loops: compiled.loops}
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        const rejectedRule = findRejectedRule(compiled, reason)
        if (rejectedRule === undefined) throw error
        refused = {...refused, [rejectedRule]: reason}
      }
    }
  }

  async function applyNow(memory: InstallMemory | null) {
    const snapshot = await library.snapshot()
    try {
      const changed = (id: string) => getRecord(snapshot, id) !== getRecord(last?.snapshot, id)
      const stillRefused = Object.entries(memory?.refused ?? {}).filter(([id]) => last === undefined || !changed(id))
      const installation = await install(snapshot, Object.fromEntries(stillRefused))
      installError = null
      await library.writeInstallMemory(installation)
    } catch (error) {
      installError = faultText('rulesNotTaken', {reason: getReason(error)})
      throw error
    }
  }

  /** The rules in force after a failed installation: those installed in their current version. */
  async function findStillInstalled({rules, plan}: CompiledLibrary): Promise<ReadonlySet<string>> {
    const sets = await Promise.all((['dynamic', 'session'] as const).map(set => browser.installed(set).catch(() => [])))
    const installedNumbers = new Set(sets.flat().map(({id}) => getRuleNumber(id)))
    const unchanged = rules.filter(
      ({stored: {number, id, record}}) => installedNumbers.has(number) && installed.get(id) === record,
    )
    return new Set(unchanged.map(({stored: {id}}) => id).filter(id => plan.inForce.has(id)))
  }

  const getRecord = (snapshot: Snapshot | undefined, id: string) => snapshot?.rules.find(rule => rule.id === id)?.record

  return {
    /** Installs the rules of the library. */
    apply: (): Promise<void> => locked(async () => applyNow(await library.readInstallMemory())),
    /** Like `apply`, but reads the installed rules again: for a new browser session or version. */
    restart: (): Promise<void> =>
      locked(async () => {
        installer.forget()
        // If this worker stops here, the next one must not trust the old install memory.
        await library.writeInstallMemory({revision: -1, refused: {}})
        await applyNow(null)
      }),
    /** Installs changes that an earlier worker did not; resolves to whether there were any. */
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
          last = await compile(snapshot, memory?.refused ?? {}, knownLoops)
        }
        if (installError !== null) return toLibraryView(last, installError, await findStillInstalled(last))
        if (cachedView?.library !== last)
          cachedView = {library: last, view: toLibraryView(last, null, last.plan.inForce)}
        return cachedView.view
      }),
    /** The redirect loop that would disable this rule if it were stored like this. */
    findLoop: (id: string, payload: StoredRecord): Promise<Problem | null> =>
      locked(async () => {
        const loops = await findLoops(withEditedRule(await library.snapshot(), id, payload))
        const loop = loops.find(({ruleId}) => ruleId === id)
        return loop ? toLoopProblem(loop) : null
      }),
  }
}

async function toPageInstall({rules, plan}: CompiledLibrary): Promise<PageInstall | null> {
  const inForce = rules.flatMap(({stored, parsed: {rule, translation}}) =>
    rule && plan.inForce.has(stored.id)
      ? [
          {
            rule,
            inPagePairs: translation.inPagePairs,
            fallbackPairs: plan.fallbackPairs.get(stored.id) ?? [],
            problems: plan.problems.get(stored.id) ?? [],
          },
        ]
      : [],
  )
  return inForce.some(
    ({rule, inPagePairs, fallbackPairs}) =>
      inPagePairs.length + fallbackPairs.length > 0 || rule.ruleType === 'UserAgent',
  )
    ? createPageInstall(inForce)
    : null
}

function toLibraryView(
  {snapshot, rules, plan}: CompiledLibrary,
  trouble: FaultText | null,
  idsInForce: {has(id: string): boolean},
): LibraryView {
  return {
    paused: snapshot.paused,
    groups: parseGroups(snapshot),
    teamGroups: snapshot.groups.flatMap(({id, remote}) => (remote ? [id] : [])),
    trashed: snapshot.trashed,
    trouble,
    rules: rules.map(({stored: {id, record, rank, remote}, parsed}) => ({
      id,
      rule: parsed.rule,
      record: parsed.rule === null ? record : null,
      faults: parsed.faults,
      problems: plan.problems.get(id) ?? [],
      inForce: idsInForce.has(id),
      isTeam: remote !== undefined,
      rank,
      browserRules: plan.inForce.get(id) ?? [],
    })),
  }
}
