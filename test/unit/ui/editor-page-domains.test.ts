import {expect, it} from 'vitest'
import {faultsOfDraft} from '../../../src/ui/options/editor/model/faults-of-problems'
import {aRule} from './builders'

const faultsOf = (...pageDomains: string[]) =>
  faultsOfDraft(
    aRule('Cancel', {pairs: [{source: {key: 'path', operator: 'Contains', value: '/', filters: [{pageDomains}]}}]}),
    [],
  )

it.each(['bad!!', 'a..b', '-', '.shop.test', 'shop.test.', 'shop-.test', 'a@b.test', '<b>'])(
  'a filter for pages on %s is not kept: no page is there',
  domain => {
    expect(faultsOf('shop.test', domain)).toEqual([
      {
        path: 'pairs[0].source.filters[0].pageDomains',
        code: 'not-a-domain',
        reason: `“${domain}” is not a domain. Write it like shop.test.`,
      },
    ])
  },
)

it('a filter for pages takes every domain that there can be', () => {
  expect(
    faultsOf(
      'shop.test',
      'localhost',
      '127.0.0.1',
      'Shop.Test',
      'münchen.test',
      'xn--mnchen-3ya.test',
      '例え.test',
      'a_b.test',
      '1-2.test',
    ),
  ).toEqual([])
})
