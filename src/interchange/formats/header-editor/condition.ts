import type {Fault} from '../../../contract/faults'
import {isRecord, type JsonRecord} from '../../../contract/json'
import {
  cannotLeaveOut,
  isNoWayToMatch,
  leavesOutAllKinds,
  leavesOutAllMethods,
  namesNothing,
  oneOfSeveral,
} from '../../../contract/reasons'
import type {Source, SourceFilter} from '../../../contract/source'
import {fieldsOf, shown, type Fields} from '../../fields'
import {narrowing, off} from '../../making'
import {
  byMethods,
  byTypes,
  escapeRegex,
  everyUrl,
  hostEquals,
  methodsBut,
  narrowed,
  notesOfSource,
  typesBut,
  urlEquals,
  urlMatches,
  urlWildcard,
} from '../../sources'

/** Where a rule acts. `regex` is its expression ('' for none), `others` are the sources that are asked besides it. */
export type Condition = {
  readonly sources: readonly Source[]
  readonly regex: string
  readonly others: readonly Source[]
  readonly filters: readonly SourceFilter[]
  readonly notes: readonly Fault[]
}

/** By the old `matchType`, the name of the condition that its pattern was. */
const oldNames: Readonly<Record<string, string>> = {regexp: 'regex', prefix: 'urlPrefix', domain: 'domain', url: 'url'}

/** The condition of a rule of today, or of before, where it stood in fields of its own. */
export function conditionIn(fields: Fields): JsonRecord {
  const given = fields.any('condition')
  const [matchType, pattern, exclude] = [
    fields.text('matchType') || fields.text('type'),
    fields.text('pattern'),
    fields.text('exclude'),
  ]
  const excluded = exclude === '' ? {} : {excludeRegex: exclude}
  if (isRecord(given)) return {...excluded, ...given}
  if (matchType === 'all') return {...excluded, all: true}
  const name = Object.hasOwn(oldNames, matchType) ? oldNames[matchType] : undefined
  if (name !== undefined) return {...excluded, [name]: pattern}
  if (matchType !== '') fields.note('matchType', 'not-as-documented', isNoWayToMatch(shown(matchType)))
  return excluded
}

/** A condition that cannot be read, or is not known. */
const isLost = ({code}: Fault): boolean => code === 'not-as-documented' || code === 'no-counterpart'

const prefix = (value: string): Source =>
  value.includes('*') ? urlMatches(`^${escapeRegex(value)}`) : urlWildcard(`${value}*`)

export function readCondition(raw: JsonRecord, at: string): Condition {
  const fields = fieldsOf(raw, at, 'condition')
  const isForAll = fields.flag('all') === true
  const regex = fields.text('regex')
  const [url, urlPrefix, domains] = [
    fields.text('url'),
    fields.text('urlPrefix'),
    fields.texts('domain').filter(each => each !== ''),
  ]
  /** Each kind that is asked; they must all hold, and of one kind one of its sources. */
  const kinds: (readonly Source[])[] = [
    url === '' ? [] : [urlEquals(url)],
    urlPrefix === '' ? [] : [prefix(urlPrefix)],
    domains.map(hostEquals),
  ].filter(kind => kind.length > 0)
  const others = kinds[0] ?? []
  const notes: Fault[] = []
  const filters: SourceFilter[] = []
  const narrow = (by: typeof byTypes, names: readonly string[], name: string) => {
    if (names.length === 0) return
    const {filter, notes: said} = by(names, `condition.${name}`)
    filters.push(filter)
    notes.push(...said)
  }
  narrow(byMethods, fields.texts('method'), 'method')
  narrow(byTypes, fields.texts('resourceTypes'), 'resourceTypes')
  const [leftMethods, leftTypes] = [fields.texts('excludeMethod'), fields.texts('excludeResourceTypes')]
  const [methods, types] = [methodsBut(leftMethods), typesBut(leftTypes)]
  if (leftMethods.length > 0) filters.push(methods.length === 0 ? {} : {requestMethod: [...methods]})
  if (leftTypes.length > 0) filters.push(types.length === 0 ? {} : {resourceType: [...types]})
  // An empty filter narrows nothing.
  if (methods.length === 0) notes.push(off('condition.excludeMethod', leavesOutAllMethods))
  if (types.length === 0) notes.push(off('condition.excludeResourceTypes', leavesOutAllKinds))
  for (const name of ['excludeDomain', 'excludeRegex']) {
    const left = fields.texts(name).filter(each => each !== '')
    if (left.length > 0) notes.push(off(`condition.${name}`, cannotLeaveOut(left.map(shown).join(', '))))
  }
  if (kinds.length > 1 || (kinds.length > 0 && regex !== '')) notes.push(off('condition', oneOfSeveral))
  if (!isForAll && kinds.length === 0 && regex === '' && filters.length === 0)
    notes.push(off('condition', namesNothing))
  const sources = regex !== '' ? [urlMatches(regex)] : others.length > 0 ? others : [everyUrl]
  const path = regex === '' ? 'condition' : 'condition.regex'
  notes.push(...sources.flatMap(source => notesOfSource(source, path)), ...narrowing(fields.notes(), isLost))
  return {
    sources: sources.map(source => narrowed(source, filters)),
    regex,
    others: kinds.length === 1 ? others : [],
    filters,
    notes,
  }
}
