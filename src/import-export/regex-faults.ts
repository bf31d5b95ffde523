import type {FaultText} from '../model/faults'
import type {RulePayload} from '../model/payload'
import {noteText, noteAt, type Note, type NoteText} from './notes'
import type {PairOf} from '../model/rules'
import type {Source} from '../model/source'
import {readPattern} from '../matching/pattern'
import {findPayloadFaults} from '../matching/prepare'
import {readSearchPattern} from '../matching/replace-text'
import {quoteValue} from './fields'

const toFault = (value: string, reason: FaultText): NoteText =>
  noteText('isNotARegex', {value: quoteValue(value), reason})

/** Why a service would refuse a source: its value is no regex. Undefined where it is one. */
export function findSourceFault(source: Source): NoteText | undefined {
  const read = readPattern(source)
  return 'fault' in read && read.fault.code === 'regex-syntax' ? toFault(source.value, read.fault.reason) : undefined
}

function findSearchFault(from: string): NoteText | undefined {
  const read = readSearchPattern(from)
  return 'reason' in read && read.code === 'regex-syntax' ? toFault(from, read.reason) : undefined
}

/** The regexes of a rule that a service would refuse. */
export function findRegexFaults({ruleType, pairs}: RulePayload): Note[] {
  return pairs.flatMap((pair, index) => {
    const sourceFault = pair.source && findSourceFault(pair.source)
    const searchFault = ruleType === 'Replace' ? findSearchFault((pair as PairOf<'Replace'>).from) : undefined
    return [
      ...(sourceFault === undefined ? [] : [noteAt(`pairs[${index}].source.value`, 'regex-syntax', sourceFault)]),
      ...findPayloadFaults(pair.source?.filters ?? []).map(({index: at, reason}) =>
        noteAt(`pairs[${index}].source.filters[${at}].requestPayload.value`, 'regex-syntax', reason),
      ),
      ...(searchFault === undefined ? [] : [noteAt(`pairs[${index}].from`, 'regex-syntax', searchFault)]),
    ]
  })
}
