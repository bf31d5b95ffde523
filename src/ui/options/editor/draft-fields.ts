import type {Rule, Status} from '../../../contract/rule'
import type {RuleType} from '../../../contract/rules'
import type {Source} from '../../../contract/source'
import {newPairs} from '../../data/new-pairs'
import {madeName} from '../../sentences/made-name'
import {isTemplateName, templates} from '../../templates'
import {templateWords} from '../../words'
import type {NewStart} from '../route'

export type DraftFields = {
  readonly name: string
  readonly description: string
  readonly groupId: string
  readonly status: Status
}

/** A name that was made from the content goes on following it until someone types one. */
export const fieldsOf = (rule: Rule): DraftFields => {
  const {name, description, groupId, status} = rule
  return {name: name === madeName(rule) ? '' : name, description, groupId, status}
}

function sourceFor({host, address}: NewStart): Source {
  if (address !== '') return {key: 'url', operator: 'Equals', value: address}
  return host === '' ? {key: 'url', operator: 'Contains', value: ''} : {key: 'host', operator: 'Equals', value: host}
}

/** Templates act on a host: one that is still to be named, where nothing was pointed at. */
function pairFor(type: RuleType, start: NewStart) {
  const {host, address, template} = start
  const source = sourceFor(start)
  const found = isTemplateName(template) ? templates[template] : undefined
  if (found?.type !== type) return newPairs[type](source)
  const isBlank = host === '' && address === '' && found.type !== 'Response'
  return found.pair(isBlank ? {key: 'host', operator: 'Equals', value: ''} : source, host || hostOf(address))
}

const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

export const newRule = (type: RuleType, start: NewStart): Rule => {
  const {template} = start
  const rule = {
    id: 'new',
    name: isTemplateName(template) ? templateWords[template].name : '',
    description: '',
    objectType: 'rule',
    ruleType: type,
    status: 'Active',
    groupId: '',
    pairs: [pairFor(type, start)],
  }
  // The pair was made by the form, or a template, of this very type, which the compiler cannot follow.
  return rule as unknown as Rule
}
