import type {RunAsk, RunResult} from '../../model/rule-code'
import type {RunRequest, FromWorker, ToWorker} from '../protocol'
import {createCompiler, toFailure} from './compile'
import {createConsole} from './console'
import {watchIntrinsics} from './intrinsics'
import {createSharedState} from './shared-state'
import {toResultText} from './result-text'

/** The sandbox's policy blocks these as well. Removing them gives a clear error. */
const blockedApis = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'importScripts',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'postMessage',
  'close',
] as const
const removedGlobals = ['indexedDB', 'caches', 'onmessage', 'onmessageerror']

function findOwner(scope: object, name: string): object | null {
  let owner: object | null = scope
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner) as object | null
  return owner
}

function removeBlockedApis(scope: object): void {
  for (const name of [...blockedApis, ...removedGlobals]) {
    for (let owner = findOwner(scope, name); owner !== null; owner = findOwner(scope, name)) {
      if (!Reflect.deleteProperty(owner, name)) break
    }
  }
  for (const name of blockedApis) {
    const value = function () {
      throw new Error(`${name} is not there for rule code: it has no network and no page`)
    }
    Object.defineProperty(scope, name, {value})
  }
}

const {parse} = JSON
const {setPrototypeOf} = Object
const now = performance.now.bind(performance)

type Scope = typeof globalThis & {console: object}
type WorkerPort = {
  post(message: FromWorker): void
  listen(listener: (message: ToWorker) => void): void
}

/** Returns an empty object for other text, so that reading a field does not throw. */
function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? parse(text) : {}
  } catch {
    return {}
  }
}

/** Code may have added `then` to the prototype. */
const withoutPrototype = (result: RunResult): RunResult => setPrototypeOf(result, null) as RunResult

const toArguments = (ask: Exclude<RunAsk, {kind: 'check'}>): object =>
  ask.kind === 'request'
    ? {...ask.args, bodyAsJson: parseJson(ask.args.body)}
    : {...ask.args, responseJSON: parseJson(ask.args.response)}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

export function startWorker(scope: Scope, {post, listen}: WorkerPort): void {
  removeBlockedApis(scope)
  const compile = createCompiler()
  const codeConsole = createConsole(scope)
  const haveGlobalsChanged = watchIntrinsics(scope)
  /** The code of the last call, which may change globals for itself. Null before any call. */
  let trusted: string | null | undefined = null
  let pendingCalls = 0

  function mustRunElsewhere(code: string): boolean {
    const isOtherCode = trusted !== null && (pendingCalls > 0 || trusted !== code)
    trusted = code
    return isOtherCode && haveGlobalsChanged()
  }

  let state: ReturnType<typeof createSharedState> | undefined

  async function getResult(id: number, ask: RunAsk): Promise<RunResult> {
    try {
      const compiled = compile(ask.code)
      const rule = typeof compiled === 'function' ? compiled : await compiled
      if (ask.kind === 'check') return withoutPrototype({ok: true, value: '', isJson: false})
      let value = rule(toArguments(ask))
      if (isThenable(value)) {
        post({waiting: id})
        pendingCalls++
        try {
          value = await value
        } finally {
          pendingCalls--
          if (trusted !== ask.code) trusted = undefined
        }
      }
      return withoutPrototype({ok: true, ...toResultText(value)})
    } catch (error) {
      return withoutPrototype(toFailure(error, ask.code))
    }
  }

  async function run({id, ask}: RunRequest): Promise<void> {
    if (mustRunElsewhere(ask.code)) return post({refused: id})
    post({begun: id})
    const lines = codeConsole.begin()
    const started = now()
    let result = await getResult(id, ask)
    const took = now() - started
    let changed: string | undefined
    try {
      changed = state?.getChange()
    } catch (error) {
      if (result.ok) result = toFailure(error, ask.code)
    }
    const output = lines.length > 0 ? {lines} : {}
    post({id, result: {...result, took, ...output}, ...(changed === undefined ? {} : {state: changed})})
  }

  listen(message => {
    if ('start' in message) state = createSharedState(scope, message.start)
    else if ('ping' in message) post({pong: true})
    else void run(message)
  })
}
