import {describe, expect, it} from 'vitest'
import type {Source} from '../../../src/contract/source'
import {createCollisionFinder} from '../../../src/engine/why/collisions'
import {aView} from '../ui/builders'
import {redirect} from '../ui/explained'

const of = (key: Source['key'], operator: Source['operator'], value: string): Source => ({
  key,
  operator,
  value,
  filters: [],
})
const wildcard = (value: string) => of('url', 'Wildcard_Matches', value)
const contains = (value: string) => of('url', 'Contains', value)
const matches = (value: string) => of('url', 'Matches', value)

/** Whether a rule is found to be hidden by the one above it. */
function isHidden(upper: Source, lower: Source): boolean {
  const rules = [redirect('upper', 'https://x.test/', upper), redirect('lower', 'https://y.test/', lower)].map(each =>
    aView(each),
  )
  const work = createCollisionFinder().find({rules, groups: [], paused: false})
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value.has(rules[1]?.id ?? '')
}

describe('a rule that says a scheme beside one that leaves it open', () => {
  const pairs: readonly (readonly [Source, Source])[] = [
    [wildcard('*://shop.test/api/*'), wildcard('http://shop.test/*')],
    [matches('^https?://shop\\.test/api/'), wildcard('http://shop.test/*')],
    [contains('shop.test/api/'), wildcard('http://shop.test/*')],
    [matches('^http://'), of('host', 'Equals', 'shop.test:8080')],
    [wildcard('http://*'), of('host', 'Equals', 'shop.test:8080')],
    [of('host', 'Equals', 'shop.test:8080'), wildcard('http://*/api/*')],
    [contains('://shop.test/'), of('path', 'Contains', '/api/')],
    [contains('http://'), of('path', 'Equals', '/api')],
    [of('path', 'Contains', '/api/'), contains('localhost:3000')],
    [wildcard('*://localhost:3000/*'), of('path', 'Contains', '/api/')],
    [contains('localhost:3000'), contains('/api/')],
    [wildcard('*://localhost:*/*'), of('path', 'Contains', '/api/')],
    [wildcard('*://*:8080/*'), of('path', 'Equals', '/api')],
    [wildcard('*://localhost/*'), of('path', 'Equals', '/api/x')],
    [wildcard('*localhost*'), of('path', 'Contains', '/api')],
    [contains('http://intranet/'), of('path', 'Contains', '/api')],
    [of('host', 'Equals', 'shop.test'), contains('.js')],
    [wildcard('*://shop.test/*'), contains('.js')],
    [of('host', 'Equals', 'shop.test'), contains('main.js')],
    [of('host', 'Equals', 'shop.test'), contains('.min.js')],
    ...['.tsx', '.ts', '.m3u8', '.aspx', '.vue', '.zip', 'main.ts', 'login.aspx', '.unheard'].map(
      file => [of('host', 'Equals', 'shop.test'), contains(file)] as const,
    ),
    [wildcard('http://shop.test:3000/*'), wildcard('*shop.test:3000/api/*')],
    [of('host', 'Equals', 'shop.test'), wildcard('*shop.test/api/*')],
    [of('host', 'Equals', 'shop.test'), wildcard('*shop.test/api*')],
    [of('host', 'Equals', 'shop.test'), wildcard('*shop.test*')],
    [contains('/api/'), wildcard('*://ads.test*')],
    [contains('/api/'), contains('.local')],
    [contains('localhost/'), of('path', 'Contains', '/api')],
  ]
  it.each(pairs)('hides it, or is hidden by it: %j, %j', (one, other) => {
    expect([isHidden(one, other), isHidden(other, one)]).toEqual([true, true])
  })

  const apart: readonly (readonly [Source, Source])[] = [
    [contains('localhost:3000'), of('host', 'Equals', 'shop.test')],
    [contains('http://localhost:3000/'), of('host', 'Equals', 'shop.test')],
    [wildcard('*://localhost:3000/*'), of('host', 'Equals', 'shop.test')],
    [contains('localhost:3000/api'), of('host', 'Equals', 'localhost:3001')],
    [matches('localhost:3000\\/api'), of('host', 'Equals', 'localhost:3001')],
    [contains('http://intranet/'), of('host', 'Equals', 'shop.test')],
    [contains('//intranet/'), of('host', 'Equals', 'shop.test')],
    [matches('https?:\\/\\/intranet\\/'), of('host', 'Equals', 'shop.test')],
    [contains('localhost/api'), of('host', 'Equals', 'shop.test')],
    [wildcard('*localhost:3000*'), of('host', 'Equals', 'shop.test')],
    [wildcard('*//localhost*'), of('host', 'Equals', 'shop.test')],
    [contains('.local'), of('host', 'Equals', 'shop.test')],
    [contains('.com'), of('host', 'Equals', 'shop.test')],
    [contains('.de'), of('host', 'Equals', 'shop.test')],
    [wildcard('*shop.test/api/*'), of('host', 'Equals', 'other.test')],
  ]
  it.each(apart)('has nothing to do with another host: %j, %j', (one, other) => {
    expect([isHidden(one, other), isHidden(other, one)]).toEqual([false, false])
  })

  it('is hidden by all of a host, whatever the port', () => {
    expect(isHidden(wildcard('*'), wildcard('http://shop.test:*/*'))).toBe(true)
  })

  it('has nothing to do with the other scheme', () => {
    expect(isHidden(wildcard('https://shop.test/*'), wildcard('http://shop.test/*'))).toBe(false)
    expect(isHidden(contains('http://shop.test/'), of('url', 'Equals', 'https://shop.test/api'))).toBe(false)
  })
})
