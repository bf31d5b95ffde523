import {isRecord, type JsonRecord} from '../../../contract/json'
import {isNotADeed, isNotARule, noCodeOnGoing, noCodeOnHeaders} from '../../../contract/reasons'
import {dropped, fieldsOf, shown} from '../../fields'
import type {Format, ImportedGroup, ImportedRecord} from '../../imported'
import {madeGroup, madeRecord, refusedRecord, stop} from '../../making'
import {withTurns} from '../../in-turn'
import {eachOf} from '../../steps'
import {actions, runsCode} from './actions'
import {conditionIn, readCondition} from './condition'

/** The lists of a file, and what rules without a word for it do. */
const lists: Readonly<Record<string, string>> = {
  request: 'cancel',
  sendHeader: 'modifySendHeader',
  receiveHeader: 'modifyReceiveHeader',
  receiveBody: 'modifyReceiveBody',
}

const names = {
  source: 'condition',
  destination: 'to',
  from: 'condition.regex',
  to: 'to',
  modifications: 'headers',
  value: 'body.value',
}

function readRule(raw: JsonRecord, at: string, list: string, placeOf: (name: string) => number | null): ImportedRecord {
  const fields = fieldsOf(raw, at)
  const name = fields.text('name')
  const action = fields.any('action')
  const ruleType =
    fields.text('ruleType') || (list === 'request' && fields.has('to') ? 'redirect' : (lists[list] ?? ''))
  const group = placeOf(fields.text('group'))
  const isFunction = fields.flag('isFunction') === true
  // Its place in its own store, what it worked out, and by which of its own ways it acts.
  fields.ignore('id', '_reg', '_func', '_exclude', '_v_key', '_runner', 'forceRunner')
  if (!isFunction) fields.ignore('code')
  const act = Object.hasOwn(actions, ruleType) ? actions[ruleType] : undefined
  if (act === undefined) return refusedRecord(name, [stop('ruleType', isNotADeed(shown(ruleType)))], {at, group})
  if (isFunction && !runsCode.has(ruleType)) {
    const say = ruleType === 'redirect' || ruleType === 'cancel' ? noCodeOnGoing : noCodeOnHeaders
    return refusedRecord(name, [stop('code', say(shown(raw['code'])))], {at, group})
  }
  const condition = readCondition(conditionIn(fields), at)
  const made = act(fields, condition)
  // The old way to say what is done; that of headers was read.
  if (action === 'cancel') fields.ignore('action')
  const isOn = fields.isOn('enable')
  const notes = [...condition.notes, ...made.notes, ...fields.notes()]
  return madeRecord({...made.kind, name: name || ruleType, isOn}, {at, group, notes}, names)
}

export const headerEditor: Format = {
  name: 'Header Editor',
  recognises: given => {
    if (given.kind !== 'json' || !isRecord(given.json)) return false
    const {json} = given
    const named = Object.keys(lists).filter(name => Array.isArray(json[name]))
    return named.length > 0 && (named.length > 1 || named[0] !== 'request' || isOwn(json['request']))
  },
  *read(given) {
    const file = given.kind === 'json' && isRecord(given.json) ? given.json : {}
    const groups: ImportedGroup[] = []
    const places = new Map<string, number>()
    const records: ImportedRecord[] = []
    const placeOf = (name: string): number | null => {
      if (name === '' || name === 'Ungrouped') return null
      const known = places.get(name)
      if (known !== undefined) return known
      places.set(name, groups.length)
      return groups.push(madeGroup(name, true)) - 1
    }
    for (const list of Object.keys(lists)) {
      const rules: unknown = file[list]
      if (!Array.isArray(rules)) continue
      yield* eachOf<unknown>(rules, `$.${list}`, (raw, index) => {
        const at = `$.${list}[${index}]`
        records.push(
          isRecord(raw)
            ? readRule(raw, at, list, placeOf)
            : refusedRecord('', [stop('', isNotARule(shown(raw)))], {at}),
        )
      })
    }
    const notes = Object.entries(file).flatMap(([name, value]) =>
      Object.hasOwn(lists, name) && Array.isArray(value) ? [] : [dropped(`$.${name}`, value)],
    )
    return {format: headerEditor.name, groups, records: withTurns(records, groups), notes}
  },
}

const isOwn = (list: unknown): boolean =>
  Array.isArray(list) && isRecord(list[0]) && ('ruleType' in list[0] || 'matchType' in list[0] || 'enable' in list[0])
