import {getRuleId, type PageRule} from '../../model/page-rules'
import type {PageRequest} from '../../messaging/page-messages'
import type {RunResult, RequestArgs, ResponseArgs} from '../../model/rule-code'
import {guessContentType} from '../../model/content-type'
import type {ScriptArguments, SyntheticBody} from './protocol'
import {createRunner, type RunnerPort} from '../../script-sandbox/client'
import type {SendMessage} from './reports'
import {parsed} from '../../model/json'

const toQueryObject = (url: string): unknown => Object.fromEntries(new URL(url).searchParams)

/** The sandbox adds `bodyAsJson`. */
const toRequestArgs = (method: string, url: string, {body}: ScriptArguments): RequestArgs => ({
  method,
  url,
  body: body ?? '',
})

/** The sandbox adds `responseJSON`. */
const toResponseArgs = (
  method: string,
  url: string,
  {body, requestHeaders, response = '', ...rest}: ScriptArguments,
): ResponseArgs => ({
  method,
  url,
  response,
  responseType: rest.responseType ?? '',
  requestHeaders,
  requestData: body === null ? toQueryObject(url) : (parsed(body) ?? body),
})

export type CodeDependencies = {
  readonly connect: () => RunnerPort
  readonly wakeRunner: () => Promise<unknown>
  readonly send: SendMessage
}

type CodeCall = {
  readonly rule: PageRule
  readonly kind: 'request' | 'response'
  readonly code: string
  readonly request: PageRequest
  readonly url: string
  readonly args: ScriptArguments
}

/** Returns undefined if the code throws, hangs or returns nothing. Then the original is used. */
export type RunCode = (call: CodeCall) => Promise<SyntheticBody | undefined>

export function createCodeRunner({connect, wakeRunner, send}: CodeDependencies): RunCode {
  const runner = createRunner(connect, wakeRunner)
  const run = ({kind, code, request: {method}, url, args}: CodeCall): Promise<RunResult> => {
    if (args.isUnfinished) return Promise.resolve({ok: false, why: 'unfinished', message: ''})
    return runner.run(
      kind === 'request'
        ? {kind, code, args: toRequestArgs(method, url, args)}
        : {kind, code, args: toResponseArgs(method, url, args)},
    )
  }
  return async call => {
    const {rule, kind, request} = call
    const result = await run(call)
    // Pages cannot read console calls of the isolated world: test/browser/page/rule-code.test.ts.
    // oxlint-disable-next-line no-console
    for (const line of result.lines ?? []) console.log(line)
    if (result.ok) return {text: result.value, type: guessContentType(result.value)}
    const {why, message, line} = result
    void send('page.failed', {id: getRuleId(rule.id), pair: rule.pair, kind, why, message, line, time: request.time})
    return undefined
  }
}
