import type {Note} from '../../../src/import-export/notes'
import type {JsonRecord} from '../../../src/model/json'
import type {Source} from '../../../src/model/source'
import type {ImportResult, ImportedRecord} from '../../../src/import-export/import-types'

const sourceText = ({key, operator, value, filters = []}: Source): string =>
  [`${key} ${operator} ${value}`, ...filters.map(filter => JSON.stringify(filter))].join(' ')

const changeText = (change: JsonRecord): string => {
  const {header, param, type, value, target} = change as Readonly<Record<string, string | undefined>>
  return `${target === undefined ? '' : `${target} `}${type} ${header ?? param}${value === undefined ? '' : ` = ${value}`}`
}

/** What a pair does, without what its type leaves as it is. */
function pairText(given: unknown): string {
  const {source, modifications, destinationType, destination, from, to, ...rest} = given as JsonRecord
  const does =
    modifications !== undefined
      ? (modifications as readonly JsonRecord[]).map(changeText).join(', ')
      : destinationType !== undefined
        ? `${destinationType === 'url' ? '' : `${destinationType as string} `}${destination as string}`
        : from !== undefined
          ? `${from as string} to ${to as string}`
          : Object.keys(rest).length === 0
            ? ''
            : JSON.stringify(rest)
  return `${source === undefined ? 'any' : sourceText(source as Source)}${does === '' ? '' : ` > ${does}`}`
}

const noteText = ({path, code}: Note): string => `${code} ${path}`.trim()

/** A record in one line: status, type, name, group, pairs and notes. */
function lineOf({rule, name, group, faults, notes, isCode, at}: ImportedRecord): string {
  const place = group === null ? '' : ` (${group})`
  const said = notes.length === 0 ? '' : ` ! ${notes.map(noteText).join(', ')}`
  if (rule === null) return `refused ${at}${place} ${name}: ${faults.map(noteText).join(', ')}${said}`
  const code = isCode ? ' code' : ''
  return `${rule.status === 'Active' ? 'on' : 'off'}${code} ${rule.ruleType}${place} ${rule.name} | ${rule.pairs.map(pairText).join(' | ')}${said}`
}

/** All that a file becomes, line by line: groups, records, and what concerns the whole of it. */
export const linesOf = ({groups, records, notes}: ImportResult): string[] => [
  ...groups.map(
    ({record, notes: said, isKeptIfEmpty}, place) =>
      `group ${record.name}, ${record.status === 'Active' ? 'on' : 'off'}${isKeptIfEmpty && !records.some(({group}) => group === place) ? ', alone' : ''}${said.length === 0 ? '' : ` ! ${said.map(noteText).join(', ')}`}`,
  ),
  ...records.map(lineOf),
  ...(notes.length === 0 ? [] : [`file ! ${notes.map(noteText).join(', ')}`]),
]
