import type {Question} from '../judge'
import {aCase, type Case} from './case'

const spelling: readonly Case[] = [
  aCase('url Contains', 'é', ['http://t.test/é', 'http://t.test/?q=é'], ['http://t.test/e', 'http://t.test/?q=è']),
  aCase(
    'url Equals',
    'http://bücher.test/ü?ö',
    ['http://bücher.test/ü?ö', 'http://xn--bcher-kva.test/%C3%BC?%C3%B6'],
    ['http://bucher.test/ü?ö'],
  ),
  aCase('url Wildcard_Matches', 'http://bücher.test/*', ['http://bücher.test/a'], ['http://bucher.test/a']),
  aCase('url Matches', 'ü[é-í]?$', ['http://t.test/?ü'], ['http://t.test/?u', 'http://t.test/?üa']),
  aCase('url Matches', '[üa]b', ['http://t.test/?üb', 'http://t.test/?ab'], ['http://t.test/?cb']),
  aCase('host Equals', 'bücher.test', ['http://bücher.test/'], ['http://bucher.test/']),
  aCase('host Contains', 'bücher', ['http://bücher.test/', 'http://bücher.a.test/'], ['http://bucher.test/']),
  aCase('path Equals', '/ü', ['http://t.test/ü?x'], ['http://t.test/u']),
  aCase('path Contains', 'a b', ['http://t.test/a b'], ['http://t.test/a+b', 'http://t.test/ab']),
  aCase('path Equals', '/a|b', ['http://t.test/a|b'], ['http://t.test/a', 'http://t.test/b']),
  aCase('url Contains', '"<>', ['http://t.test/?"<>'], ['http://t.test/?']),
  aCase('url Contains', '🚂', ['http://t.test/🚂'], ['http://t.test/']),
  aCase('url Equals', 'HTTP://T.TEST/Up', ['http://t.test/Up'], ['http://t.test/up']),
  aCase('url Contains', 'HTTP://T.TEST/Up', ['http://t.test/Up?a'], ['http://t.test/up']),
  aCase('url Contains', 'Up', ['http://t.test/Up'], ['http://t.test/up', 'http://up.test/']),
  aCase('host Equals', 'T.TEST', ['http://t.test/', 'HTTP://T.test/'], ['http://tt.test/']),
  aCase('host Matches', 'T\\.[A-Z]+$', ['http://t.test/'], ['http://t.xn--0ca.test/']),
  aCase('path Contains', 'API', ['http://t.test/API'], ['http://t.test/api']),
  aCase('url Equals', 'http://t.test', ['http://t.test/', 'http://t.test'], ['http://t.test/a', 'https://t.test/']),
  aCase('url Equals', 'http://t.test/a/../b/./c', ['http://t.test/b/c'], ['http://t.test/a/b/c']),
  aCase('url Wildcard_Matches', 'http://t.test', ['http://t.test/'], ['http://t.test/a']),
]

const ports: readonly Case[] = [
  aCase(
    'url Equals',
    'http://t.test:80/',
    ['http://t.test/', 'http://t.test:80/'],
    ['http://t.test:81/', 'https://t.test/'],
  ),
  aCase('url Equals', 'https://t.test:443/a', ['https://t.test/a'], ['https://t.test:444/a']),
  aCase('url Contains', 'http://t.test:80/a', ['http://t.test/a'], ['http://t.test:8080/a']),
  aCase('url Contains', ':8080', ['http://t.test:8080/', 'http://a.test/?:8080'], ['http://t.test/']),
  aCase(
    'host Equals',
    't.test:80',
    ['http://t.test/', 'ws://t.test/', 'https://t.test:80/'],
    ['https://t.test/', 'http://t.test:8080/'],
  ),
  aCase('host Equals', 't.test:443', ['https://t.test/', 'http://t.test:443/'], ['http://t.test/']),
  aCase(
    'host Equals',
    't.test:8080',
    ['http://t.test:8080/', 'https://me@t.test:8080/'],
    ['http://t.test/', 'http://t.test:808/', 'http://a.t.test:8080/'],
  ),
  aCase(
    'host Contains',
    'st:80',
    ['http://t.test:8080/', 'http://t.test:8000/'],
    ['http://t.test/', 'http://t.test/st:80'],
  ),
  aCase('host Wildcard_Matches', '*:8080', ['http://t.test:8080/'], ['http://t.test/', 'http://t.test:80/?:8080']),
  aCase(
    'host Matches',
    '^t\\.test:(80|81)80$',
    ['http://t.test:8080/', 'http://t.test:8180/'],
    ['http://t.test/', 'http://t.test:80/'],
  ),
  aCase('host Equals', '[::1]', ['http://[::1]/', 'http://[::1]:8080/a'], ['http://[::2]/', 'http://t.test/[::1]']),
  aCase('host Equals', '[::1]:8080', ['http://[::1]:8080/'], ['http://[::1]/']),
  aCase('host Contains', '::1', ['http://[::1]/', 'http://[::1]:81/'], ['http://[::2]/']),
  aCase(
    'host Equals',
    '127.0.0.1',
    ['http://127.0.0.1/', 'http://127.0.0.1:81/'],
    ['http://127.0.0.11/', 'http://1.127.0.0.1.test/'],
  ),
]

const fragments: readonly Case[] = [
  aCase('url Contains', 'part', ['http://t.test/part#x', 'http://t.test/?part'], ['http://t.test/#part']),
  aCase(
    'url Equals',
    'http://t.test/a#f',
    ['http://t.test/a', 'http://t.test/a#f', 'http://t.test/a#g'],
    ['http://t.test/ab'],
  ),
  aCase('url Matches', 'a$', ['http://t.test/a', 'http://t.test/a#b'], ['http://t.test/b#a', 'http://t.test/ab']),
  aCase(
    'url Matches',
    'a(b|$)(/.*)?',
    ['http://t.test/a', 'http://t.test/ab/c', 'http://t.test/a#x'],
    ['http://t.test/c#a', 'http://t.test/ac'],
  ),
  aCase(
    'url Matches',
    '(^|[?&])q=',
    ['http://t.test/?q=1', 'http://t.test/?a&q=1'],
    ['http://t.test/q=1', 'http://t.test/#?q='],
  ),
  aCase(
    'url Wildcard_Matches',
    '*.html',
    ['http://t.test/a.html', 'http://t.test/a.html#b'],
    ['http://t.test/#.html', 'http://t.test/a.html?'],
  ),
  aCase('url Contains', '#part', [], ['http://t.test/#part'], {problem: 'never-matches'}),
  aCase('url Matches', 'a#b', [], ['http://t.test/a#b'], {problem: 'never-matches'}),
  aCase('path Matches', '\\?', [], ['http://t.test/a?b'], {problem: 'never-matches'}),
  aCase('path Equals', 'cart', [], ['http://t.test/cart'], {problem: 'never-matches'}),
  aCase('host Contains', 'a/b', [], ['http://a/b'], {problem: 'never-matches'}),
  aCase('url Contains', '', ['http://t.test/'], []),
  aCase('url Equals', '', [], ['http://t.test/'], {problem: 'never-matches'}),
  aCase('url Matches', '', [], ['http://t.test/'], {problem: 'never-matches'}),
  aCase('host Wildcard_Matches', ' ', [], ['http://t.test/'], {problem: 'never-matches'}),
  aCase('url Matches', 'a(b', [], ['http://t.test/ab'], {problem: 'regex-syntax'}),
]

const regexes: readonly Case[] = [
  aCase(
    'url Matches',
    '/SHOP/i',
    ['http://shop.test/', 'http://t.test/ShOp'],
    ['http://t.test/#shop', 'http://t.test/sho'],
  ),
  aCase('url Matches', '(?i)SHOP', ['http://shop.test/'], ['http://t.test/']),
  aCase('url Matches', 'SHOP', ['http://t.test/SHOP'], ['http://shop.test/']),
  aCase('url Matches', '/a\\Bb/i', ['http://t.test/aB'], ['http://t.test/a-b']),
  aCase('url Matches', '/[!-Z]x\\W/i', ['http://t.test/Ax/'], ['http://t.test/~x/', 'http://t.test/xx']),
  aCase('url Matches', 'one|two', ['http://t.test/one', 'http://two.test/'], ['http://t.test/', 'http://t.test/#two']),
  aCase('url Matches', '^http://a|b\\.test/$', ['http://a.test/x', 'http://b.test/'], ['http://c.test/b.testx']),
  aCase(
    'host Matches',
    'one|two',
    ['http://one.test/', 'http://a.two.test/'],
    ['http://t.test/one', 'http://one@t.test/'],
  ),
  aCase(
    'path Matches',
    '^/one|two$',
    ['http://t.test/one/x', 'http://t.test/x/two?y'],
    ['http://t.test/x/one', 'http://two/'],
  ),
  aCase('path Matches', '^(.*)/x', ['http://t.test/x', 'http://t.test/a/xy'], ['http://x.test/', 'http://t.test/?/x']),
  aCase('path Matches', '(?:/a)?b', ['http://t.test/b', 'http://t.test/a/b'], ['http://b.test/']),
  aCase('path Matches', '\\B/a', ['http://t.test/a'], ['http://t.test/b/a']),
  aCase('path Matches', '^[^a]', ['http://t.test/a', 'http://t.test/'], []),
  aCase('url Matches', '\\Qa.b\\E', ['http://t.test/a.b'], ['http://t.test/axb']),
  aCase('url Matches', '[[:digit:]]{3}', ['http://t.test/123'], ['http://t.test/12']),
  aCase('url Matches', '\\p{Lu}\\d', ['http://t.test/A1'], ['http://t.test/a1']),
  aCase('url Matches', '(?P<name>a)(?i:B)c', ['http://t.test/abc', 'http://t.test/aBc'], ['http://t.test/abC']),
]

const long = (length: number) => 'abcdefghij'.repeat(15).slice(0, length)
const lengths: readonly Case[] = [40, 80, 150].flatMap((length): Case[] => {
  const text = long(length)
  const refused = length === 150 ? ({refused: 'excluded'} as const) : {}
  const label = `${long(40)}.${long(Math.min(60, length - 40 || 1))}.test`
  return [
    aCase(
      'url Contains',
      text,
      [`http://t.test/?x=${text}&y`],
      [`http://t.test/?${text.slice(1)}`],
      length === 150 ? {refused: 'fallback'} : {},
    ),
    aCase(
      'url Equals',
      `http://t.test/${text}`,
      [`http://t.test/${text}`, `http://t.test/${text}#a`],
      [`http://t.test/${text}a`],
    ),
    aCase('url Equals', `http://t.test/*${text}`, [`http://t.test/*${text}`], [`http://t.test/${text}`]),
    aCase('url Wildcard_Matches', `*${text}`, [`http://t.test/${text}`], [`http://t.test/${text}z`], refused),
    aCase('url Wildcard_Matches', `http://t.test/${text}*`, [`http://t.test/${text}z`], [`http://t.test/`]),
    aCase('url Matches', `/${text}$`, [`http://t.test/${text}`], [`http://t.test/${text}z`], refused),
    aCase('path Contains', text, [`http://t.test/${text}`], [`http://t.test/?${text}`], refused),
    aCase('path Equals', `/${text}`, [`http://t.test/${text}`], [`http://t.test/${text}a`], refused),
    aCase(
      'host Equals',
      label,
      [`http://${label}/`],
      [`http://a${label.slice(1)}x/`],
      length === 150 ? {refused: 'fallback'} : {},
    ),
    aCase('url Contains', text, [`http://t.test/?x=${text}&y`], [`http://t.test/?${text.slice(1)}`], {
      type: 'Delay',
      ...refused,
    }),
  ]
})

const asked = (url: string, rest: Partial<Question>): Question => ({url, ...rest})
const t = 'http://t.test/'
const filters: readonly Case[] = [
  aCase('url Contains', 't.test', [asked(t, {method: 'POST'})], [asked(t, {method: 'GET'}), t], {
    filters: [{requestMethod: ['POST']}],
  }),
  aCase('url Contains', 't.test', [asked(t, {method: 'PUT'}), t], [asked(t, {method: 'DELETE'})], {
    filters: [{requestMethod: ['GET', 'PUT']}],
  }),
  aCase('url Contains', 't.test', [t], [asked('ws://t.test/', {type: 'websocket'})], {
    filters: [{requestMethod: ['GET']}],
  }),
  aCase(
    'url Contains',
    't.test',
    [asked(t, {type: 'script'}), asked(t, {type: 'image'})],
    [t, asked(t, {type: 'font'})],
    {filters: [{resourceType: ['script', 'image']}]},
  ),
  aCase('url Contains', 't.test', [asked('ws://t.test/', {type: 'websocket'})], [t], {
    filters: [{resourceType: ['websocket']}],
  }),
  aCase(
    'url Contains',
    't.test',
    [
      asked(t, {type: 'script', initiator: 'http://page.test'}),
      asked(t, {type: 'image', initiator: 'https://a.page.test'}),
    ],
    [
      asked(t, {type: 'script', initiator: 'http://other.test'}),
      asked(t, {type: 'script', initiator: 'http://mypage.test'}),
    ],
    {filters: [{pageDomains: ['page.test']}]},
  ),
  aCase(
    'url Contains',
    'page.test',
    ['http://page.test/', asked('https://a.page.test/x', {initiator: 'http://other.test'})],
    [asked('http://mypage.test/', {initiator: 'http://page.test'})],
    {filters: [{pageDomains: ['page.test']}]},
  ),
  aCase(
    'url Contains',
    't.test',
    [asked(t, {type: 'xmlhttprequest', initiator: 'http://xn--bcher-kva.test'})],
    [asked(t, {type: 'xmlhttprequest', initiator: t})],
    {filters: [{pageDomains: ['bücher.test']}]},
  ),
  aCase(
    'url Contains',
    't.test',
    [asked(t, {type: 'script', method: 'GET', initiator: 'http://a.page.test'})],
    [
      asked(t, {type: 'script', initiator: 'http://page.test'}),
      asked(t, {type: 'image', initiator: 'http://a.page.test'}),
    ],
    {filters: [{pageDomains: ['page.test'], resourceType: ['script']}, {pageDomains: ['a.page.test', 'b.test']}]},
  ),
  aCase('url Contains', 't.test', [], [t], {
    filters: [{resourceType: ['script']}, {resourceType: ['image']}],
    problem: 'never-matches',
  }),
  aCase('url Contains', 't.test', [], [t], {
    filters: [{requestPayload: {key: 'a', value: '1'}}],
    problem: 'payload-in-part',
  }),
  aCase('url Contains', 't.test', [asked(t, {type: 'script'})], [t, asked(t, {type: 'image'})], {
    filters: [{resourceType: ['script']}],
    type: 'Redirect',
  }),
  aCase('url Contains', 't.test', [asked(t, {type: 'sub_frame'})], [t, asked(t, {type: 'script'})], {
    filters: [{resourceType: ['sub_frame', 'script']}],
    type: 'Delay',
  }),
  aCase('url Contains', 't.test', [], [asked(t, {type: 'script'})], {
    filters: [{resourceType: ['script']}],
    type: 'Delay',
    problem: 'in-page-only',
  }),
]

export const details: readonly Case[] = [...spelling, ...ports, ...fragments, ...regexes, ...lengths, ...filters]
