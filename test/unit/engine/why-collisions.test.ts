import {describe, expect, it} from 'vitest'
import type {Rule} from '../../../src/contract/rule'
import type {Source} from '../../../src/contract/source'
import type {RuleView} from '../../../src/contract/views'
import {createCollisionFinder, type Collisions} from '../../../src/engine/why/collisions'
import type {Drafted, Library} from '../../../src/engine/why/contest'
import {explainKept} from '../../../src/engine/why/explain'
import type {Told} from '../../../src/engine/why/telling'
import type {Tested} from '../../../src/engine/why/tested'
import {mixedRules} from '../../samples/mixed-rules'
import {aPair} from '../builders'
import {aGroup, aRule, aView} from '../ui/builders'
import {aRequest, asDraft, cancel, headers, host, query, redirect} from '../ui/explained'

function finished<T>(work: Generator<unknown, T, unknown>): {readonly value: T; readonly steps: number} {
  for (let steps = 0; ; steps++) {
    const step = work.next()
    if (step.done === true) return {value: step.value, steps}
  }
}

/** Each pair has its own id, as stored ones have. */
const stored = (rule: Rule): Rule =>
  ({...rule, pairs: rule.pairs.map((pair, at) => ({...pair, id: `pair_${rule.id}_${at}`}))}) as Rule

const library = (rules: readonly (Rule | RuleView)[], more: Partial<Library> = {}): Library => ({
  rules: rules.map(each => ('ruleType' in each ? aView(stored(each)) : each)),
  groups: [],
  paused: false,
  ...more,
})
const found = (given: Library): Collisions => finished(createCollisionFinder().find(given)).value
/** Who is hidden, and by whom. */
const pairsIn = (collisions: Collisions, {rules}: Library) =>
  [...collisions.values()].map(({hidden, by}) => [rules.find(({id}) => id === hidden)?.rule?.name, by.rule.name])
const hiddenIn = (...rules: readonly Rule[]) => {
  const given = library(rules)
  return pairsIn(found(given), given)
}

const url = (operator: Source['operator'], value: string, filters: Source['filters'] = []): Source => ({
  key: 'url',
  operator,
  value,
  filters,
})
const path = (value: string): Source => ({key: 'path', operator: 'Contains', value, filters: []})
const narrow = redirect('narrow', 'https://a.test/', url('Contains', 'api.shop.test/v1/'))
const off = (rule: Rule): Rule => ({...rule, status: 'Inactive'})
const wide = redirect('wide', 'https://b.test/', url('Contains', 'api.shop.test/'))

const payload = (name: string, ...asked: readonly (readonly [key: string, value: string])[]) => {
  const filters = asked.map(([key, value]) => ({requestPayload: {key, operator: 'Equals' as const, value}}))
  return aRule('Response', {name, pairs: [{source: {...path('/gql'), filters}, type: 'static', value: name}]})
}

const delay = (name: string, milliseconds: number, source: Source) =>
  aRule('Delay', {name, pairs: [{source, delay: milliseconds}]})
/** Removes these parameters; all of them where none is named. */
const without = (name: string, params: readonly string[], source: Source) =>
  aRule('QueryParam', {
    name,
    pairs: [
      {
        source,
        modifications:
          params.length === 0
            ? [{param: '', type: 'Remove All'}]
            : params.map(param => ({param, type: 'Remove' as const})),
      },
    ],
  })

describe('of two rules', () => {
  const removing = (name: string, source: Source) =>
    aRule('Headers', {
      name,
      pairs: [{source, modifications: [{type: 'Remove', header: 'X-Frame-Options', target: 'Response'}]}],
    })
  const setting = (name: string, source: Source, values: object) =>
    aRule('Headers', {
      name,
      pairs: [
        {source, modifications: Object.entries(values).map(([header, value]) => ({type: 'Modify', header, value}))},
      ],
    })
  const answering = (name: string, source: Source) =>
    aRule('Response', {name, pairs: [{source, type: 'static', value: '{}'}]})
  const captured = (name: string, value: string) => redirect(name, 'https://a.test/$1', url('Wildcard_Matches', value))
  it.each([
    ['both stop a request, whichever comes first', [cancel('host', host('x.test')), cancel('path', path('/v1'))], []],
    ['both do the same', [removing('host', host('x.test')), removing('path', path('/v1'))], []],
    ['both answer the same', [answering('host', host('x.test')), answering('path', path('/v1'))], []],
    ['both wait for the same time', [delay('host', 500, host('x.test')), delay('path', 500, path('/v1'))], []],
    [
      'one of several headers is set by both, each to something else',
      [
        setting('host', host('x.test'), {'X-A': '1', 'X-B': '1'}),
        setting('path', path('/v1'), {'x-a': '1', 'x-b': '2', 'x-c': '2'}),
      ],
      [['path', 'host']],
    ],
    [
      'one of several headers is set by both alike',
      [
        setting('host', host('x.test'), {'X-A': '1', 'X-B': '1'}),
        setting('path', path('/v1'), {'X-A': '1', 'X-C': '2'}),
      ],
      [],
    ],
    [
      'both lead to what they capture',
      [captured('upper', '*://x.test/*'), captured('lower', 'https://x.test/v1/*')],
      [['lower', 'upper']],
    ],
    ['an upper one takes a part of what the lower one is for', [narrow, wide], [['wide', 'narrow']]],
    ['an upper one takes all of it', [wide, narrow], [['narrow', 'wide']]],
    [
      'one says a host, the other a path',
      [redirect('host', 'https://a.test/'), redirect('path', 'https://b.test/', path('/v1/'))],
      [['path', 'host']],
    ],
    [
      'one says a part of the query, the other a host',
      [
        redirect('query', 'https://a.test/', url('Contains', 'debug=1')),
        redirect('host', 'https://b.test/', host('shop.test')),
      ],
      [['host', 'query']],
    ],
    [
      'one says how a query begins, the other a path',
      [
        redirect('query', 'https://a.test/', url('Contains', '?x=')),
        redirect('path', 'https://b.test/', {...path('/pp'), operator: 'Equals'}),
      ],
      [['path', 'query']],
    ],
    [
      'an upper one asks for less of the payload',
      [payload('less', ['op', 'A']), payload('more', ['op', 'A'], ['id', '2'])],
      [['more', 'less']],
    ],
    [
      'any scheme of one host is not any address that the other one holds',
      [
        redirect('any', 'https://a.test/', url('Wildcard_Matches', '*://shop.test/*')),
        redirect('other', 'https://b.test/', url('Wildcard_Matches', 'https://api.test/*')),
        redirect('host', 'https://b.test/', host('c.test')),
        redirect('web', 'https://b.test/', url('Wildcard_Matches', 'http*://d.test/*')),
      ],
      [],
    ],
    [
      'any scheme of one host, and a part of its paths',
      [
        redirect('six', 'https://a.test/', url('Wildcard_Matches', 'https://a6.test/*')),
        redirect('four', 'https://a.test/', url('Wildcard_Matches', '*://a4.test/*')),
        redirect('part', 'https://b.test/', url('Wildcard_Matches', '*://a4.test/v1/*')),
        redirect('web', 'https://b.test/', url('Wildcard_Matches', 'http*://a6.test/v1/*')),
      ],
      [
        ['part', 'four'],
        ['web', 'six'],
      ],
    ],
    ['both ask for other payloads', [payload('one', ['op', 'A']), payload('two', ['op', 'B'])], []],
    [
      'nothing is asked for that both mean',
      [redirect('a', 'https://x.test/', host('a.test')), redirect('b', 'https://x.test/', host('b.test'))],
      [],
    ],
    [
      'a rule of another type takes all that one is for',
      [redirect('r', 'https://x.test/'), cancel('stops')],
      [['r', 'stops']],
    ],
    ['a rule of another type takes a part of it', [wide, cancel('stops', url('Contains', 'api.shop.test/v1/'))], []],
    [
      'header rules join in where a redirect stays where they are meant',
      [
        headers('one', ['Modify', 'X-A']),
        redirect('r', 'https://api.shop.test/v2/', url('Contains', 'api.shop.test/v1/')),
        headers('two', ['Modify', 'X-B']),
      ],
      [],
    ],
    [
      'a redirect leads away from all that header rules are for',
      [headers('one', ['Modify', 'X-A']), redirect('r', 'https://x.test/'), headers('two', ['Modify', 'X-B'])],
      [
        ['one', 'r'],
        ['two', 'r'],
      ],
    ],
    [
      'a redirect leads a part of it away',
      [redirect('r', 'https://x.test/', url('Contains', 'api.shop.test/v1/')), headers('one', ['Modify', 'X-A'])],
      [],
    ],
    [
      'one header is set twice',
      [headers('one', ['Modify', 'X-A']), headers('two', ['Modify', 'x-a'])],
      [['two', 'one']],
    ],
    ['queries of one condition join', [query('q', 'a'), query('p', 'b')], []],
    ['queries of one condition set one parameter', [query('q', 'a'), query('p', 'a')], [['p', 'q']]],
    [
      'queries of one condition remove one parameter',
      [without('q', ['a', 'b'], path('/v1/')), without('p', ['b'], path('/v1/'))],
      [['p', 'q']],
    ],
    [
      'queries of one condition remove one parameter of two',
      [without('q', ['a'], path('/v1/')), without('p', ['a', 'b'], path('/v1/'))],
      [],
    ],
    [
      'one clears all that another one removes',
      [without('q', [], path('/v1/')), without('p', ['b'], path('/v1/'))],
      [['p', 'q']],
    ],
    [
      'queries of two conditions do not',
      [query('q', 'a'), query('p', 'b', url('Contains', 'api.shop.test/'))],
      [['p', 'q']],
    ],
    ['the upper one is off', [off(narrow), wide], []],
    ['the lower one is off', [narrow, off(wide)], []],
    [
      'the filters leave nothing in common',
      [
        redirect('get', 'https://a.test/', host('api.shop.test', [{requestMethod: ['GET']}])),
        redirect('post', 'https://b.test/', host('api.shop.test', [{requestMethod: ['POST']}])),
      ],
      [],
    ],
    [
      'the upper one takes some methods only',
      [
        redirect('post', 'https://a.test/', host('api.shop.test', [{requestMethod: ['POST']}])),
        redirect('all', 'https://b.test/'),
      ],
      [['all', 'post']],
    ],
    [
      'both ask for types, of which they share one',
      [
        redirect('upper', 'https://a.test/', host('x.test', [{resourceType: ['script', 'image']}])),
        redirect('lower', 'https://b.test/', host('x.test', [{resourceType: ['xmlhttprequest', 'image']}])),
      ],
      [['lower', 'upper']],
    ],
    [
      'both ask for pages, one under a domain of the other, and other methods meet',
      [
        redirect('upper', 'https://a.test/', host('x.test', [{pageDomains: ['one.test', 'shop.test']}])),
        redirect(
          'lower',
          'https://b.test/',
          host('x.test', [{pageDomains: ['two.test', 'www.shop.test']}, {requestMethod: ['POST']}]),
        ),
      ],
      [['lower', 'upper']],
    ],
    [
      'one asks for a type, the other for a page, on what one says of the host and the other of the path',
      [
        redirect('upper', 'https://a.test/', host('x.test', [{resourceType: ['image']}])),
        redirect('lower', 'https://b.test/', {...path('/v1/'), filters: [{pageDomains: ['shop.test']}]}),
      ],
      [['lower', 'upper']],
    ],
    [
      'one asks for a part of a text in the payload, the other for all of it',
      [
        redirect(
          'upper',
          'http://localhost:3000/',
          host('x.test', [{requestPayload: {key: 'op', operator: 'Contains', value: 'get'}}]),
        ),
        redirect(
          'lower',
          'http://localhost:4000/',
          host('x.test', [{requestPayload: {key: 'op', operator: 'Equals', value: 'getUser'}}]),
        ),
      ],
      [['lower', 'upper']],
    ],
    [
      'both wait, and the lower one asks for a method with which no page comes',
      [delay('upper', 700, host('x.test')), delay('lower', 500, host('x.test', [{requestMethod: ['POST']}]))],
      [['lower', 'upper']],
    ],
    [
      'both wait, each for a part of an address, and the lower one longer',
      [delay('upper', 500, host('x.test')), delay('lower', 1_000, path('/v2'))],
      [['upper', 'lower']],
    ],
    [
      'one leads headers away, beside a rule that changes the query of what is asked',
      [
        redirect('upper', 'http://localhost:3000/', host('x.test')),
        aRule('Headers', {
          name: 'lower',
          pairs: [{source: host('x.test'), modifications: [{type: 'Modify', header: 'X-Env', value: '1'}]}],
        }),
        query('beside', 'debug', host('x.test')),
      ],
      [
        ['lower', 'upper'],
        ['beside', 'upper'],
      ],
    ],
    [
      'one adds a parameter, and the other removes one',
      [query('upper', 'lang', url('Contains', 'x.test')), without('lower', ['utm'], host('x.test'))],
      [['lower', 'upper']],
    ],
    [
      'one removes all parameters, and the other adds one',
      [without('upper', [], host('x.test')), query('lower', 'lang', url('Contains', 'x.test'))],
      [['lower', 'upper']],
    ],
    [
      'each removes a parameter, where one says a host and the other a path',
      [without('upper', ['a'], host('x.test')), without('lower', ['b'], path('/v1/'))],
      [['lower', 'upper']],
    ],
    [
      'each replaces a text of the query, where one says a host and the other a path',
      [
        aRule('Replace', {
          name: 'upper',
          pairs: [{source: url('Wildcard_Matches', 'https://x.test/*'), from: 'a=1', to: 'b=1'}],
        }),
        aRule('Replace', {
          name: 'lower',
          pairs: [{source: {...path('/img'), operator: 'Equals'}, from: 'a=1', to: 'c=1'}],
        }),
      ],
      [['lower', 'upper']],
    ],
    [
      'one says a host, and the other more of the URL and looks for a parameter',
      [query('upper', 'lang', url('Contains', 'x.test/v1')), without('lower', ['utm'], host('x.test'))],
      [['lower', 'upper']],
    ],
    [
      'one removes what its condition looks for, at any path, and the other adds to a path',
      [
        query('upper', 'lang', {...path('/list'), operator: 'Equals'}),
        without('lower', ['utm_source'], url('Contains', 'utm_source')),
      ],
      [['lower', 'upper']],
    ],
    [
      'the upper one looks for a parameter at the host of the lower one',
      [without('upper', ['utm'], host('x.test')), query('lower', 'lang', url('Contains', 'x.test/v1'))],
      [['lower', 'upper']],
    ],
    [
      'it is the fourth above that has the same page',
      [
        ...['a', 'b', 'c', 'd'].map(name =>
          redirect(name, 'https://goal.test/', host(`${name}.test`, [{pageDomains: [`${name}page.test`]}])),
        ),
        redirect('lower', 'https://else.test/', {...path('/e1/'), filters: [{pageDomains: ['dpage.test']}]}),
      ],
      [['lower', 'd']],
    ],
    [
      'they meet in other conditions than the first',
      [
        aRule('Redirect', {
          name: 'upper',
          pairs: ['one.test', 'two.test'].map(each =>
            aPair('Redirect', {source: host(each), destination: 'https://a.test/'}),
          ),
        }),
        aRule('Redirect', {
          name: 'lower',
          pairs: [host('three.test'), path('/v1/')].map(source =>
            aPair('Redirect', {source, destination: 'https://b.test/'}),
          ),
        }),
      ],
      [['lower', 'upper']],
    ],
  ] as const)('%s', (_, rules, expected) => {
    expect(hiddenIn(...rules)).toEqual(expected)
  })

  it('the one that is hidden is so too where it would lead into a circle of others', () => {
    const post = redirect('post', 'https://x.test/', host('a.test', [{requestMethod: ['POST']}]))
    const lower = redirect('lower', 'https://b.test/', url('Contains', 'a.test/'))
    const [there, back] = [
      redirect('there', 'https://c.test/', host('b.test')),
      redirect('back', 'https://b.test/', host('c.test')),
    ]
    expect(hiddenIn(post, there, back, lower)).toEqual([['lower', 'post']])
  })

  it('of many for the same requests all but the first are found', () => {
    const names = Array.from({length: 12}, (_, at) => `Env ${at}`)
    const all = names.map(name => redirect(name, `https://${name.replace(' ', '')}.test/`, host('api.test')))
    expect(hiddenIn(...all)).toEqual(names.slice(1).map(name => [name, 'Env 0']))
  })

  it('a rule of another type hides nobody on a request that is only meant by two together', () => {
    const noPay = aRule('Cancel', {name: 'No pay', pairs: [{source: path('/pay/')}]})
    const local = redirect('Shop local', 'http://a.test/', host('shop.test'))
    const payLocal = redirect('Pay local', 'http://b.test/', path('/pay/'))
    expect(hiddenIn(noPay, local)).toEqual([])
    expect(hiddenIn(noPay, local, payLocal)).toEqual([['Pay local', 'No pay']])
  })

  it.each(['/search?', '/cart/?'])('one for a host is found beside one for what ends in a question mark: %s', text => {
    const [ofHost, ofText] = [
      redirect('host', 'http://a.test/', host('api.test')),
      redirect('text', 'http://b.test/', url('Contains', text)),
    ]
    expect(hiddenIn(ofHost, ofText)).toEqual([['text', 'host']])
    expect(hiddenIn(ofText, ofHost)).toEqual([['host', 'text']])
  })

  it('the one that is hidden comes with a request that proves it', () => {
    const given = library([narrow, wide])
    const [proof] = found(given).values()
    expect(proof).toMatchObject({isAlike: true, header: null, taking: {source: {value: 'api.shop.test/v1/'}}})
    expect(proof?.tested).toMatchObject({url: 'https://api.shop.test/v1/', method: 'GET'})
  })

  it('are found beside a payload that is deeper than any body is', () => {
    const deep = cancel('deep', host('a.test', [{requestPayload: {key: 'a.'.repeat(50_000), value: '1'}}]))
    expect(
      hiddenIn(deep, cancel('upper', host('b.test')), redirect('lower', 'https://c.test/', host('b.test'))),
    ).toEqual([['lower', 'upper']])
  })

  it('a group that is off hides nothing, and a pause changes nothing', () => {
    const group = {...aGroup('A'), status: 'Inactive' as const}
    expect(found(library([{...narrow, groupId: group.id}, wide], {groups: [group]})).size).toBe(0)
    expect(found(library([narrow, wide], {paused: true})).size).toBe(1)
  })
})

describe('where another rule leads their requests on', () => {
  const shop: Source = {key: 'host', operator: 'Equals', value: 'shop.test', filters: []}
  const sets = (name: string, source = shop) =>
    aRule('Headers', {name, pairs: [{source, modifications: [{type: 'Modify', header: 'X-Env', value: name}]}]})
  const elsewhere = url('Contains', 'stage.shop.test')

  it.each([
    ['with a parameter', query('debug', '1', shop), sets('upper'), sets('lower')],
    [
      'to another address of both',
      redirect('to', 'https://stage.shop.test/', shop),
      sets('upper', elsewhere),
      sets('lower', elsewhere),
    ],
  ])('headers that are taken are hidden still: %s', (_how, leading, upper, lower) => {
    expect(hiddenIn(upper, lower, leading)).toEqual([['lower', 'upper']])
    expect(hiddenIn(leading, upper, lower)).toEqual([['lower', 'upper']])
  })
})

describe('when rules change', () => {
  it('only what has to do with them is looked at again', () => {
    const finder = createCollisionFinder()
    const views = mixedRules(400).map(record => aView(record as unknown as Rule))
    const all = finished(finder.find(library(views)))
    const again = finished(finder.find(library(views)))
    expect(again.value).toEqual(all.value)
    expect(again.steps).toBeLessThan(all.steps)
    const extra = aView(cancel('everything', url('Contains', 'shop.test')))
    const more = finished(finder.find(library([...views, extra]))).value
    expect(more).toEqual(found(library([...views, extra])))
    expect(finished(finder.find(library(views))).value).toEqual(all.value)
    const turned = [...views.slice(200), ...views.slice(0, 200)]
    expect(finished(finder.find(library(turned))).value).toEqual(found(library(turned)))
  })

  it('a switch is enough', () => {
    const finder = createCollisionFinder()
    const [on, turnedOff] = [aView(narrow), aView({...narrow, status: 'Inactive'})]
    const lower = aView(wide)
    expect(finished(finder.find(library([on, lower]))).value.size).toBe(1)
    expect(finished(finder.find(library([turnedOff, lower]))).value.size).toBe(0)
    expect(finished(finder.find(library([on, lower]))).value.size).toBe(1)
    expect(
      finished(finder.find(library([lower, on])))
        .value.keys()
        .next().value,
    ).toBe(narrow.id)
  })

  it('also one that comes later on the way, where it makes a circle for which the lower one is left out', () => {
    const finder = createCollisionFinder()
    const start = url('Contains', 'b.test/three')
    const back = redirect('back', 'https://b.test/two', url('Equals', 'https://a.test/one'))
    const [upper, lower] = [
      redirect('upper', 'https://c.test/', start),
      redirect('lower', 'https://a.test/one', host('b.test')),
    ]
    const elsewhere = {...redirect('back', 'https://b.test/two', url('Equals', 'https://a.test/else')), id: back.id}
    const [views, on] = [[upper, lower].map(each => aView(each)), aView(back)]
    for (const [each, hidden] of [
      [aView(off(back)), 1],
      [on, 0],
      [aView(off(back)), 1],
      [on, 0],
      [aView(elsewhere), 1],
    ] as const)
      expect(finished(finder.find(library([each, ...views]))).value.size).toBe(hidden)
  })
})

const ofDraft = (drafted: Drafted, given: Library) => {
  const finder = createCollisionFinder()
  finished(finder.find(given))
  return finished(finder.ofDraft(given, drafted)).value
}

describe('a draft', () => {
  it('is hidden by what stands above it, narrower or wider than itself', () => {
    const given = library([narrow, cancel('other', host('other.test'))])
    expect(ofDraft(asDraft(wide), given)).toMatchObject({by: {rule: {name: 'narrow'}}, isAlike: true})
    expect(
      ofDraft(asDraft(redirect('d', 'https://c.test/', url('Equals', 'https://api.shop.test/v1/x'))), given),
    ).toMatchObject({tested: {url: 'https://api.shop.test/v1/x'}})
    expect(ofDraft(asDraft(redirect('d', 'https://c.test/', host('c.test'))), given)).toBeNull()
  })

  it('is no longer hidden once it says something else', () => {
    const given = library([narrow, wide])
    const other = {...wide, pairs: [aPair('Redirect', {source: host('else.test'), destination: 'https://x.test/'})]}
    expect(ofDraft(asDraft(wide, {id: wide.id}), given)).not.toBeNull()
    expect(ofDraft(asDraft(other, {id: wide.id}), given)).toBeNull()
    expect(ofDraft(asDraft({...wide, status: 'Inactive'}, {id: wide.id}), given)).toBeNull()
  })
})

const methods = ['GET', 'POST', 'PUT']
const types = ['script', 'image', 'xmlhttprequest'] as const
const pages = ['one.test', 'www.one.test', 'two.test']
const hosts = ['a.test', 'b.test', 'c.test']
const paths = ['/one/', '/two/', '/three']
const values: readonly Source[] = [
  ...hosts.map(each => host(each)),
  ...paths.map(path),
  ...hosts.flatMap(each => paths.map(part => url('Contains', each + part))),
  ...hosts.map(each => url('Wildcard_Matches', `https://${each}/*`)),
  ...paths.map(part => url('Equals', `https://a.test${part}`)),
  ...paths.map(part => url('Matches', `/b\\.test${part}/`)),
]
const makers = [
  (name: string, source: Source) => redirect(name, `https://goal${name}.test/`, source),
  (name: string, source: Source) => cancel(name, source),
  (name: string, source: Source) => aRule('Replace', {name, pairs: [{source, from: 'e', to: `x${name}`}]}),
  (name: string, source: Source) => query(name, name, source),
  (name: string, source: Source) => aRule('Response', {name, pairs: [{source, type: 'static', value: name}]}),
  (name: string, source: Source) =>
    aRule('Headers', {name, pairs: [{source, modifications: [{type: 'Modify', header: 'X-A', value: name}]}]}),
]

/** Numbers that look like chance, the same in every run. */
function* numbers(seed: number): Generator<number, never, unknown> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    yield state >>> 8
  }
}

function told(given: Library, tested: Tested): Told {
  const {value} = finished(explainKept({tested, library: {...given, groups: []}}))
  if ('not' in value) throw new Error(value.not)
  return value
}
const verdictOn = (id: string, given: Library, tested: Tested) =>
  told(given, tested).verdicts.find(({contender}) => contender.id === id)

describe('of any rules', () => {
  it('who is said to be hidden is, on that very request, and would act without those above', () => {
    const chance = numbers(7)
    const pick = <T>(list: readonly T[]): T => list[chance.next().value % list.length] as T
    let collisions = 0
    for (let round = 0; round < 60; round++) {
      const rules = Array.from({length: 12}, (_, at) => {
        const made = pick(makers)(`${at}`, pick(values))
        return aView(chance.next().value % 4 === 0 ? off(made) : made)
      })
      const given = library(rules)
      for (const {hidden, by, tested, header} of found(given).values()) {
        collisions++
        expect(verdictOn(hidden, given, tested)).toMatchObject({
          kind: 'hidden',
          reason: {by: {id: by.id}},
          // Headers are changed where the request is sent in the end.
          ...(header === null ? {touch: {hop: 0}} : {}),
        })
        const alone = library(rules.filter(({id}) => id === hidden))
        expect(verdictOn(hidden, alone, tested)?.deed).not.toBeNull()
        expect(rules.find(({id}) => id === hidden)?.rule?.status).toBe('Active')
        expect(by.rule.status).toBe('Active')
      }
    }
    expect(collisions).toBeGreaterThan(100)
  })

  it('who is hidden by its like on an address of one host and one path is found', () => {
    const chance = numbers(11)
    const pick = <T>(list: readonly T[]): T => list[chance.next().value % list.length] as T
    let hidden = 0
    for (let round = 0; round < 150; round++) {
      const maker = pick(makers)
      const given = library([pick(values), pick(values)].map((source, at) => maker(`${at}`, source)))
      const collisions = found(given)
      for (const on of hosts)
        for (const part of paths)
          for (const {contender, kind, reason, touch} of told(given, aRequest({url: `https://${on}${part}`, page: on}))
            .verdicts) {
            if (kind !== 'hidden' || touch?.hop !== 0 || reason?.why !== 'acts-first') continue
            if (contender.rule.ruleType === 'Cancel') continue
            hidden++
            expect(collisions.has(contender.id), `${round}: ${on}${part}`).toBe(true)
          }
    }
    expect(hidden).toBeGreaterThan(40)
  })

  it('who is hidden by its like for one method, type or page is found, and nobody else is', () => {
    const chance = numbers(17)
    const some = <T>(list: readonly T[]): T[] => list.filter(() => chance.next().value % 2 === 0)
    const filters = (): Source['filters'] => [
      {requestMethod: some(methods), resourceType: some(types), pageDomains: some(pages)},
    ]
    const shapes = [host('a.test'), path('/v/'), url('Contains', 'a.test/v/')]
    const source = (): Source => ({
      ...(shapes[chance.next().value % shapes.length] ?? host('a.test')),
      filters: filters(),
    })
    const upperAndLower = () => library([0, 1].map(at => redirect(`${at}`, `https://goal${at}.test/`, source())))
    const isHidden = (given: Library) =>
      methods.some(method =>
        types.some(resourceType =>
          [...pages, 'else.test'].some(page =>
            told(given, aRequest({url: 'https://a.test/v/', method, resourceType, page})).verdicts.some(
              ({kind}) => kind === 'hidden',
            ),
          ),
        ),
      )
    let hidden = 0
    for (let round = 0; round < 200; round++) {
      const given = upperAndLower()
      if (isHidden(given)) hidden++
      expect(found(given).size, `${round}`).toBe(Number(isHidden(given)))
      const [upper, lower] = given.rules
      const draft = lower?.rule && upper ? ofDraft(asDraft(lower.rule), library([upper])) : null
      expect(draft !== null, `${round} as a draft`).toBe(isHidden(given))
    }
    expect(hidden).toBeGreaterThan(60)
    expect(hidden).toBeLessThan(180)
  })
})
