import {describe, expect, it} from 'vitest'
import {splitAtMatches} from '../../../src/ui/search-terms'
import {createRuleMatcher, getSearchText} from '../../../src/ui/search'
import {describeEffectAsText} from '../../../src/ui/sentences/rule-effect'
import {aRule, aView, anUnreadable} from './builders'

const rules = [
  aView(aRule('Headers', {name: 'Staging token', description: 'Ask Mira'})),
  aView(aRule('Redirect', {name: 'API to localhost'})),
  aView(aRule('Request', {name: 'Always buy 3'})),
]
const names = (typed: string) =>
  rules.filter(createRuleMatcher(typed, describeEffectAsText)).map(each => each.rule?.name)

describe('search', () => {
  it('finds a name regardless of case', () => {
    expect(names('STAGING')).toEqual(['Staging token'])
  })

  it('finds a description, a URL, a header and a value', () => {
    expect(names('mira')).toEqual(['Staging token'])
    expect(names('localhost:3000')).toEqual(['API to localhost'])
    expect(names('authorization')).toEqual(['Staging token'])
    expect(names('"qty"')).toEqual(['Always buy 3'])
  })

  it('finds numbers as stored and as shown, and the browser named in a row', () => {
    const phone =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/27.0 Mobile/15E148 Safari/604.1'
    const onShop = {key: 'host', operator: 'Equals', value: 'shop.test'} as const
    const more = [
      aView(aRule('Delay', {name: 'Slow'})),
      aView(aRule('UserAgent', {name: 'Phone', pairs: [{source: onShop, userAgent: phone}]})),
      aView(aRule('Response', {name: 'Pay', pairs: [{source: onShop, type: 'static', value: '{}', statusCode: 402}]})),
    ]
    const seen = (typed: string) =>
      more.filter(createRuleMatcher(typed, describeEffectAsText)).map(each => each.rule?.name)
    expect([seen('1500'), seen('1,500'), seen('402'), seen('safari ios')]).toEqual([
      ['Slow'],
      ['Slow'],
      ['Pay'],
      ['Phone'],
    ])
  })

  it('requires every word, in any order', () => {
    expect(names('token staging')).toEqual(['Staging token'])
    expect(names('token localhost')).toEqual([])
  })

  it('finds everything without a search text', () => {
    expect(names('  ')).toHaveLength(3)
  })

  it('does not find words of the record format', () => {
    expect(names('wildcard_matches')).toEqual([])
    expect(names('destinationtype')).toEqual([])
  })

  it('builds the text of a rule once', () => {
    let reads = 0
    const rule = aRule('Cancel', {name: 'x'})
    const spied = new Proxy(rule, {
      get(target, name, receiver) {
        if (name === 'description') reads++
        return Reflect.get(target, name, receiver) as unknown
      },
    })
    const view = aView(spied)
    getSearchText(view)
    getSearchText(view)
    expect(reads).toBe(1)
  })

  it('finds an unreadable record by its name', () => {
    expect(createRuleMatcher('broken', describeEffectAsText)(anUnreadable('x', {name: 'Broken one'}))).toBe(true)
  })

  it('highlights matches and takes special characters literally', () => {
    expect(splitAtMatches('a.b cart', '. CART')).toEqual([
      {text: 'a', hit: false},
      {text: '.', hit: true},
      {text: 'b ', hit: false},
      {text: 'cart', hit: true},
    ])
  })
})
