import type {Fault} from '../contract/faults'
import type {GroupPayload, RulePayload} from '../contract/payload'
import type {Rule} from '../contract/rule'

/** A group that the file asks for. `record` is what "Create group" takes; rules name it by its place in the list. */
export type ImportedGroup = {
  readonly record: GroupPayload
  /** What of it was changed or has no counterpart. */
  readonly notes: readonly Fault[]
  /** It was a group already, and comes along with no rules in it, too. */
  readonly isKept?: boolean
}

/** One record of the file, and what becomes of it. */
export type ImportedRecord = {
  /** Where it stands in the file: `$[0].headers[1]`, `/rewriteSet-array/rewriteSet[2]`, `line 1`. */
  readonly at: string
  readonly name: string
  /** What "Create rule" takes, with an empty `groupId`; null where it is refused. */
  readonly rule: RulePayload | null
  /** Its place in the list of groups; null for none. */
  readonly group: number | null
  /** Why it is refused; empty where it is not. */
  readonly faults: readonly Fault[]
  /** What was changed on the way, what has no counterpart, and why it arrives switched off. */
  readonly notes: readonly Fault[]
  /** Whether it holds code, which arrives switched off. */
  readonly isCode: boolean
  /** It says something more of what the record before it says, and is wanted with it: how long an answer took. */
  readonly goesAlong?: boolean
}

export type Imported = {
  /** Of which tool the file is, as people call it. */
  readonly format: string
  readonly groups: readonly ImportedGroup[]
  readonly records: readonly ImportedRecord[]
  /** What concerns the file as a whole, as fields beside its records. */
  readonly notes: readonly Fault[]
}

/** How far a reading is, in steps of its own: `done` of `total`. */
export type Progress = {readonly done: number; readonly total: number}

/** Reads step by step: whoever drives it can tell how far it is, and stop it by asking no further. Throws an `ImportError` only. */
export type Reading = Generator<Progress, Imported, void>

/** A file's text, and what it holds. */
export type Given =
  | {readonly kind: 'json'; readonly json: unknown}
  | {readonly kind: 'xml'; readonly root: XmlElement}
  | {readonly kind: 'command'; readonly text: string}

/** An element as data. `at` is its path, `text` its own text without spaces around it. */
export type XmlElement = {
  readonly name: string
  readonly at: string
  readonly text: string
  /** The same with what stands around it, where that may be a part of it. */
  readonly written: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
}

/** What one tool writes. Recognised by what is in it, never by a file's name. */
export type Format = {
  readonly name: string
  readonly recognises: (given: Given) => boolean
  readonly read: (given: Given) => Reading
}

/** A rule as the formats make it: of one type, with pairs that the contract is still to judge. */
export type Draft = {
  readonly ruleType: Rule['ruleType']
  readonly pairs: readonly unknown[]
  readonly name: string
  readonly description?: string
  readonly isOn: boolean
}
