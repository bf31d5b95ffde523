import type {RunAsk, RunResult} from '../../model/rule-code'
import type {Asked, FromWorker, ToWorker} from '../protocol'
import {createCompiler, failureOf} from './compile'
import {createConsole} from './console'
import {watchIntrinsics} from './intrinsics'
import {createSharedState} from './shared-state'
import {textOf} from './result-text'

/** The sandbox's policy blocks these too; here the error is clear. */
const waysOut = [
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
const stores = ['indexedDB', 'caches', 'onmessage', 'onmessageerror']

function ownerOf(scope: object, name: string): object | null {
  let owner: object | null = scope
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner) as object | null
  return owner
}

function takeAwayWaysOut(scope: object): void {
  for (const name of [...waysOut, ...stores]) {
    for (let owner = ownerOf(scope, name); owner !== null; owner = ownerOf(scope, name)) {
      if (!Reflect.deleteProperty(owner, name)) break
    }
  }
  for (const name of waysOut) {
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
type Place = {
  post(message: FromWorker): void
  hear(listener: (message: ToWorker) => void): void
}

/** Parsed JSON; otherwise an empty object, so that reading a field does not throw. */
function jsonIn(text: unknown): unknown {
  try {
    return typeof text === 'string' ? parse(text) : {}
  } catch {
    return {}
  }
}

/** Without a prototype, to which code may have added `then`. */
const bare = (result: RunResult): RunResult => setPrototypeOf(result, null) as RunResult

const argsOf = (ask: Exclude<RunAsk, {kind: 'check'}>): object =>
  ask.kind === 'request'
    ? {...ask.args, bodyAsJson: jsonIn(ask.args.body)}
    : {...ask.args, responseJSON: jsonIn(ask.args.response)}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

export function startWorker(scope: Scope, {post, hear}: Place): void {
  takeAwayWaysOut(scope)
  const compile = createCompiler()
  const written = createConsole(scope)
  const isChanged = watchIntrinsics(scope)
  /** The code that needs no check of the globals; null before the first call. */
  let trusted: string | null | undefined = null
  let waiting = 0

  function isSpoilt(code: string): boolean {
    const isOther = trusted !== null && (waiting > 0 || trusted !== code)
    trusted = code
    return isOther && isChanged()
  }

  let state: ReturnType<typeof createSharedState> | undefined

  async function resultOf(id: number, ask: RunAsk): Promise<RunResult> {
    try {
      const compiled = compile(ask.code)
      const rule = typeof compiled === 'function' ? compiled : await compiled
      if (ask.kind === 'check') return bare({ok: true, value: '', isJson: false})
      let value = rule(argsOf(ask))
      if (isThenable(value)) {
        post({waiting: id})
        waiting++
        try {
          value = await value
        } finally {
          waiting--
          if (trusted !== ask.code) trusted = undefined
        }
      }
      return bare({ok: true, ...textOf(value)})
    } catch (error) {
      return bare(failureOf(error, ask.code))
    }
  }

  async function run({id, ask}: Asked): Promise<void> {
    if (isSpoilt(ask.code)) return post({refused: id})
    post({begun: id})
    const lines = written.begin()
    const started = now()
    let result = await resultOf(id, ask)
    const took = now() - started
    let changed: string | undefined
    try {
      changed = state?.changed()
    } catch (error) {
      if (result.ok) result = failureOf(error, ask.code)
    }
    const said = lines.length > 0 ? {lines} : {}
    post({id, result: {...result, took, ...said}, ...(changed === undefined ? {} : {state: changed})})
  }

  hear(message => {
    if ('start' in message) state = createSharedState(scope, message.start)
    else if ('ping' in message) post({pong: true})
    else void run(message)
  })
}
