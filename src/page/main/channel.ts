import {toIsolated, type Evidence, type FromIsolated, type FromMain, type Made, type Making} from '../isolated/protocol'
import type {Question, ResponseEvidence, Told, Treatment} from '../isolated/protocol'
import {awaitIsolated, hearOn} from './handshake'
import {dispatch, own, plain, promised, written} from './natives'

/** Whether ISOLATED makes the text, which takes time. */
export const runs = (making: Making | undefined): making is {readonly run: number} => !!making && 'run' in making

export const makes = ({request, response}: Treatment): boolean => runs(request) || runs(response?.body)

const NativeCustomEvent = CustomEvent

type Mode = 'waiting' | 'on' | 'off'

export type Channel = {
  mode: Mode
  readonly ready: Promise<void>
  readonly ask: (question: Question) => Told
  readonly giveUp: (treatment: Treatment | null) => void
  /** Makes a body, given what the code may read; undefined where the original passes. */
  readonly make: (
    making: Making,
    payload: () => Promise<string | null>,
    fields: () => Record<string, string>,
    of?: ResponseEvidence,
  ) => Promise<Made | undefined>
}

/** Calls `changed` when ISOLATED connects and at each change of mode. Returns the event name for pages that are already open. */
export function meetIsolated(changed: (channel: Channel) => void): string {
  let node: EventTarget
  let answer: Told = null
  const waiting: Record<number, ((made?: Made) => void) | undefined> = /* @__PURE__ */ plain({})
  let come: () => void

  /** `__proto__: null` keeps a `toJSON` of the page away and is faster than removing the prototype. */
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
    async make(making, payload, fields, of) {
      if (!runs(making)) return making
      const {run} = making
      const evidence: Evidence = plain({body: await own(payload()), requestHeaders: fields(), ...of})
      const made = await promised<Made | undefined>(resolve => {
        waiting[run] = resolve
        say({__proto__: null, run, evidence})
      })
      return made
    },
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
