import type {PairOf, RuleType} from '../../../contract/rules'
import {requestMethods, type Source} from '../../../contract/source'
import type {Prepared} from '../../activity/prepared'
import {newPairs} from '../../data/new-pairs'
import type {Written} from './draft-record'

function sourceOf({url, method, type}: Prepared): Source {
  // A filter of methods lets no WebSocket pass.
  const known = type === 'websocket' ? undefined : requestMethods.find(each => each === method)
  return {
    key: 'url',
    operator: 'Equals',
    value: url.replace(/#.*/, ''),
    filters: [...(known ? [{requestMethod: [known]}] : []), {resourceType: [type]}],
  }
}

export function prefilled(ruleType: RuleType, request: Prepared): Written {
  const pair = newPairs[ruleType](sourceOf(request))
  const {answer} = request
  const answering = {...(pair as PairOf<'Response'>), type: 'static', value: answer?.text, statusCode: answer?.status}
  const fields = {name: '', description: '', groupId: '', status: 'Active'} as const
  const made = ruleType === 'Response' && answer ? answering : pair
  return {ruleType, ancestor: null, fields, pairs: [{pair: made as Written['pairs'][number]['pair']}]}
}
