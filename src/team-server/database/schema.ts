import {bigint, index, integer, pgTable, primaryKey, text, uniqueIndex} from 'drizzle-orm/pg-core'

/** The rules and groups of one team. */
export const workspaces = pgTable('workspaces', {
  id: text().primaryKey(),
  name: text().notNull().unique(),
  /** Where the next record goes in the order of making; updating it also makes the makers of one workspace wait for each other. */
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
  /** The last characters of the key, so that people can tell keys apart. */
  hint: text().notNull(),
  createdAt: bigint({mode: 'number'}).notNull(),
  revokedAt: bigint({mode: 'number'}),
})

/**
 * Rules and groups. `body` is the record as JSON text: a text keeps what jsonb would refuse, such as an escaped NUL. What changes for many rules at
 * once, when their group goes, stands in columns and not in the body.
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

/** How many records there are among each 512 positions, so that a page far down is found without counting all records above it. */
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

/**
 * Idempotency keys of POST requests, each with the record that the first request created, as JSON text. A repeated request is answered from
 * it, even after the record was changed or deleted.
 */
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
