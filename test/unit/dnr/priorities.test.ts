import {describe, expect, it} from 'vitest'
import {
  bands,
  idOf,
  ownRuleId,
  partsPerRule,
  places,
  priorityOf,
  ruleNumberOf,
  type Band,
} from '../../../src/dnr/priorities'

/** The least of the first is above the greatest of the second. */
const beats = (upper: Band, lower: Band) => priorityOf(upper, places - 1) > priorityOf(lower, 0)

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
    expect(priorityOf('redirect', 0)).toBeGreaterThan(priorityOf('redirect', 1))
  })

  it('fit the 24 bits that Chrome compares, from 1 up', () => {
    expect(priorityOf('headers', places - 1)).toBeGreaterThanOrEqual(1)
    expect(priorityOf('own', 0)).toBeLessThan(2 ** 24)
    expect(Math.max(...Object.values(bands))).toBe(bands.own)
  })
})

describe('ids', () => {
  it('never meet, and tell the rule they belong to', () => {
    expect(idOf(1, 0)).toBeGreaterThan(ownRuleId)
    expect(idOf(1, partsPerRule - 1)).toBeLessThan(idOf(2, 0))
    expect(ruleNumberOf(idOf(7, partsPerRule - 1))).toBe(7)
  })
})
