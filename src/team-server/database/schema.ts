import {bigint, index, integer, pgTable, primaryKey, text, uniqueIndex} from 'drizzle-orm/pg-core'

export const workspaces = pgTable('workspaces', {
  id: text().primaryKey(),
  name: text().notNull().unique(),
  /** The position of the next record. Its update makes concurrent creations wait for each other. */
  nextPosition: integer().notNull().default(0),
})

/** API keys. The secret is not here, only what recognises it. Times are milliseconds since 1970. */
export const apiKeys = pgTable('api_keys', {
  id: text().primaryKey(),
  workspaceId: text()
    .notNull()
    .references(() => workspaces.id),
  name: text().notNull(),
  /** SHA-256 of the secret, in hex. */
  hash: text().notNull(),
  hint: text().notNull(),
  createdAt: bigint({mode: 'number'}).notNull(),
  revokedAt: bigint({mode: 'number'}),
})

/**
 * `body` is JSON text because jsonb refuses an escaped NUL. What changes for all rules of a group
 * at once
 * has columns of its own.
 */
export const records = pgTable(
  'records',
  {
    workspaceId: text()
      .notNull()
      .references(() => workspaces.id),
    kind: text({enum: ['rule', 'group']}).notNull(),
    id: text().notNull(),
    position: integer().notNull(),
    groupId: text().notNull().default(''),
    modificationDate: bigint({mode: 'number'}).notNull(),
    lastModifiedBy: text().notNull(),
    body: text().notNull(),
  },
  table => [
    primaryKey({columns: [table.workspaceId, table.kind, table.id]}),
    uniqueIndex().on(table.workspaceId, table.kind, table.position),
    index().on(table.workspaceId, table.groupId),
  ],
)

/** The number of records per 512 positions, so that a late page is found without a full count. */
export const blocks = pgTable(
  'blocks',
  {
    workspaceId: text()
      .notNull()
      .references(() => workspaces.id),
    kind: text({enum: ['rule', 'group']}).notNull(),
    block: integer().notNull(),
    count: integer().notNull(),
  },
  table => [primaryKey({columns: [table.workspaceId, table.kind, table.block]})],
)

/** The record that the first POST with an idempotency key created, as JSON text. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    workspaceId: text()
      .notNull()
      .references(() => workspaces.id),
    kind: text({enum: ['rule', 'group']}).notNull(),
    key: text().notNull(),
    /** Milliseconds since 1970. */
    createdAt: bigint({mode: 'number'}).notNull(),
    record: text().notNull(),
  },
  table => [primaryKey({columns: [table.workspaceId, table.kind, table.key]}), index().on(table.createdAt)],
)

/** How many calls a key has been granted in the minute that it last called in. */
export const grants = pgTable('grants', {
  keyId: text()
    .primaryKey()
    .references(() => apiKeys.id),
  /** Minutes since 1970, by the database's clock: the servers' clocks may differ. */
  minute: bigint({mode: 'number'}).notNull(),
  count: integer().notNull(),
})
