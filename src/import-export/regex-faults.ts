import type {FaultText} from '../model/faults'
import type {RulePayload} from '../model/payload'
import {noteText, noteAt, type Note, type NoteText} from './notes'
import type {PairOf} from '../model/rules'
import type {Source} from '../model/source'
import {readPattern} from '../matching/pattern'
import {findPayloadFaults} from '../matching/prepare'
import {readSearchPattern} from '../matching/replace-text'
import {quoteValue} from './fields'

const said = (value: string, reason: FaultText): NoteText => noteText('isNotARegex', {value: quoteValue(value), reason})

/** Why a service would refuse a source: its value is no regex. Undefined where it is one. */
export function findSourceFault(source: Source): NoteText | undefined {
  const read = readPattern(source)
  return 'fault' in read && read.fault.code === 'regex-syntax' ? said(source.value, read.fault.reason) : undefined
}

function reasonOfSought(from: string): NoteText | undefined {
  const read = readSearchPattern(from)
  return 'reason' in read && read.code === 'regex-syntax' ? said(from, read.reason) : undefined
}

/** The regexes of a rule that a service would refuse. */
export function findRegexFaults({ruleType, pairs}: RulePayload): Note[] {
  return pairs.flatMap((pair, index) => {
    const ofSource = pair.source && findSourceFault(pair.source)
    const ofText = ruleType === 'Replace' ? reasonOfSought((pair as PairOf<'Replace'>).from) : undefined
    return [
      ...(ofSource === undefined ? [] : [noteAt(`pairs[${index}].source.value`, 'regex-syntax', ofSource)]),
      ...findPayloadFaults(pair.source?.filters ?? []).map(({index: at, reason}) =>
        noteAt(`pairs[${index}].source.filters[${at}].requestPayload.value`, 'regex-syntax', reason),
      ),
      ...(ofText === undefined ? [] : [noteAt(`pairs[${index}].from`, 'regex-syntax', ofText)]),
    ]
  })
}
