import {expect, it} from 'vitest'
import type {Rule} from '../../../src/model/rule'
import type {Source} from '../../../src/model/source'
import {createNavigationRules} from '../../../src/engine/page-plan'
import {readTestRequest} from '../../../src/simulator/test-request'
import {followRedirects} from '../../../src/page/isolated/redirect-chain'
import {chance, type Chance} from '../../browser/oracle/chance'
import {aRule, aView} from '../ui/builders'
import {aRequest, explained} from '../ui/explained'

const hosts = ['shop.test', 'api.test']
const paths = ['/v1/cart', '/v2/cart', '/v1/cart?lang=de', '/v2/items?debug=1&lang=en']

/** Chrome refuses look-ahead, so the page applies these rules. */
const anySource = ({pick, percent}: Chance): Source => ({
  key: 'url',
  operator: 'Matches',
  value: pick(['v1(?=/cart)', '(?=.)api\\.test', '(?=/v2)/v2/(\\w+)', 'shop(?=\\.test)', 'cart(?=\\?lang)']),
  ...(percent(20) ? {filters: [pick([{requestMethod: ['POST']}, {pageDomains: ['other.test']}])]} : {}),
})

function anyRule(by: Chance): Rule {
  const {pick} = by
  const source = anySource(by)
  const destination = pick([`https://${pick(hosts)}${pick(paths)}`, 'https://shop.test/new/$1'])
  const [from, to] = pick([
    ['/v1/', '/v2/'],
    ['api', 'shop'],
    ['/c(a)rt/', 'b$1g'],
  ] as const)
  const change = pick([
    {param: 'lang', type: 'Modify', value: 'fr'},
    {param: 'debug', type: 'Remove'},
    {param: '', type: 'Remove All'},
  ] as const)
  return pick([
    () => aRule('Redirect', {pairs: [{source, destinationType: 'url', destination}]}),
    () => aRule('Redirect', {pairs: [{source, destinationType: 'url', destination}]}),
    () => aRule('Replace', {pairs: [{source, from, to}]}),
    () => aRule('QueryParam', {pairs: [{source, modifications: [change]}]}),
    () => aRule('Cancel', {pairs: [{source: {...source, value: 'items(?=.*fr)'}}]}),
  ])()
}

it('the page script redirects requests as the simulator does', () => {
  const by = chance(42)
  const bystander = aRule('Cancel', {pairs: [{source: {key: 'host', operator: 'Equals', value: 'nobody.test'}}]})
  const faults: unknown[] = []
  let moved = 0
  for (let round = 0; round < 300; round++) {
    const rules = Array.from({length: 1 + by.below(5)}, () => anyRule(by))
    const problems = [{code: 'regex-in-part', pair: 0} as const]
    const views = rules.map(rule => aView(rule, {problems}))
    const follow = followRedirects(
      createNavigationRules(
        rules.map(rule => ({rule, inPagePairs: [], fallbackPairs: [0], problems})),
        false,
      ),
    )
    for (const path of paths) {
      const tested = {url: `https://${by.pick(hosts)}${path}`, method: by.pick(['GET', 'POST'])}
      const read = readTestRequest(aRequest(tested))
      if ('fault' in read) throw new Error(read.fault)
      const way = follow(read.url, read.requestAt)
      const {end, finalUrl} = explained({draft: bystander, others: views, request: tested})
      const pageSays = way.isStopped ? 'stopped' : (way.redirectUrl ?? read.url)
      const simulated = end === 'stopped' ? 'stopped' : finalUrl
      if (pageSays !== simulated) faults.push({tested, pageSays, simulated, rules: rules.map(({pairs}) => pairs)})
      if (pageSays !== read.url) moved++
    }
  }
  expect(JSON.stringify(faults.slice(0, 3), null, 1)).toBe('[]')
  expect(moved).toBeGreaterThan(200)
})
