import {expect, it} from 'vitest'
import {faultTexts} from '../../../src/locales/faults'
import {getDraftFaults} from '../../../src/ui/options/editor/model/draft-faults'
import {aRule} from './builders'

const getFaults = (...pageDomains: string[]) =>
  getDraftFaults(
    aRule('Cancel', {pairs: [{source: {key: 'path', operator: 'Contains', value: '/', filters: [{pageDomains}]}}]}),
    [],
  )

it.each(['bad!!', 'a..b', '-', '.shop.test', 'shop.test.', 'shop-.test', 'a@b.test', '<b>'])(
  'a Page domains filter with %s is rejected',
  domain => {
    const faults = getFaults('shop.test', domain)
    expect(faults.map(({reason, ...fault}) => ({...fault, reason: faultTexts.show(reason)}))).toEqual([
      {
        path: 'pairs[0].source.filters[0].pageDomains',
        code: 'not-a-domain',
        reason: `“${domain}” is not a domain. Enter one like shop.test.`,
      },
    ])
  },
)

it('a Page domains filter accepts every valid kind of domain', () => {
  expect(
    getFaults(
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
