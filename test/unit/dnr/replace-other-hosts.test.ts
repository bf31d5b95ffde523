import {expect, it} from 'vitest'
import {compileSource} from '../../../src/matching/matcher'
import {readRequest} from '../../../src/matching/request'
import {getPriority} from '../../../src/dnr/priorities'
import {translateRule} from '../../../src/dnr/translate'
import {chance, getSeed} from '../../browser/oracle/chance'
import {followBrowserRules} from '../../browser/oracle/follow'
import {aPair, aRule, aSource} from '../builders'

// Hosts that start with another host, and URLs with repeated texts.
const hosts = ['shop.test', 'shop.test2', '10.0.0.1', '10.0.0.12', 'localhost', 'localhost1', 'api1.test', 'x-1']
const ports = ['', '', ':30', ':3000', ':81', ':1']
const paths = ['/', '/1', '/30/3000', '/shop.test', '/test:30', '/v1/x?u=http://shop.test:30/1', '/a?b=10.0.0.1:30']
const sought = ['1', ':30', '30', 'test', 'shop.test', 'test/', '.1', 'localhost', 'shop.test:30', '/1', 'v1', '/\\d+/']
const news = ['', 'x', '2', ':40', 'test2', 'shop.test:3000', '1x', 'x1', '10.0.0.2', 'testx', 'x/', '/v2']

it('a Replace rule for one host never changes URLs of other hosts', () => {
  const by = chance(getSeed())
  const faults: string[] = []
  let asked = 0
  for (let round = 0; round < 1_500; round++) {
    const host = by.pick(hosts)
    const escaped = host.replaceAll('.', '\\.')
    const source = by.pick([
      aSource('host', 'Equals', host),
      aSource('host', 'Equals', host + by.pick([':30', ':80', ':443'])),
      aSource('host', 'Matches', `${escaped.slice(-4)}$`),
      aSource('host', 'Matches', `^${escaped}$`),
      aSource('host', 'Wildcard_Matches', `*${host.slice(-4)}`),
    ])
    const [from, to] = [by.pick(sought), by.pick(news)]
    const {templates} = translateRule(aRule('Replace', {pairs: [aPair('Replace', {source, from, to})]}))
    const compiled = compileSource(source)
    if ('fault' in compiled) throw new Error(JSON.stringify(source))
    // The delay page continues requests outside the rule unchanged, so broader rules do not count.
    const exact = templates.filter(({isBroader}) => isBroader !== true)
    const rules = exact.map(({action, condition, band}, part) => ({
      id: part + 1,
      priority: getPriority(band, part),
      action,
      condition,
    }))
    for (let times = 0; times < 6; times++) {
      const {href} = new URL(`http://${by.pick(hosts)}${by.pick(ports)}${by.pick(paths)}`)
      if (compiled.match(readRequest({url: href})).matched) continue
      asked++
      const {url} = followBrowserRules(rules, href)
      if (url !== href) faults.push(`${source.operator} ${source.value}: ${from} → ${to}: ${href} → ${url}`)
    }
  }
  expect(asked).toBeGreaterThan(4_000)
  expect(faults).toEqual([])
})
