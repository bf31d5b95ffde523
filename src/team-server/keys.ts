import {createHash, timingSafeEqual} from 'node:crypto'
import {and, asc, eq, isNull} from 'drizzle-orm'
import type {Tables} from './database/database'
import {apiKeys, workspaces} from './database/schema'
import {createSuffix} from './random-suffix'

export type Caller = {readonly keyId: string; readonly userId: string; readonly workspaceId: string}

/** A key as people see it: never the key itself. Times are milliseconds since 1970. */
export type KeyView = {
  readonly id: string
  readonly name: string
  readonly workspace: string
  readonly hint: string
  readonly createdAt: number
  readonly revokedAt: number | null
}

type NewKey = {readonly name: string; readonly workspace: string}

export type Keys = {
  create(newKey: NewKey): Promise<string>
  list(): Promise<readonly KeyView[]>
  /** False where no key in use has this id. */
  revoke(id: string): Promise<boolean>
}

// The id finds the key, the secret proves it. Over 200 random bits, so a fast hash is enough.
const keyPattern = /^sy_([a-z0-9]{10})_([a-z0-9]{40})$/

export const withoutKeys = (text: string): string => text.replaceAll(/sy_[a-z0-9]{10}_[a-z0-9]{40}/g, 'sy_…')

const hash = (secret: string) => createHash('sha256').update(secret).digest()

export function createKeys(tables: Tables, now: () => number): Keys {
  return {
    async create({name, workspace}) {
      const id = createSuffix(10)
      const secret = createSuffix(40)
      await tables.transaction(async inside => {
        await inside
          .insert(workspaces)
          .values({id: `Workspace_${createSuffix(12)}`, name: workspace})
          .onConflictDoNothing()
        const [row] = await inside.select().from(workspaces).where(eq(workspaces.name, workspace))
        if (row === undefined) throw new Error(`The workspace ${workspace} went away`)
        await inside.insert(apiKeys).values({
          id,
          workspaceId: row.id,
          name,
          hash: hash(secret).toString('hex'),
          hint: secret.slice(-4),
          createdAt: now(),
        })
      })
      return `sy_${id}_${secret}`
    },

    list: () =>
      tables
        .select({
          id: apiKeys.id,
          name: apiKeys.name,
          workspace: workspaces.name,
          hint: apiKeys.hint,
          createdAt: apiKeys.createdAt,
          revokedAt: apiKeys.revokedAt,
        })
        .from(apiKeys)
        .innerJoin(workspaces, eq(workspaces.id, apiKeys.workspaceId))
        .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id)),

    async revoke(id) {
      const revoked = await tables
        .update(apiKeys)
        .set({revokedAt: now()})
        .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
        .returning({id: apiKeys.id})
      return revoked.length > 0
    },
  }
}

/** Null for an unknown or revoked key. Read for each call, so that a revocation is immediate. */
export async function findCaller(tables: Tables, key: string): Promise<Caller | null> {
  const [, id = '', secret = ''] = keyPattern.exec(key) ?? []
  if (id === '') return null
  const [row] = await tables
    .select({workspaceId: apiKeys.workspaceId, hash: apiKeys.hash})
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), isNull(apiKeys.revokedAt)))
  if (row === undefined || !timingSafeEqual(hash(secret), Buffer.from(row.hash, 'hex'))) return null
  return {keyId: id, userId: `User_${id}`, workspaceId: row.workspaceId}
}
