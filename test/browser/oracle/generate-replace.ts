import type {PairOf} from '../../../src/model/rules'
import type {Source} from '../../../src/model/source'
import {readSearchPattern, replaceInAddress} from '../../../src/matching/replace-text'
import type {Chance} from './chance'

const words = [
  'shop',
  'a',
  'ab',
  'aa',
  'v1',
  'v2',
  'cart',
  'x.y',
  'old',
  'item',
  '1',
  '22',
  'shop.test',
  'img',
  'A',
  '$1',
  '(b)',
  'b+',
  '%20',
  'é',
]
const hosts = ['shop.test', 'a.test', 'www.shop.test', 'old.test', 'v1.test']

export function replaceUrl(by: Chance, port: number): string {
  const part = () => Array.from({length: 1 + by.below(3)}, () => by.pick(words)).join(by.pick(['', '-', '.', '']))
  const path = Array.from({length: by.below(4)}, () => `/${part()}`).join('')
  const query = by.percent(60)
    ? `?${by.percent(30) ? `u=http://${by.pick(hosts)}:${port}/${part()}&` : ''}${part()}=${part()}`
    : ''
  return `http://${by.pick(hosts)}:${port}${path || '/'}${query}${by.percent(15) ? `#${part()}` : ''}`
}

const regexes = [
  '/v\\d+/',
  '/\\d/',
  '/a+/',
  '/(a)(b)/',
  '/[A-Z]/',
  '/item-?(\\w)/',
  '/SHOP/i',
  '/x.y/',
  '/old$/',
  '/^http:/',
  '/a|ab/',
  '/\\bshop\\b/',
  '/[?&]\\w+=/',
  '/\\d$/',
  '/(\\w+)$/',
  '/[?].*$/',
  '//v1/(.*)$/',
  '//\\w+$/',
  '/a$|^h/',
]
const targets = [
  '',
  'new',
  'b',
  '$1',
  '\\1',
  'c\\',
  'v2',
  'shop2',
  'myshop',
  'x',
  'a',
  '$2$1',
  'ab',
  'bb',
  '-',
  'item',
  'shop.test',
]

/** Whether the changed URL still points to this computer. */
const harmless = (from: string, to: string, url: string, port: number): boolean => {
  const sought = readSearchPattern(from)
  const origin = `http://:${port}/`
  return (
    !('reason' in sought) &&
    replaceInAddress(origin, sought, `${to}_`) === origin &&
    url.split(from).length < 30 &&
    !/[/?#:@ ]/.test(to)
  )
}

export function anyReplace(by: Chance, url: string, port: number): PairOf<'Replace'> {
  const {host, pathname, search} = new URL(url)
  const afterHost = pathname + search
  const text = by.percent(70) ? by.pick(words) : by.part(afterHost, 6)
  const from = by.percent(20) ? by.pick(regexes) : text
  const to = by.percent(20)
    ? by.pick(['my', '']) + from.replace(/[/\\^$|?*+()[\]{}]/g, '') + by.pick(['2', '', 'x'])
    : by.pick(targets)
  const near = by.part(url.replace(/#.*/, ''), 14)
  const name = host.split(':')[0] ?? ''
  const sources: readonly Source[] = [
    {key: 'url', operator: 'Contains', value: near},
    {key: 'url', operator: 'Contains', value: near},
    {key: 'url', operator: 'Contains', value: name},
    {key: 'url', operator: 'Contains', value: text},
    {key: 'url', operator: 'Contains', value: by.part(url, 80)},
    {key: 'url', operator: 'Contains', value: by.pick(words) + text},
    {key: 'url', operator: 'Equals', value: url},
    {key: 'url', operator: 'Wildcard_Matches', value: `http://${host}/*`},
    {key: 'url', operator: 'Wildcard_Matches', value: `*${by.part(afterHost, 5)}*`},
    {
      key: 'url',
      operator: 'Wildcard_Matches',
      value: url.replace(/#.*/, '').replace(by.part(url, 5), '*').replace(by.part(url, 5), '*'),
    },
    {key: 'url', operator: 'Matches', value: '.*'},
    {key: 'url', operator: 'Wildcard_Matches', value: '*'},
    {key: 'url', operator: 'Matches', value: `${by.pick(words).replace(/\W/g, '.')}.*$`},
    {key: 'path', operator: 'Matches', value: `^/.*${by.pick(['\\w', 'a', '1'])}$`},
    {key: 'url', operator: 'Matches', value: `^https?://${name}[:/].*`},
    {key: 'url', operator: 'Matches', value: `/${by.pick(words).replace(/\W/g, '.')}\\w*/i`},
    {key: 'url', operator: 'Matches', value: `(shop|old)\\.test.*${by.pick(['v', 'a', '1'])}`},
    {key: 'host', operator: 'Equals', value: name},
    {key: 'host', operator: 'Equals', value: host},
    {key: 'host', operator: 'Contains', value: by.pick(['shop', 'test', '.', name])},
    {key: 'host', operator: 'Wildcard_Matches', value: '*.test'},
    {key: 'path', operator: 'Equals', value: pathname},
    {key: 'path', operator: 'Contains', value: by.part(pathname, 8)},
    {key: 'path', operator: 'Wildcard_Matches', value: `${pathname.slice(0, 3)}*`},
    {key: 'path', operator: 'Matches', value: `^/${by.pick(['\\w', 'shop', '[a-z]+'])}`},
  ]
  const made: PairOf<'Replace'> = {source: by.pick(sources), from: from === '' ? 'a' : from, to}
  return harmless(from, to, url, port) ? made : anyReplace(by, url, port)
}
