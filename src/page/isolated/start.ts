import {pageRulesKey, type PagePlan} from '../../model/page-rules'
import {meeting, type Evidence, type FromIsolated, type FromMain} from './protocol'
import {handOver, openChannel} from './channel'
import {createCode, type CodeNeeds} from './rule-code'
import {pageRules, type PageRules} from './page-rules'
import {createReports} from './reports'
import {treat, type Make} from './decide-request'
import {near, world, type Shared} from './shared-globals'

export type PagePort = CodeNeeds & {
  readonly read: (key: string) => Promise<string | undefined>
  readonly onPlan: (listener: (plan: string | undefined) => void) => void
  /** False once the extension was reloaded or removed. */
  readonly isAlive: () => boolean
}

/** In milliseconds. */
const aliveEvery = 300
/** In milliseconds, several times the measured maximum. */
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
  let rules: PageRules | null | undefined

  const defer = (making: Make) => deferred.push(making) - 1

  async function make(run: number, evidence: Evidence) {
    const making = deferred[run]
    deferred[run] = undefined
    let timer: ReturnType<typeof setInterval> | undefined
    // After a reload of the extension no answer comes.
    const gone = new Promise<undefined>((done: (made?: undefined) => void) => {
      timer = setInterval(() => isAlive() || done(), aliveEvery)
    })
    const made = await Promise.race([making?.(evidence), gone]).catch(() => undefined)
    clearInterval(timer)
    // While the extension loads, Chrome cancels requests, so the original waits.
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
    // Later than the first script of the page, which each call to the browser would delay.
    addEventListener('pageshow', back)
  }

  /** Back from the back/forward cache, which new scripts do not reach. */
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
