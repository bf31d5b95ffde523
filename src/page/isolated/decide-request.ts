import type {PageDeed, PageRule} from '../../model/page-rules'
import {withoutFragment} from '../../matching/address'
import type {Evidence, Made, Making, Question, Told} from './protocol'
import type {RunCode} from './rule-code'
import type {Report} from './reports'
import type {PageRules} from './page-rules'

export type Make = (evidence: Evidence) => Promise<Made | undefined>

export type TreatNeeds = {
  readonly rules: PageRules
  readonly read: (key: string) => Promise<string | undefined>
  readonly defer: (make: Make) => number
  readonly applied: Report
  readonly run: RunCode
}

type Deciding = {
  readonly rule: PageRule
  readonly url: string
  readonly does: Exclude<PageDeed, {kind: 'delay'}>
}

/** Unique per document, since it identifies the request. */
let lastTime = 0

export function treat(question: Question, {rules, read, defer, applied, run}: TreatNeeds): Told {
  const {isSync, payload} = question
  const method = question.method.toUpperCase()
  const isHead = method === 'HEAD'
  const asked = webAddress(question.url)
  if (!asked) return null
  const asking = {method, resourceType: 'xmlhttprequest', payload: payload ?? undefined} as const
  const applying = rules(asked, asking, method !== 'GET' && !isHead, payload === undefined)
  if (applying === 'needs-payload') return applying

  /** Undefined where it would take time and the request is synchronous. */
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
  // Chrome blocks URLs with both a line break and a `<`; the fragment names the reason in the console.
  const goes = (way?.isStopped ? `${asked}#\n<` : way?.goes) || undefined
  const isServed = answer && response.does.isServed
  // If nothing is sent, neither the changed body nor a browser rule takes effect.
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
    // Code gets the request body, which is read before the request is sent.
    waits: Boolean(wait || [sent, answer].some(each => each && 'run' in each)),
    time: (lastTime = Math.max(Date.now(), lastTime + 0.01)),
  }
  // A rule that changes only the response has acted when that arrives.
  const isLate = answer && 'run' in answer && !acting[1]
  // Requests to one URL are told apart by their payload, so those without a rule are reported too.
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

function webAddress(given: string): string | null {
  const resolved = URL.parse(given, new Text().baseURI)
  return resolved && /^https?:/.test(resolved.href) ? withoutFragment(resolved.href) : null
}
