import {pageRulesKey, type PagePlan} from '../../contract/page-plan'
import {meeting, type Evidence, type FromIsolated, type FromMain} from '../wire'
import {handOver, openChannel} from './channel'
import {createCode, type CodeNeeds} from './code'
import {pageRules, type PageRules} from './rules'
import {createReports} from './reports'
import {treat, type Make} from './treat'
import {near, world} from './world'

/** What the script needs of the extension. Adapted in platform. */
export type PagePort = CodeNeeds & {
  /** The plan for pages as it is kept, or a body that is kept apart; undefined where there is none. */
  readonly read: (key: string) => Promise<string | undefined>
  readonly onPlan: (listener: (plan: string | undefined) => void) => void
  /** False once the extension was reloaded or removed: what is left of it in open pages falls silent. */
  readonly isAlive: () => boolean
}

export type Shared = {
  /** What frames of one origin share: the plan, once it has come. */
  taken?: {readonly plan: string | undefined}
  hasMain: boolean
  /** MAIN holds this node. */
  readonly meet: (node: EventTarget) => void
}

/** In milliseconds. */
const aliveEvery = 300
/** In milliseconds; some times what it was seen to take on a busy machine. */
const reloadTime = 2000

/** Answers MAIN. Returns whether this document has MAIN. */
export function startIsolated({read, onPlan, isAlive, say, ...code}: PagePort): boolean {
  if (world.page) return world.page.hasMain
  const here: Shared = (world.page = {
    hasMain: false,
    meet(node) {
      channel.hold(node)
      here.hasMain = true
      tellRules()
    },
  })

  const applied = createReports(say)
  const runCode = createCode({say, ...code})
  const deferred: (Make | undefined)[] = []
  /** Undefined until they have come. */
  let rules: PageRules | null | undefined

  const defer = (making: Make) => deferred.push(making) - 1

  async function make(run: number, evidence: Evidence) {
    const making = deferred[run]
    deferred[run] = undefined
    let timer: ReturnType<typeof setInterval> | undefined
    // Of what the extension was doing when it went, nobody hears any more.
    const gone = new Promise<undefined>((done: (made?: undefined) => void) => {
      timer = setInterval(() => isAlive() || done(), aliveEvery)
    })
    const made = await Promise.race([making?.(evidence), gone]).catch(() => undefined)
    clearInterval(timer)
    // While an extension is being loaded again, Chrome cuts what is sent: the original waits for the end of that.
    if (!isAlive()) await new Promise(done => setTimeout(done, reloadTime))
    tell({run, made})
  }

  const channel = openChannel(hear as (message: unknown) => void)
  const tell: (message: FromIsolated) => void = channel.say

  function tellRules() {
    tell({isConcerned: rules && true})
  }

  function hear(message: FromMain) {
    if ('run' in message) return void make(message.run, message.evidence)
    if ('gone' in message) return void say('page.gave-up', message)
    if (!isAlive()) {
      rules = null
      tellRules()
    }
    const treatment = rules && treat(message, {read, rules, defer, applied, run: runCode})
    if (treatment) tell({treatment})
  }

  function take(plan?: string) {
    here.taken = {plan}
    rules = plan && isAlive() ? pageRules(JSON.parse(plan) as PagePlan) : null
    tellRules()
    // Not before: until the first script of the page runs, each word to the browser is time that it waits.
    addEventListener('pageshow', back)
  }

  /** From the cache of pages that were left, which scripts that are new do not reach. */
  const back = ({persisted}: PageTransitionEvent) => {
    if (!persisted) return
    void say('page.back', {})
    void takeKept()
  }

  const takeKept = () => read(pageRulesKey).then(take, () => take())

  onPlan(take)
  const shared = near('page')?.taken
  if (shared) take(shared.plan)
  else void takeKept()
  const node = new Text()
  if (!world.isLate && handOver(meeting, node)) here.meet(node)
  return here.hasMain
}
