import type {Note} from './notes'
import type {GroupPayload, RulePayload} from '../model/payload'
import type {Rule} from '../model/rule'

/** `record` is the payload of "Create group"; rules name it by its place in the list. */
export type ImportedGroup = {
  readonly record: GroupPayload
  readonly notes: readonly Note[]
  /** It was a group in the file, so it is imported even if it is empty. */
  readonly isKeptIfEmpty?: boolean
}

export type ImportedRecord = {
  /** The position in the file: `$[0].headers[1]`, `/rewriteSet[2]` or `line 1`. */
  readonly at: string
  readonly name: string
  /** The payload of "Create rule", with an empty `groupId`; null where it is refused. */
  readonly rule: RulePayload | null
  /** Its place in the list of groups; null for none. */
  readonly group: number | null
  readonly faults: readonly Note[]
  readonly notes: readonly Note[]
  /** Whether it holds code, which arrives switched off. */
  readonly isCode: boolean
  /** It belongs to the record before it, and is imported with it: a Delay beside its Response. */
  readonly isPartOfPrevious?: boolean
}

export type ImportResult = {
  readonly format: string
  readonly groups: readonly ImportedGroup[]
  readonly records: readonly ImportedRecord[]
  readonly notes: readonly Note[]
}

export type Progress = {readonly done: number; readonly total: number}

/** Yields its progress, so that the caller can stop. Throws an `ImportError` only. */
export type ImportSteps = Generator<Progress, ImportResult, void>

export type ParsedFile =
  | {readonly kind: 'json'; readonly json: unknown}
  | {readonly kind: 'xml'; readonly root: XmlElement}
  | {readonly kind: 'command'; readonly text: string}

/** `at` is its path; `text` is trimmed, `untrimmedText` is not. */
export type XmlElement = {
  readonly name: string
  readonly path: string
  readonly text: string
  readonly untrimmedText: string
  readonly children: readonly XmlElement[]
}

/** Recognised by its content, never by a file's name. */
export type Format = {
  readonly name: string
  readonly recognises: (given: ParsedFile) => boolean
  readonly read: (given: ParsedFile) => ImportSteps
}

/** A type and its pairs, and the notes on them. */
export type ConvertedRule = {readonly draft: Pick<RuleDraft, 'ruleType' | 'pairs'>; readonly notes: readonly Note[]}

/** A rule of one type, with pairs that are not validated yet. */
export type RuleDraft = {
  readonly ruleType: Rule['ruleType']
  readonly pairs: readonly unknown[]
  readonly name: string
  readonly description?: string
  readonly isOn: boolean
}
