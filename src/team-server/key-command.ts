import {parseArgs} from 'node:util'
import {serverTexts} from '../locales/team-server'
import type {Keys, KeyView} from './keys'

export const describeKeyUsage = () => `  key create <name> [--workspace <name>]   ${serverTexts('usage.create')}
  key list                                 ${serverTexts('usage.list')}
  key revoke <id>                          ${serverTexts('usage.revoke')}`

const formatDate = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)

const toSingleLine = (name: string) => name.trim().replaceAll(/\s+/gu, ' ')

const formatKey = ({id, name, workspace, hint, createdAt, revokedAt}: KeyView) =>
  [
    id,
    `…${hint}`,
    workspace,
    formatDate(createdAt),
    revokedAt === null ? serverTexts('inUse') : serverTexts('revokedOn', {date: formatDate(revokedAt)}),
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
    return all.length === 0 ? serverTexts('noKeys') : all.map(formatKey).join('\n')
  }
  if (argument === undefined || argument.trim() === '' || values.workspace.trim() === '') return null
  if (verb === 'create') {
    const key = await keys.create({name: toSingleLine(argument), workspace: toSingleLine(values.workspace)})
    return serverTexts('created', {key, id: key.split('_')[1] ?? ''})
  }
  if (verb === 'revoke') return serverTexts((await keys.revoke(argument)) ? 'revoked' : 'unknownKey', {id: argument})
  return null
}
