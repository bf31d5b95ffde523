import {fault, type Fault} from '../model/faults'
import type {RulePayload} from '../model/payload'
import {isNotARegex} from '../model/reasons'
import type {PairOf} from '../model/rules'
import type {Source} from '../model/source'
import {readPattern} from '../matching/pattern'
import {findPayloadFaults} from '../matching/prepare'
import {readSearchPattern} from '../matching/replace-text'
import {shown} from './fields'

const said = (value: string, reason: string) => isNotARegex(shown(value), reason.replace(/\.$/, ''))

/** Why a service would refuse a source: its value is no regex. Undefined where it is one. */
export function reasonOfSource(source: Source): string | undefined {
  const read = readPattern(source)
  return 'fault' in read && read.fault.code === 'regex-syntax' ? said(source.value, read.fault.reason) : undefined
}

function reasonOfSought(from: string): string | undefined {
  const read = readSearchPattern(from)
  return 'reason' in read && read.code === 'regex-syntax' ? said(from, read.reason) : undefined
}

/** The regexes of a rule that a service would refuse. */
export function faultsOfExpressions({ruleType, pairs}: RulePayload): Fault[] {
  return pairs.flatMap((pair, index) => {
    const ofSource = pair.source && reasonOfSource(pair.source)
    const ofText = ruleType === 'Replace' ? reasonOfSought((pair as PairOf<'Replace'>).from) : undefined
    return [
      ...(ofSource === undefined ? [] : [fault(`pairs[${index}].source.value`, 'regex-syntax', ofSource)]),
      ...findPayloadFaults(pair.source?.filters ?? []).map(({index: at, reason}) =>
        fault(`pairs[${index}].source.filters[${at}].requestPayload.value`, 'regex-syntax', reason),
      ),
      ...(ofText === undefined ? [] : [fault(`pairs[${index}].from`, 'regex-syntax', ofText)]),
    ]
  })
}
