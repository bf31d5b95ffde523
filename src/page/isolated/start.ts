import {pageRulesKey, type PagePlan} from '../../model/page-rules'
import {handshakeEvent, type ScriptArguments, type FromIsolated, type FromMain} from './protocol'
import {offerNode, openChannel} from './channel'
import {createCodeRunner, type CodeDependencies} from './rule-code'
import {createRuleMatcher, type MatchRequest} from './rule-matcher'
import {createRequestReporter} from './reports'
import {decideRequest, type CreateBody} from './decide-request'
import {readPlan, type PlanPort} from './plan'
import {sharedGlobals, type SharedPage} from './shared-globals'

export type PagePort = CodeDependencies &
  PlanPort & {
    /** False once the extension was reloaded or removed. */
    readonly isAlive: () => boolean
  }

/** In milliseconds. */
const aliveCheckInterval = 300
/** In milliseconds, several times the measured maximum. */
const reloadDuration = 2000

/** Answers the queries of MAIN. Returns true if this document has MAIN. */
export function startIsolated(port: PagePort): boolean {
  const {readStorage, isAlive, send: sendToWorker} = port
  if (sharedGlobals.page) return sharedGlobals.page.hasMain
  const page: SharedPage = (sharedGlobals.page = {
    hasMain: false,
    connectMain(node) {
      channel.connect(node)
      page.hasMain = true
      sendMode()
    },
  })

  const report = createRequestReporter(sendToWorker)
  const runCode = createCodeRunner(port)
  const deferred: (CreateBody | undefined)[] = []
  /** Null if no rule can match in this page; undefined until the rules arrive. */
  let match: MatchRequest | null | undefined

  const defer = (createBody: CreateBody) => deferred.push(createBody) - 1

  async function sendBody(deferredId: number, args: ScriptArguments) {
    const createBody = deferred[deferredId]
    deferred[deferredId] = undefined
    let timer: ReturnType<typeof setInterval> | undefined
    // After a reload of the extension, a running call never ends.
    const reloaded = new Promise<undefined>((resolve: (body?: undefined) => void) => {
      timer = setInterval(() => isAlive() || resolve(), aliveCheckInterval)
    })
    const body = await Promise.race([createBody?.(args), reloaded]).catch(() => undefined)
    clearInterval(timer)
    // Chrome cancels requests while the extension loads, so the original request waits.
    if (!isAlive()) await new Promise(resolve => setTimeout(resolve, reloadDuration))
    send({deferredId, body})
  }

  const channel = openChannel(onMessage as (message: unknown) => void)
  const send: (message: FromIsolated) => void = channel.send

  function sendMode() {
    send({mode: match === undefined ? 'pending' : match ? 'on' : 'off'})
  }

  function onMessage(message: FromMain) {
    if ('deferredId' in message) return void sendBody(message.deferredId, message.args)
    if ('gone' in message) return void sendToWorker('page.gave-up', message)
    if (!isAlive()) {
      match = null
      sendMode()
    }
    const decision = match && decideRequest(message, {readStorage, match, defer, report, runCode})
    if (decision) send({decision})
  }

  function applyPlan(plan?: string) {
    match = plan && isAlive() ? createRuleMatcher(JSON.parse(plan) as PagePlan) : null
    sendMode()
    // Added after the first script of the page, which each call to the browser would delay.
    addEventListener('pageshow', onPageShow)
  }

  /** Chrome does not inject scripts into a page that returns from the back/forward cache. */
  const onPageShow = ({persisted}: PageTransitionEvent) => {
    if (!persisted) return
    void sendToWorker('page.back', {})
    void readStorage(pageRulesKey).then(applyPlan, () => applyPlan())
  }

  readPlan(port).listen(applyPlan)
  const node = new Text()
  if (!sharedGlobals.isLate && offerNode(handshakeEvent, node)) page.connectMain(node)
  return page.hasMain
}
