import type {PageRule} from '../../contract/page-plan'
import type {PageRequest} from '../../contract/page-request'
import {ruleOfPart} from '../../contract/rule-part'
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
  return async ({rule: {id, pair}, kind, code, report: {method, time}, url, evidence}) => {
    const result = await runner.run(
      kind === 'request'
        ? {kind, code, args: requestArgs(method, url, evidence)}
        : {kind, code, args: responseArgs(method, url, evidence)},
    )
    // The console of the extension's own world: people see it beside the page's, which cannot read it.
    // oxlint-disable-next-line no-console
    for (const line of result.lines ?? []) console.log(line)
    if (result.ok) return {text: result.value, type: typeOfText(result.value)}
    const {why, message, line} = result
    void say('page.failed', {id: ruleOfPart(id), pair, kind, why, message, line, time})
    return undefined
  }
}
