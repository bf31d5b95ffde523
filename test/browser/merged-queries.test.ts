import {aRecord} from '../samples/workbench'
import {readLibrary} from './ask'
import {expect, fetched} from './fixtures'
import {chance, getSeed} from './oracle/chance'
import {explainAsTester} from './oracle/explain-as-tester'
import {fillInForce} from './pages/fill-library'
import {test} from './shared'

test('the tester shows the combined query changes of one condition', async ({quiet, site, shop}) => {
  const by = chance(getSeed() + 10)
  const payload = {requestPayload: {key: 'op', operator: 'Equals', value: 'Pay'}}
  const sources = {
    Chrome: {key: 'host', operator: 'Equals', value: 'api.test'},
    'pages, by a look-ahead': {key: 'url', operator: 'Matches', value: 'echo(?=.)|none(?=y)'},
    'pages, by a payload': {key: 'host', operator: 'Equals', value: 'api.test', filters: [payload]},
  }
  const body = '{"op":"Pay"}'
  const faults: unknown[] = []
  await readLibrary(quiet)
  for (const [who, source] of Object.entries(sources))
    for (let round = 0; round < 5; round++) {
      const rules = Array.from({length: by.pick([2, 2, 3])}, (_, number) => {
        const modifications = Array.from({length: by.pick([1, 1, 2])}, () => {
          const type = by.pick(['Add', 'Modify', 'Modify', 'Remove', 'Remove', 'Remove All'])
          return {type, param: by.pick(['a', 'b', 'A', 'c d']), value: by.pick(['1', '2', 'x y'])}
        })
        return aRecord('QueryParam', `Query ${number}`, [{source, modifications}])
      })
      const view = await fillInForce(quiet, {rules, groups: [], trash: [], paused: false})
      const url = site.url('api.test', `/echo${by.pick(['', '?a=0', '?a=0&b=0', '?a=1&a=2&z=3', '?z', '?b=1&A=2'])}`)
      const real = await fetched(shop, url, {method: 'POST', body})
      const {finalUrl, verdicts} = explainAsTester(view, {
        url,
        method: 'POST',
        resourceType: 'xmlhttprequest',
        page: site.url('shop.test'),
        payload: body,
      })
      const refused = verdicts.flatMap(({kind, candidate}) => (kind === 'refused' ? [candidate.id] : []))
      if (real?.url !== finalUrl || refused.length > 0)
        faults.push({who, url, real: real?.url, finalUrl, refused, changes: rules.map(({pairs}) => pairs)})
    }
  expect(JSON.stringify(faults.slice(0, 3), null, 1)).toBe('[]')
})
