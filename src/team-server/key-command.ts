import {parseArgs} from 'node:util'
import type {Keys, KeyView} from './keys'

export const keyUsage = `  key create <name> [--workspace <name>]   makes a key and shows it once; without a workspace it is of the one called team
  key list                                 shows all keys, never their secrets
  key revoke <id>                          ends a key at once, on every server`

const date = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)

const inOneLine = (name: string) => name.trim().replaceAll(/\s+/gu, ' ')

const lineOf = ({id, name, workspace, hint, createdAt, revokedAt}: KeyView) =>
  [id, `…${hint}`, workspace, date(createdAt), revokedAt === null ? 'in use' : `revoked ${date(revokedAt)}`, name].join(
    '  ',
  )

/** Does what was asked and answers what to show; null where the words are none of these commands. */
export async function keyCommand(words: readonly string[], keys: Keys): Promise<string | null> {
  const {positionals, values} = parseArgs({
    args: [...words],
    options: {workspace: {type: 'string', default: 'team'}},
    allowPositionals: true,
  })
  const [verb, given, ...rest] = positionals
  if (rest.length > 0) return null
  if (verb === 'list' && given === undefined) {
    const all = await keys.list()
    return all.length === 0 ? 'There are no keys.' : all.map(lineOf).join('\n')
  }
  if (given === undefined || given.trim() === '' || values.workspace.trim() === '') return null
  if (verb === 'create') {
    const key = await keys.create({name: inOneLine(given), workspace: inOneLine(values.workspace)})
    return `${key}\n\nThis is the only time that it is shown. Its id is ${key.split('_')[1]}.`
  }
  if (verb === 'revoke')
    return (await keys.revoke(given)) ? `${given} is revoked.` : `No key in use has the id ${given}.`
  return null
}
