import {fault, type Fault} from '../../contract/faults'
import {isRecord, type JsonRecord} from '../../contract/json'
import {isNotARule, noInjection, pairsThatWereOff, wasReadOnly} from '../../contract/reasons'
import {without} from '../../contract/records'
import {isRuleType} from '../../contract/rules'
import {leaving} from '../exported'
import {dropped, shown} from '../fields'
import type {Format, ImportedGroup, ImportedRecord} from '../imported'
import {recordOf, refusedRecord, stop, withBrowser} from '../making'
import {eachOf} from '../steps'
import {readPair, type ReadPair} from './requestly-parts'
import {groupPlaces, keptGroup} from './switchyard'

const isGroup = (raw: unknown): raw is JsonRecord => isRecord(raw) && raw['objectType'] === 'group'
const isRuleOrGroup = (raw: unknown): boolean =>
  isRecord(raw) &&
  (raw['objectType'] === 'rule' || isGroup(raw) || (isRuleType(raw['ruleType']) && Array.isArray(raw['pairs'])))

/** Fields of rules that do something there and nothing here. */
const idle = ['preserveCookie', 'removeCSPHeader']

const describe = (raw: JsonRecord, name: string): string => (typeof raw[name] === 'string' ? raw[name] : '')

/** What the contract found, where the file has it: pairs of which some make another rule. */
function inFile(found: Fault, pairs: readonly ReadPair[]): Fault {
  const [, index, path = ''] = /^pairs\[(\d+)\](.*)$/s.exec(found.path) ?? []
  const pair = index === undefined ? undefined : pairs[Number(index)]
  return pair === undefined ? found : {...found, path: pair.placeOf(path)}
}

/** A rule, and a second one where some of its pairs are off by themselves. */
function readRule(raw: JsonRecord, at: string, place: {group: number | null; notes: Fault[]}): ImportedRecord[] {
  const {ruleType} = raw
  const name = describe(raw, 'name')
  const {group} = place
  if (ruleType === 'Script')
    return [refusedRecord(name, [stop('ruleType', noInjection(shown(raw['pairs'])))], {at, group})]
  const pairs = Array.isArray(raw['pairs'])
    ? raw['pairs'].map((pair: unknown, index) => readPair(pair, ruleType, `pairs[${index}]`))
    : []
  const said = [
    ...place.notes,
    ...idle.flatMap(field => (raw[field] === true ? [dropped(field, true)] : [])),
    ...(raw['isReadOnly'] === true ? [fault('isReadOnly', 'changed', wasReadOnly)] : []),
  ]
  const kept = {...without(leaving(raw), ...idle, 'isReadOnly', 'version'), objectType: 'rule'}
  const make = (some: readonly ReadPair[], changes: JsonRecord): ImportedRecord[] => {
    const notes = [...said, ...some.flatMap(each => each.notes)]
    const stops = notes.filter(({code}) => code === 'refused')
    if (stops.length > 0)
      return [refusedRecord(name, stops, {at, group, notes: notes.filter(({code}) => code !== 'refused')})]
    const given = Array.isArray(raw['pairs']) ? some.map(({pair}) => pair) : raw['pairs']
    const status = notes.some(({code}) => code === 'switched-off') ? {status: 'Inactive'} : {}
    const record = recordOf({...kept, ...changes, ...status, pairs: given}, {at, group, notes})
    return [withBrowser(record, faults => faults.map(each => inFile(each, some)))]
  }
  const [on, off] = [pairs.filter(({isOff}) => !isOff), pairs.filter(({isOff}) => isOff)]
  if (off.length === 0) return make(pairs, {})
  const rest = make(off, {name: on.length === 0 ? name : pairsThatWereOff(name), status: 'Inactive'})
  return on.length === 0 ? rest : [...make(on, {}), ...rest]
}

/** Rules name their groups: what a group lists itself is not read. */
function readGroup(raw: JsonRecord, at: string): ImportedGroup {
  const group = keptGroup(without(leaving(raw), 'children'), at)
  const {children} = raw
  return Array.isArray(children) && children.length > 0
    ? {...group, notes: [...group.notes, dropped(`${at}.children`, children)]}
    : group
}

/** What Requestly exports: one list, its rules first and then their groups. */
export const requestly: Format = {
  name: 'Requestly',
  recognises: given =>
    given.kind === 'json' && (Array.isArray(given.json) ? given.json.some(isRuleOrGroup) : isRuleOrGroup(given.json)),
  *read(given) {
    const json = given.kind === 'json' ? given.json : []
    const all: readonly unknown[] = Array.isArray(json) ? json : [json]
    const groups = all.filter(isGroup)
    const placeOf = groupPlaces(groups)
    const records: ImportedRecord[] = []
    yield* eachOf(all, '$', (raw, index) => {
      const at = Array.isArray(json) ? `$[${index}]` : '$'
      if (isGroup(raw)) return
      if (isRecord(raw)) records.push(...readRule(raw, at, placeOf(raw)))
      else records.push(refusedRecord('', [stop('', isNotARule(shown(raw)))], {at}))
    })
    return {
      format: requestly.name,
      groups: groups.map(raw => readGroup(raw, `$[${all.indexOf(raw)}]`)),
      records,
      notes: [],
    }
  },
}
