import {toIsolated, type Evidence, type FromIsolated, type FromMain, type Made} from '../wire'
import type {Question, Told, Treatment} from '../wire'
import {awaitIsolated, hearOn} from './meet'
import {dispatch, plain, promised, written} from './natives'

const NativeCustomEvent = CustomEvent

/** `waiting`: the rules are on their way; `off`: no rule can concern this page. */
type Mode = 'waiting' | 'on' | 'off'

export type Channel = {
  mode: Mode
  /** Fulfilled when the rules have come. */
  readonly ready: Promise<void>
  readonly ask: (question: Question) => Told
  /** The page gave it up before it was sent or answered; null where it has been. */
  readonly giveUp: (treatment: Treatment | null) => void
  /** A text that takes time to make; nothing where the original is to pass. */
  readonly make: (run: number, evidence: Evidence) => Promise<Made | undefined>
}

/** `changed` is called whenever the mode may have changed, first when ISOLATED connects. Returns the name of the event for open pages. */
export function meetIsolated(changed: (channel: Channel) => void): string {
  let node: EventTarget
  let answer: Told = null
  const waiting: Record<number, ((made?: Made) => void) | undefined> = /* @__PURE__ */ plain({})
  let come: () => void

  /** The message has no prototype. Each request makes some, so they are made without: to take one away is slow. */
  const say = (message: FromMain) =>
    dispatch(node, new NativeCustomEvent(toIsolated, {__proto__: null, detail: written(message)} as object))

  const channel: Channel = {
    mode: 'waiting',
    ready: promised<void>(resolve => {
      come = resolve
    }),
    ask(question) {
      answer = null
      say(question)
      return answer
    },
    giveUp(treatment) {
      if (treatment) say({__proto__: null, gone: treatment.time})
    },
    make: (run, evidence) =>
      promised(resolve => {
        waiting[run] = resolve
        say({__proto__: null, run, evidence})
      }),
  }

  function hear(message: FromIsolated) {
    if ('treatment' in message) answer = message.treatment
    else if ('run' in message) {
      waiting[message.run]?.(message.made)
      waiting[message.run] = undefined
    } else {
      if (message.isConcerned !== undefined) {
        channel.mode = message.isConcerned ? 'on' : 'off'
        come()
      }
      changed(channel)
    }
  }

  return awaitIsolated(found => {
    node = found
    hearOn(found, hear as (message: unknown) => void)
  })
}
