import {describe, expect, it} from 'vitest'
import {translateRule} from '../../../src/dnr/translate'
import {readRule, faultsOfRule} from '../../../src/model/rule'
import {ruleTypes, type RuleType} from '../../../src/model/rules'
import {compileSource} from '../../../src/matching/matcher'
import {readRequest} from '../../../src/matching/request'
import {aRule} from '../ui/builders'

/** Team accounts store this source for every request. */
const everyRequest = {key: 'Url', operator: 'Contains', value: ''}

function readEveryRequestRule(type: RuleType) {
  const [pair] = aRule(type).pairs
  const reading = readRule({...aRule(type), pairs: [{...pair, source: everyRequest}]})
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults))
  return reading.value
}

describe('an empty text that the URL contains', () => {
  it.each(ruleTypes)('makes a %s rule for every request, without a fault', type => {
    const rule = readEveryRequestRule(type)
    expect(faultsOfRule(rule)).toEqual([])
    const {problems, templates, inPagePairs} = translateRule(rule)
    expect(problems.map(({code}) => code)).not.toContain('never-matches')
    expect(templates.length + inPagePairs.length).toBeGreaterThan(0)
  })

  it('becomes a urlFilter that Chrome accepts', () => {
    expect(translateRule(readEveryRequestRule('Cancel')).templates.map(({condition}) => condition)).toMatchObject([
      {urlFilter: '*'},
    ])
  })

  it('is matched by any URL', () => {
    const compiled = compileSource({key: 'url', operator: 'Contains', value: ''})
    if (!('match' in compiled)) throw new Error('it never matches')
    expect(compiled.match(readRequest({url: 'https://a.test/b?c'}))).toEqual({matched: true, captures: []})
  })

  it.each([
    {key: 'url', operator: 'Equals', value: ''},
    {key: 'host', operator: 'Contains', value: ''},
    {key: 'url', operator: 'Contains', value: ' '},
  ])('is not meant by %j', source => {
    expect(translateRule(aRule('Cancel', {pairs: [{source}]} as never)).problems).toMatchObject([
      {code: 'never-matches', field: 'source.value'},
    ])
  })
})
