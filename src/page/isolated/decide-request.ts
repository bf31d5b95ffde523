import type {InPageAction, PageRule} from '../../model/page-rules'
import {withoutFragment} from '../../matching/address'
import type {ScriptArguments, SyntheticBody, BodySource, RequestQuery, RequestDecision} from './protocol'
import type {RunCode} from './rule-code'
import type {ReportRequest} from './reports'
import type {MatchRequest} from './rule-matcher'

export type CreateBody = (args: ScriptArguments) => Promise<SyntheticBody | undefined>

export type DecisionDependencies = {
  readonly match: MatchRequest
  readonly readStorage: (key: string) => Promise<string | undefined>
  readonly defer: (createBody: CreateBody) => number
  readonly report: ReportRequest
  readonly runCode: RunCode
}

type BodyRule = {
  readonly rule: PageRule
  readonly url: string
  readonly action: Exclude<InPageAction, {kind: 'delay'}>
}

/** Unique in this document, since the time identifies a request. */
let lastRequestTime = 0

export function decideRequest(
  query: RequestQuery,
  {match, readStorage, defer, report, runCode}: DecisionDependencies,
): RequestDecision {
  const {isSync, payload} = query
  const method = query.method.toUpperCase()
  const isHead = method === 'HEAD'
  const url = toWebUrl(query.url)
  if (!url) return null
  const properties = {method, resourceType: 'xmlhttprequest', payload: payload ?? undefined} as const
  const matched = match(url, properties, method !== 'GET' && !isHead, payload === undefined)
  if (matched === 'needs-payload') return matched

  /** Undefined if the body takes time and the request is synchronous. */
  function toBodySource({rule, url: matchedUrl, action}: BodyRule): BodySource | undefined {
    const {kind, body} = action
    if (isHead) return {text: '', type: 'text/plain'}
    if (body.type === 'static' && 'value' in body) return {text: body.value, type: body.contentType}
    if (isSync) return undefined
    return {
      deferredId: defer(async args => {
        if (actsOnResponse) report(request, 'applied-later')
        const text = 'kept' in body ? await readStorage(body.kept) : body.value
        if (text === undefined) return
        if (body.type === 'static') return {text, type: body.contentType}
        return runCode({rule, kind, code: text, request, url: matchedUrl, args})
      }),
    }
  }

  const {chain, response} = matched
  const delay = isSync || chain?.isStopped ? undefined : matched.delay?.action.milliseconds
  const requestBody = matched.request && toBodySource(matched.request)
  const responseBody = response && toBodySource(response)
  // Chrome blocks URLs with a line break and a `<`: see native-parity-details.test.ts.
  const redirectUrl = (chain?.isStopped ? `${url}#\n<` : chain?.redirectUrl) || undefined
  const isServed = responseBody && response.action.isServed
  // If no request is sent, the changed body and browser rules have no effect.
  const pairIds = [
    isServed ? response?.pairIds : redirectUrl && chain?.pairIds,
    delay && matched.delay?.rule.id,
    requestBody && !isServed && !chain?.isStopped && matched.request?.rule.id,
    responseBody && response.rule.id,
  ]
    .flat()
    .filter(Boolean) as string[]
  const request = {
    rules: pairIds,
    method,
    url,
    to: redirectUrl,
    isServed: isServed || chain?.isStopped,
    // Code receives the request body, which is read before the request is sent.
    waits: Boolean(delay || [requestBody, responseBody].some(each => each && 'deferredId' in each)),
    time: (lastRequestTime = Math.max(Date.now(), lastRequestTime + 0.01)),
  }
  // A rule that changes only the response acts when the response arrives.
  const actsOnResponse = responseBody && 'deferredId' in responseBody && !pairIds[1]
  // Payloads distinguish requests to one URL, so requests without a rule are reported as well.
  if (pairIds[0] || payload !== undefined) report(request, actsOnResponse ? 'pending' : 'applied')
  if (!pairIds[0]) return null
  const shownUrl = responseBody ? response.url : url
  const type = new URL(shownUrl).origin === origin ? 'basic' : 'cors'
  return {
    time: request.time,
    url: shownUrl,
    redirected: shownUrl !== url,
    type,
    delay,
    request: requestBody,
    redirectUrl,
    response: responseBody && {...response.action, body: responseBody},
  }
}

function toWebUrl(address: string): string | null {
  const url = URL.parse(address, new Text().baseURI)
  return url && /^https?:/.test(url.href) ? withoutFragment(url.href) : null
}
