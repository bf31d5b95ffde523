import type {Fault} from '../../../contract/faults'
import type {ImportedGroup, ImportedRecord, XmlElement} from '../../imported'

/** What a tool of Charles becomes: groups of its own, and records that name them by their place among these. */
type ReadTool = {
  readonly groups: readonly ImportedGroup[]
  readonly records: readonly ImportedRecord[]
  readonly notes: readonly Fault[]
}

/** `name` is the tool's, as Charles shows it. */
export type Tool = (element: XmlElement, name: string) => ReadTool
