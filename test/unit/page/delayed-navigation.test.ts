import {describe, expect, it} from 'vitest'
import type {BrowserRule} from '../../../src/model/extension-rule'
import {isRedirectedBy, parseDelayPageUrl} from '../../../src/page/delay-page/delayed-navigation'

const page = 'chrome-extension://abc/delay-page.html'
const prefix = `${page}#token,1024,1500,`

describe('the delay page', () => {
  it.each(['http://shop.test/', 'https://shop.test/a,b?c#d', 'HTTPS://shop.test/'])(
    'accepts %s as a destination',
    url => {
      expect(parseDelayPageUrl(prefix + url)).toEqual({id: 1024, delay: 1500, url, prefix})
    },
  )

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)//https://shop.test/',
    'data:text/html,taken',
    'file:///etc/hostname',
    'chrome-extension://abc/options.html',
    'blob:https://shop.test/1',
    '//shop.test/',
    'https://',
    '',
  ])('rejects “%s” as a destination', url => {
    expect(parseDelayPageUrl(prefix + url)).toBeNull()
  })

  it.each([
    '',
    '#',
    '#https://shop.test/',
    '#0,https://shop.test/',
    '#1024,0,https://shop.test/',
    '#token,1024,-1,https://shop.test/',
    '#token,1024,1234567,https://shop.test/',
  ])('rejects “%s” as a fragment', fragment => {
    expect(parseDelayPageUrl(page + fragment)).toBeNull()
  })

  const rule = (regexSubstitution: string, condition: object = {regexFilter: '^[^#]*?/slow.*'}) =>
    ({id: 1024, priority: 1, action: {type: 'redirect', redirect: {regexSubstitution}}, condition}) as BrowserRule

  it.each([
    ['the rule with its URL', 'https://shop.test/slow', rule(`${prefix}\\0`), true],
    ['a rule with another token', 'https://shop.test/slow', rule(`${page}#other,1024,1500,\\0`), false],
    ['a rule with another delay', 'https://shop.test/slow', rule(`${page}#token,1024,0,\\0`), false],
    ['a rule for other URLs', 'https://shop.test/pay', rule(`${prefix}\\0`), false],
    ['a case-sensitive rule for another case', 'https://shop.test/SLOW', rule(`${prefix}\\0`), false],
    [
      'a rule that ignores case',
      'https://shop.test/SLOW',
      rule(`${prefix}\\0`, {regexFilter: '/slow', isUrlFilterCaseSensitive: false}),
      true,
    ],
    ['a rule with another destination', 'https://shop.test/slow', rule('https://other.test/'), false],
  ] as const)('recognizes whether it was opened by %s', (_which, url, given, isOpener) => {
    const navigation = parseDelayPageUrl(prefix + url)
    expect(navigation && isRedirectedBy(navigation)(given)).toBe(isOpener)
  })
})
