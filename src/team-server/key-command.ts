import {parseArgs} from 'node:util'
import type {Keys, KeyView} from './keys'

export const keyUsage = `  key create <name> [--workspace <name>]   creates a key and prints it once (default workspace: team)
  key list                                 lists all keys without their secrets
  key revoke <id>                          revokes a key on every server`

const formatDate = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)

const toSingleLine = (name: string) => name.trim().replaceAll(/\s+/gu, ' ')

const formatKey = ({id, name, workspace, hint, createdAt, revokedAt}: KeyView) =>
  [
    id,
    `…${hint}`,
    workspace,
    formatDate(createdAt),
    revokedAt === null ? 'in use' : `revoked ${formatDate(revokedAt)}`,
    name,
  ].join('  ')

/** Runs a key command and returns its output; null for an unknown command. */
export async function runKeyCommand(args: readonly string[], keys: Keys): Promise<string | null> {
  const {positionals, values} = parseArgs({
    args: [...args],
    options: {workspace: {type: 'string', default: 'team'}},
    allowPositionals: true,
  })
  const [verb, argument, ...rest] = positionals
  if (rest.length > 0) return null
  if (verb === 'list' && argument === undefined) {
    const all = await keys.list()
    return all.length === 0 ? 'There are no keys.' : all.map(formatKey).join('\n')
  }
  if (argument === undefined || argument.trim() === '' || values.workspace.trim() === '') return null
  if (verb === 'create') {
    const key = await keys.create({name: toSingleLine(argument), workspace: toSingleLine(values.workspace)})
    return `${key}\n\nThis is the only time that it is shown. Its id is ${key.split('_')[1]}.`
  }
  if (verb === 'revoke')
    return (await keys.revoke(argument)) ? `${argument} is revoked.` : `No key in use has the id ${argument}.`
  return null
}
