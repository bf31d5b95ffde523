import {describe, expect, it} from 'vitest'
import {
  bands,
  getBrowserRuleId,
  ownRuleId,
  maxPartsPerRule,
  positionsPerBand,
  getPriority,
  getRuleNumber,
  type Band,
} from '../../../src/dnr/priorities'

/** The least of the first is above the greatest of the second. */
const beats = (upper: Band, lower: Band) => getPriority(upper, positionsPerBand - 1) > getPriority(lower, 0)

describe('priorities', () => {
  it.each<[Band, Band, string]>([
    ['own', 'cancel', 'whatever the rules say, the extension itself is spared'],
    ['cancel', 'delay', 'a blocked request has nothing to wait for'],
    ['delay', 'redirect', 'the waiting page goes on to the address that was asked for, and that is redirected then'],
    ['redirect', 'response', 'an address that is left for another is not answered'],
    ['response', 'replace', 'an answer of its own needs no other address'],
    ['replace', 'queryParam', 'the query is changed of the address that is really asked for'],
    ['queryParam', 'headers', 'headers are changed of the final request only'],
  ])('%s beats %s: %s', (upper, lower) => {
    expect(beats(upper, lower)).toBe(true)
  })

  it('go by the list inside a band: the upper place first', () => {
    expect(getPriority('redirect', 0)).toBeGreaterThan(getPriority('redirect', 1))
  })

  it('fit the 24 bits that Chrome compares, from 1 up', () => {
    expect(getPriority('headers', positionsPerBand - 1)).toBeGreaterThanOrEqual(1)
    expect(getPriority('own', 0)).toBeLessThan(2 ** 24)
    expect(Math.max(...Object.values(bands))).toBe(bands.own)
  })
})

describe('ids', () => {
  it('never meet, and tell the rule they belong to', () => {
    expect(getBrowserRuleId(1, 0)).toBeGreaterThan(ownRuleId)
    expect(getBrowserRuleId(1, maxPartsPerRule - 1)).toBeLessThan(getBrowserRuleId(2, 0))
    expect(getRuleNumber(getBrowserRuleId(7, maxPartsPerRule - 1))).toBe(7)
  })
})
