import type {Group} from '../model/group'
import type {Rule, StoredRecord} from '../model/rule'

/** Every answer of the service: `{success: true, data}`. A refusal is a `ServiceError`. */
export type Envelope<Data> = {readonly success: true; readonly data: Data}

/** A page of a listing. `nextOffset` is the `offset` of the next page, null at the end; `total` counts all records. */
export type Page<Data> = Envelope<readonly Data[]> & {readonly total: number; readonly nextOffset: number | null}

export type PageRequest = {readonly offset?: number; readonly pageSize?: number}

export const defaultPageSize = 30
export const largestPageSize = 75

type OmitFromEach<Union, Field extends PropertyKey> = Union extends unknown ? Omit<Union, Field> : never

/** The fields that an updated rule comes back with; the document's update answer lacks the others. */
export type UpdatedRule = OmitFromEach<
  Rule,
  'groupId' | 'isSample' | 'isFavourite' | 'schemaVersion' | 'extensionRules' | 'currentOwnerId'
>
export type UpdatedGroup = Omit<Group, 'currentOwnerId'>

/** The `modificationDate` of the version that a change is made from, null for none. Where another one is kept, the change is refused as `changed-since`. */
export type ExpectedVersion = number | null

/** The service, on this device or over HTTP. Payloads are checked here; a listing returns records as they are stored. */
export type RuleService = {
  createRule(payload: unknown): Promise<Envelope<Rule>>
  updateRule(ruleId: string, payload: unknown, seen?: ExpectedVersion): Promise<Envelope<UpdatedRule>>
  listRules(page?: PageRequest): Promise<Page<StoredRecord>>
  getRule(ruleId: string): Promise<Envelope<Rule>>
  createGroup(payload: unknown): Promise<Envelope<Group>>
  updateGroup(groupId: string, payload: unknown, seen?: ExpectedVersion): Promise<Envelope<UpdatedGroup>>
  // What the contract leaves open. A service without one of these leaves it out.
  listGroups?(page?: PageRequest): Promise<Page<StoredRecord>>
  deleteRule?(ruleId: string, seen?: ExpectedVersion): Promise<void>
  /** Its rules become ungrouped. */
  deleteGroup?(groupId: string, seen?: ExpectedVersion): Promise<void>
}

/** The service over HTTP. A repeated creation with the same idempotency key creates nothing where the service honours it. */
export type RemoteService = Omit<RuleService, 'createRule' | 'createGroup'> & {
  createRule(payload: unknown, idempotencyKey?: string): Promise<Envelope<Rule>>
  createGroup(payload: unknown, idempotencyKey?: string): Promise<Envelope<Group>>
  /** Milliseconds for which the service keeps such keys, by its last answer; null where it does not say. */
  getIdempotencyKeyTtl(): number | null
}
