import type {PairOf, RuleType} from '../../model/rules'
import type {Source} from '../../model/source'
import {userAgents} from './user-agents'

export const newPairs: {readonly [T in RuleType]: (source: Source) => PairOf<T>} = {
  Redirect: source => ({source, destinationType: 'url', destination: ''}),
  Cancel: source => ({source}),
  Replace: source => ({source, from: '', to: ''}),
  Headers: source => ({source, modifications: [{target: 'Request', type: 'Modify', header: '', value: ''}]}),
  UserAgent: source => ({source, userAgent: userAgents[0]?.value ?? ''}),
  QueryParam: source => ({source, modifications: [{type: 'Add', param: '', value: ''}]}),
  Request: source => ({source, type: 'static', value: ''}),
  Response: source => ({source, type: 'static', value: ''}),
  Delay: source => ({source, delay: 1_000}),
}
