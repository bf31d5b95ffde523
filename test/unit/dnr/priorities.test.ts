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

/** The lowest priority of the first band is above the highest of the second. */
const beats = (upper: Band, lower: Band) => getPriority(upper, positionsPerBand - 1) > getPriority(lower, 0)

describe('priorities', () => {
  it.each<[Band, Band, string]>([
    ['own', 'cancel', 'rules never affect the extension itself'],
    ['cancel', 'delay', 'a blocked request is not delayed'],
    ['delay', 'redirect', 'the delay page loads the original URL'],
    ['redirect', 'response', 'a redirected URL has no response'],
    ['response', 'replace', 'a mocked response needs no rewrite'],
    ['replace', 'queryParam', 'the query of the final URL changes'],
    ['queryParam', 'headers', 'headers of the final request change'],
  ])('%s beats %s: %s', (upper, lower) => {
    expect(beats(upper, lower)).toBe(true)
  })

  it('the upper rule has the higher priority inside a band', () => {
    expect(getPriority('redirect', 0)).toBeGreaterThan(getPriority('redirect', 1))
  })

  it('all priorities fit into the 24 bits that Chrome compares', () => {
    expect(getPriority('headers', positionsPerBand - 1)).toBeGreaterThanOrEqual(1)
    expect(getPriority('own', 0)).toBeLessThan(2 ** 24)
    expect(Math.max(...Object.values(bands))).toBe(bands.own)
  })
})

describe('ids', () => {
  it('ids of different rules never overlap and reveal their rule', () => {
    expect(getBrowserRuleId(1, 0)).toBeGreaterThan(ownRuleId)
    expect(getBrowserRuleId(1, maxPartsPerRule - 1)).toBeLessThan(getBrowserRuleId(2, 0))
    expect(getRuleNumber(getBrowserRuleId(7, maxPartsPerRule - 1))).toBe(7)
  })
})
