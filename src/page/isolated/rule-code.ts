import {ruleOfPart, type PageRule} from '../../model/page-rules'
import type {PageRequest} from '../../messaging/page-messages'
import type {RunResult, RequestArgs, ResponseArgs} from '../../model/rule-code'
import {typeOfText} from '../../model/type-of-text'
import type {Evidence, Made} from './protocol'
import {createRunner, type Port} from '../../script-sandbox/client'
import type {Say} from './reports'
import {parsed} from '../../model/json'

const queryOf = (url: string): unknown => Object.fromEntries(new URL(url).searchParams)

/** `bodyAsJson` is added where the code runs. */
const requestArgs = (method: string, url: string, {body}: Evidence): RequestArgs => ({
  method,
  url,
  body: body ?? '',
})

/** `responseJSON` is added where the code runs. */
const responseArgs = (
  method: string,
  url: string,
  {body, requestHeaders, response = '', ...rest}: Evidence,
): ResponseArgs => ({
  method,
  url,
  response,
  responseType: rest.responseType ?? '',
  requestHeaders,
  requestData: body === null ? queryOf(url) : (parsed(body) ?? body),
})

export type CodeNeeds = {
  readonly connect: () => Port
  readonly wake: () => Promise<unknown>
  readonly say: Say
}

type CodeCall = {
  readonly rule: PageRule
  readonly kind: 'request' | 'response'
  readonly code: string
  readonly report: PageRequest
  readonly url: string
  readonly evidence: Evidence
}

/** Undefined where the code throws, hangs or returns nothing: then the original passes. */
export type RunCode = (call: CodeCall) => Promise<Made | undefined>

export function createCode({connect, wake, say}: CodeNeeds): RunCode {
  const runner = createRunner(connect, wake)
  const run = ({kind, code, report: {method}, url, evidence}: CodeCall): Promise<RunResult> => {
    if (evidence.isUnfinished) return Promise.resolve({ok: false, why: 'unfinished', message: ''})
    return runner.run(
      kind === 'request'
        ? {kind, code, args: requestArgs(method, url, evidence)}
        : {kind, code, args: responseArgs(method, url, evidence)},
    )
  }
  return async call => {
    const {rule, kind, report} = call
    const result = await run(call)
    // Pages cannot read the console of the extension's world.
    // oxlint-disable-next-line no-console
    for (const line of result.lines ?? []) console.log(line)
    if (result.ok) return {text: result.value, type: typeOfText(result.value)}
    const {why, message, line} = result
    void say('page.failed', {id: ruleOfPart(rule.id), pair: rule.pair, kind, why, message, line, time: report.time})
    return undefined
  }
}
