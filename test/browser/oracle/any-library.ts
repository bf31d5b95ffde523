import type {StoredRecord} from '../../../src/model/rule'
import type {RuleType} from '../../../src/model/rules'
import type {Source} from '../../../src/model/source'
import {aGroup, aRecord, type StoredLibrary} from '../../samples/workbench'
import type {Chance} from './chance'
import {anySource} from './generate'

export const hosts = ['shop.test', 'a.test', 'www.shop.test', 'api.shop.test']

function createFilters(by: Chance): Source['filters'] {
  if (by.percent(60)) return []
  return [
    {
      ...(by.percent(40) ? {requestMethod: [by.pick(['GET', 'POST'])]} : {}),
      ...(by.percent(40) ? {resourceType: [by.pick(['xmlhttprequest', 'main_frame', 'script', 'image'])]} : {}),
      ...(by.percent(30) ? {pageDomains: [by.pick(hosts)]} : {}),
    },
  ]
}

/** The fields of each rule type, apart from its source. */
const parts: {readonly [T in RuleType]: (by: Chance) => object} = {
  Redirect: by => ({destinationType: 'url', destination: `https://goal.test/${by.pick(['', '$1', 'a?b=$2'])}`}),
  Cancel: () => ({}),
  Replace: by => ({from: by.pick(['shop', 'v1', '/aa+/', 'test']), to: by.pick(['new', 'b', ''])}),
  Headers: by => ({
    modifications: [
      {
        type: by.pick(['Add', 'Modify', 'Remove']),
        header: by.pick(['X-A', 'Cookie', 'X-B']),
        value: '1',
        target: by.pick(['Request', 'Response']),
      },
    ],
  }),
  UserAgent: () => ({userAgent: 'Tester/1.0'}),
  QueryParam: by => ({
    modifications: [{type: by.pick(['Modify', 'Remove']), param: by.pick(['a', 'v1', 'b']), value: '1'}],
  }),
  Request: () => ({type: 'static', value: '{}'}),
  Response: by => ({type: by.pick(['static', 'static', 'code']), value: by.pick(['<b>mocked</b>', '{"a":1}'])}),
  Delay: by => ({delay: by.pick([200, 500])}),
}
// Types that end a request are rare, so that other rules act as well.
const types: readonly RuleType[] = [
  'Redirect',
  'Cancel',
  'Replace',
  'Headers',
  'Headers',
  'UserAgent',
  'QueryParam',
  'QueryParam',
  'Request',
  'Response',
  'Delay',
]

/** Creates rules of all types that match these URLs, in three groups of which one is off. */
export function anyLibrary(by: Chance, urls: readonly string[]): StoredLibrary {
  const groups = [aGroup('g1', 'First'), aGroup('g2', 'Off', {status: 'Inactive'}), aGroup('g3', 'Third')]
  const rules = Array.from({length: 60}, (_, at): StoredRecord => {
    const type = by.pick(types)
    const simple: Source = {key: 'host', operator: by.pick(['Equals', 'Contains']), value: by.pick(hosts)}
    const filters = createFilters(by)
    const files = {resourceType: ['main_frame', 'script', 'stylesheet', 'image', 'xmlhttprequest']}
    const source = {
      ...(by.percent(50) ? simple : anySource(by, by.pick(urls))),
      filters: type === 'Response' && by.percent(70) ? [...(filters ?? []), files] : filters,
    }
    const more = {groupId: by.pick(['', 'g1', 'g2', 'g3']), status: by.percent(15) ? 'Inactive' : 'Active'}
    return aRecord(type, `${type} ${at}`, [{source, ...parts[type](by)}], more)
  })
  return {groups, rules, trash: [], paused: false}
}
