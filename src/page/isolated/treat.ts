import type {PageDeed, PageRule} from '../../contract/page-plan'
import {withoutFragment} from '../../matching/address'
import type {Evidence, Made, Making, Question, Told} from '../wire'
import type {RunCode} from './code'
import type {Report} from './reports'
import type {PageRules} from './rules'

/** Where a body is made that takes time; nothing where the original passes. */
export type Make = (evidence: Evidence) => Promise<Made | undefined>

export type TreatNeeds = {
  readonly rules: PageRules
  /** A body that is kept apart; undefined where it is gone. */
  readonly read: (key: string) => Promise<string | undefined>
  /** Gives what takes time a number, by which MAIN asks for it once. */
  readonly defer: (make: Make) => number
  readonly applied: Report
  readonly run: RunCode
}

/** A rule that decides on a body, and for which address. */
type Deciding = {
  readonly rule: PageRule
  readonly url: string
  readonly does: Exclude<PageDeed, {kind: 'delay'}>
}

/** No two requests of a document have the same one: it is what they are told apart by. */
let lastTime = 0

/** What becomes of a request; null for nothing. */
export function treat(question: Question, {rules, read, defer, applied, run}: TreatNeeds): Told {
  const {isSync, payload} = question
  const method = question.method.toUpperCase()
  const isHead = method === 'HEAD'
  const asked = webAddress(question.url)
  if (!asked) return null
  const asking = {method, resourceType: 'xmlhttprequest', payload: payload ?? undefined} as const
  const applying = rules(asked, asking, method !== 'GET' && !isHead, payload === undefined)
  if (applying === 'needs-payload') return applying

  /** Undefined where it takes time and there is none. */
  function making({rule, url, does}: Deciding): Making | undefined {
    const {kind, body} = does
    if (isHead) return {text: '', type: 'text/plain'}
    if (body.type === 'static' && 'value' in body) return {text: body.value, type: body.contentType}
    if (isSync) return undefined
    return {
      run: defer(async evidence => {
        if (isLate) applied(report, 0)
        const text = 'kept' in body ? await read(body.kept) : body.value
        if (text === undefined) return
        if (body.type === 'static') return {text, type: body.contentType}
        return run({rule, kind, code: text, report, url, evidence})
      }),
    }
  }

  const {delay, request, response, way} = applying
  const wait = isSync || way?.isStopped ? undefined : delay?.does.milliseconds
  const sent = request && making(request)
  const answer = response && making(response)
  // Chrome blocks an address with both a line break and a `<` as it does what a rule of its own cancels, and the console says which it was.
  const goes = (way?.isStopped ? `${asked}#\n<` : way?.goes) || undefined
  const isServed = answer && response.does.isServed
  // Of what is never sent, nobody sees the changed body, and the browser tells of no rule that would have led it elsewhere.
  const acting = [
    isServed ? response?.led : goes && way?.rules,
    wait && delay?.rule.id,
    sent && !isServed && !way?.isStopped && request.rule.id,
    answer && response.rule.id,
  ]
    .flat()
    .filter(Boolean) as string[]
  const report = {
    rules: acting,
    method,
    url: asked,
    to: goes,
    isServed: isServed || way?.isStopped,
    // Code is given the request body, which is read before the request is sent.
    waits: Boolean(wait || [sent, answer].some(each => each && 'run' in each)),
    time: (lastTime = Math.max(Date.now(), lastTime + 0.01)),
  }
  // What makes something of an answer, and does nothing else, has acted when one has come.
  const isLate = answer && 'run' in answer && !acting[1]
  // Of several to one address it is the payload that tells apart where rules act: those that they leave alone are told with them.
  if (acting[0] || payload !== undefined) applied(report, isLate)
  if (!acting[0]) return null
  const url = answer ? response.url : asked
  const type = new URL(url).origin === origin ? 'basic' : 'cors'
  return {
    time: report.time,
    url,
    redirected: url !== asked,
    type,
    delay: wait,
    request: sent,
    goes,
    response: answer && {...response.does, body: answer},
  }
}

/** An address on the web as the browser writes it, without its fragment. */
function webAddress(given: string): string | null {
  const resolved = URL.parse(given, new Text().baseURI)
  return resolved && /^https?:/.test(resolved.href) ? withoutFragment(resolved.href) : null
}
