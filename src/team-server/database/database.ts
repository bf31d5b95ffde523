import {mkdir} from 'node:fs/promises'
import {fileURLToPath} from 'node:url'
import {PGlite} from '@electric-sql/pglite'
import {sql} from 'drizzle-orm'
import type {PgDatabase, PgQueryResultHKT} from 'drizzle-orm/pg-core'
import {drizzle as onPglite} from 'drizzle-orm/pglite'
import {migrate as migratePglite} from 'drizzle-orm/pglite/migrator'
import {drizzle as onPostgres} from 'drizzle-orm/postgres-js'
import {migrate as migratePostgres} from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import * as schema from './schema'

export type Tables = PgDatabase<PgQueryResultHKT, typeof schema>

export type Database = {readonly tables: Tables; close(): Promise<void>}

const options = {schema, casing: 'snake_case'} as const
const migrations = {migrationsFolder: fileURLToPath(new URL('migrations', import.meta.url))}

const migrationLock = 7_316_402

/** Opens PGlite in a folder or in memory. Rejects if the folder is not writable. */
export async function openEmbedded(folder?: string): Promise<Database> {
  if (folder !== undefined) await mkdir(folder, {recursive: true, mode: 0o700})
  const client = await PGlite.create(folder)
  const tables = onPglite(client, options)
  await migratePglite(tables, migrations)
  return {tables, close: () => client.close()}
}

/** Connects to PostgreSQL (`postgres://user:password@host/name`), which servers can share. */
export async function openRemote(url: string): Promise<Database> {
  const client = postgres(url, {
    max: 20,
    connect_timeout: 10,
    onnotice: () => undefined,
  })
  try {
    await migrateOnce(client)
  } catch (error) {
    await client.end({timeout: 1})
    throw error
  }
  return {tables: onPostgres(client, options), close: () => client.end({timeout: 5})}
}

/** Servers that start together wait for the one that migrates. */
async function migrateOnce(client: postgres.Sql): Promise<void> {
  const connection = await client.reserve()
  try {
    await connection`select pg_advisory_lock(${migrationLock})`
    await migratePostgres(onPostgres(client, options), migrations)
    await connection`select pg_advisory_unlock(${migrationLock})`
  } finally {
    connection.release()
  }
}

export async function checkConnection({tables}: Database): Promise<void> {
  await tables.execute(sql`select 1`)
}
