import {fault, type Fault} from '../../../contract/faults'
import {hasNoCounterpart, isNoRewrite, isNotARegex} from '../../../contract/reasons'
import {shown} from '../../fields'
import type {ImportedGroup, ImportedRecord, XmlElement} from '../../imported'
import {madeGroup, madeRecord, refusedRecord, stop} from '../../making'
import {withTurns} from '../../in-turn'
import {childOf, childrenOf, fieldsIn, strangersIn, switchIn} from './elements'
import {readLocations} from './location'
import {rewritings} from './rewrite-kinds'
import type {Rewrite} from './rewriting'
import type {Tool} from './tool'

/** A new name may be left to the old one. */
const namesIn = ({newHeader}: Rewrite) => {
  const named = newHeader === '' ? 'matchHeader' : 'newHeader'
  return {
    'modifications.header': named,
    'modifications.param': named,
    'modifications.value': 'newValue',
    from: 'matchValue',
    to: 'newValue',
    value: 'newValue',
    statusCode: 'newValue',
    statusText: 'newValue',
    destination: 'newValue',
  }
}

function readRewrite(
  element: XmlElement,
  setName: string,
  group: number,
  at: ReturnType<typeof readLocations>,
): ImportedRecord[] {
  const fields = fieldsIn(element)
  const isOn = fields.flag('active') === true
  const type = fields.text('ruleType')
  const kind = Object.hasOwn(rewritings, type) ? rewritings[type] : undefined
  const flag = (name: string) => fields.flag(name) === true
  // A space may be what is looked for.
  const written = (name: string) => {
    fields.ignore(name)
    return childOf(element, name)?.written ?? ''
  }
  const rewrite: Rewrite = {
    matchHeader: fields.text('matchHeader'),
    matchValue: written('matchValue'),
    newHeader: fields.text('newHeader'),
    newValue: written('newValue'),
    isValueRegex: flag('matchValueRegex'),
    isHeaderRegex: flag('matchHeaderRegex'),
    onRequest: flag('matchRequest'),
    onResponse: flag('matchResponse'),
    isWhole: flag('matchWholeValue'),
    isCaseSensitive: flag('caseSensitive'),
    isFirstOnly: fields.text('replaceType') === '1',
  }
  // They only say that a replacement may hold captures, which it may wherever there are any.
  fields.ignore('newHeaderRegex', 'newValueRegex')
  if (kind === undefined)
    return [refusedRecord(setName, [stop('ruleType', isNoRewrite(shown(type)))], {at: element.at, group})]
  const said: Fault[] = [...at.notes]
  if (rewrite.isValueRegex) {
    try {
      void new RegExp(rewrite.matchValue)
    } catch (error) {
      said.push(stop('matchValue', isNotARegex(shown(rewrite.matchValue), error instanceof Error ? error.message : '')))
    }
  }
  const wrong = said.some(({code}) => code === 'refused')
  const made = wrong ? {kinds: [{ruleType: 'Cancel' as const, pairs: []}], notes: []} : kind.make(rewrite, at.sources)
  const what = (!kind.hasNoHeader && (rewrite.newHeader || rewrite.matchHeader)) || rewrite.matchValue
  const name = `${setName}: ${kind.name}${what === '' ? '' : ` ${what}`}`
  const unused = kind.hasNoHeader ? (['matchHeader', 'newHeader'] as const).filter(field => rewrite[field] !== '') : []
  const left = unused.map(field => fault(field, 'no-counterpart', hasNoCounterpart(shown(rewrite[field]))))
  const notes = [...said, ...made.notes, ...left, ...fields.notes()]
  const place = {at: element.at, group, notes}
  return made.kinds.map(each => madeRecord({...each, name, isOn}, place, namesIn(rewrite)))
}

/** Sets of rewrites, each of them a group. */
export const rewrite: Tool = (element, name) => {
  const isSet = element.name === 'rewriteSet'
  const holder = childOf(element, 'sets') ?? element
  const sets = isSet ? [element] : childrenOf(holder, 'rewriteSet')
  const beside = isSet
    ? []
    : [
        // Debugging only writes down what was rewritten.
        ...strangersIn(element, 'toolEnabled', 'debugging', 'sets', 'rewriteSet'),
        ...(holder === element ? [] : strangersIn(holder, 'rewriteSet')),
      ]
  // A list of sets by itself is no tool, and a set alone none either.
  const enabled = element.name === 'rewrite' ? switchIn(element, 'toolEnabled') : {isOn: true, notes: []}
  const groups: ImportedGroup[] = []
  const records: ImportedRecord[] = []
  for (const set of sets) {
    const setName = childOf(set, 'name')?.text || name
    const hosts = childOf(set, 'hosts')
    const active = switchIn(set, 'active')
    const said = [
      ...enabled.notes,
      ...active.notes,
      ...strangersIn(set, 'active', 'name', 'hosts', 'rules'),
      ...strangersIn(childOf(set, 'rules'), 'rewriteRule'),
      ...strangersIn(hosts, 'locationPatterns', 'locationMatch'),
    ]
    const made = madeGroup(setName, enabled.isOn && active.isOn, said)
    const rules = childrenOf(childOf(set, 'rules'), 'rewriteRule')
    const group = groups.push(rules.length === 0 ? {...made, isKept: true} : made) - 1
    const locations = readLocations(hosts)
    records.push(...rules.flatMap(each => readRewrite(each, setName, group, locations)))
  }
  return {groups, records: withTurns(records, groups), notes: beside}
}
