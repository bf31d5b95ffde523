import {ruleOfPart, type PageRule} from '../../contract/page-plan'
import type {PageRequest} from '../../contract/page-messages'
import type {RunResult} from '../../contract/rule-code'
import {typeOfText} from '../../contract/type-of-text'
import type {Evidence, Made} from '../wire'
import {createRunner, type Port} from '../runner/client'
import {requestArgs, responseArgs} from './evidence'
import type {Say} from './reports'

export type CodeNeeds = {
  readonly connect: () => Port
  readonly wake: () => Promise<unknown>
  readonly say: Say
}

/** The code of a pair, and the request that it is for. */
type CodeCall = {
  readonly rule: PageRule
  readonly kind: 'request' | 'response'
  readonly code: string
  /** As it is told of. */
  readonly report: PageRequest
  readonly url: string
  readonly evidence: Evidence
}

/** Nothing where the code throws, hangs or returns nothing, and then the original passes. */
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
    // The console of the extension's own world: people see it beside the page's, which cannot read it.
    // oxlint-disable-next-line no-console
    for (const line of result.lines ?? []) console.log(line)
    if (result.ok) return {text: result.value, type: typeOfText(result.value)}
    const {why, message, line} = result
    void say('page.failed', {id: ruleOfPart(rule.id), pair: rule.pair, kind, why, message, line, time: report.time})
    return undefined
  }
}
