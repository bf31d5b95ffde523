import type {Group} from '../model/group'
import type {OmitFromEach} from '../model/payload'
import type {Rule, StoredRecord} from '../model/rule'

/** Every response is `{success: true, data}`. A refusal is a `ServiceError`. */
export type Envelope<Data> = {readonly success: true; readonly data: Data}

/** A page of a list. `nextOffset` is null on the last page; `total` counts all records. */
export type Page<Data> = Envelope<readonly Data[]> & {readonly total: number; readonly nextOffset: number | null}

export type PageRequest = {readonly offset?: number; readonly pageSize?: number}

export const defaultPageSize = 30
export const largestPageSize = 75

/** The contract's response to an update lacks these fields. */
export type UpdatedRule = OmitFromEach<
  Rule,
  'groupId' | 'isSample' | 'isFavourite' | 'schemaVersion' | 'extensionRules' | 'currentOwnerId'
>
export type UpdatedGroup = Omit<Group, 'currentOwnerId'>

/**
 * The `modificationDate` of the version that a change is made from, null for none.
 * For another stored version the change is refused as `changed-since`.
 */
export type ExpectedVersion = number | null

/** The service, local or over HTTP. It checks payloads; lists return records as stored. */
export type RuleService = {
  createRule(payload: unknown): Promise<Envelope<Rule>>
  updateRule(ruleId: string, payload: unknown, expected?: ExpectedVersion): Promise<Envelope<UpdatedRule>>
  listRules(page?: PageRequest): Promise<Page<StoredRecord>>
  getRule(ruleId: string): Promise<Envelope<Rule>>
  createGroup(payload: unknown): Promise<Envelope<Group>>
  updateGroup(groupId: string, payload: unknown, expected?: ExpectedVersion): Promise<Envelope<UpdatedGroup>>
  // Operations outside the contract, which a service may lack.
  listGroups?(page?: PageRequest): Promise<Page<StoredRecord>>
  deleteRule?(ruleId: string, expected?: ExpectedVersion): Promise<void>
  /** Its rules become ungrouped. */
  deleteGroup?(groupId: string, expected?: ExpectedVersion): Promise<void>
}

/** The service over HTTP. A service that honours idempotency keys creates a record once per key. */
export type RemoteService = Omit<RuleService, 'createRule' | 'createGroup'> & {
  createRule(payload: unknown, idempotencyKey?: string): Promise<Envelope<Rule>>
  createGroup(payload: unknown, idempotencyKey?: string): Promise<Envelope<Group>>
  /** Milliseconds for which the service keeps such keys; null if it does not say. */
  getIdempotencyKeyTtl(): number | null
}
