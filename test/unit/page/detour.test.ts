import {describe, expect, it} from 'vitest'
import type {BrowserRule} from '../../../src/model/extension-rule'
import {leadsBy, readDetour} from '../../../src/page/delay-page/delayed-navigation'

const page = 'chrome-extension://abc/delay-page.html'
const lead = `${page}#secret,1024,1500,`

describe('the waiting page', () => {
  it.each(['http://shop.test/', 'https://shop.test/a,b?c#d', 'HTTPS://shop.test/'])('goes on to %s', url => {
    expect(readDetour(lead + url)).toEqual({id: 1024, wait: 1500, url, lead})
  })

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
  ])('does not go on to “%s”', url => {
    expect(readDetour(lead + url)).toBeNull()
  })

  it.each([
    '',
    '#',
    '#https://shop.test/',
    '#0,https://shop.test/',
    '#1024,0,https://shop.test/',
    '#secret,1024,-1,https://shop.test/',
    '#secret,1024,1234567,https://shop.test/',
  ])('does not wait for “%s”', fragment => {
    expect(readDetour(page + fragment)).toBeNull()
  })

  const rule = (regexSubstitution: string, condition: object = {regexFilter: '^[^#]*?/slow.*'}) =>
    ({id: 1024, priority: 1, action: {type: 'redirect', redirect: {regexSubstitution}}, condition}) as BrowserRule

  it.each([
    ['the rule that led there', 'https://shop.test/slow', rule(`${lead}\\0`), true],
    ['one with another secret', 'https://shop.test/slow', rule(`${page}#other,1024,1500,\\0`), false],
    ['one with another time', 'https://shop.test/slow', rule(`${page}#secret,1024,0,\\0`), false],
    ['one for other addresses', 'https://shop.test/pay', rule(`${lead}\\0`), false],
    ['one for other letters', 'https://shop.test/SLOW', rule(`${lead}\\0`), false],
    [
      'one that takes small letters for capitals',
      'https://shop.test/SLOW',
      rule(`${lead}\\0`, {regexFilter: '/slow', isUrlFilterCaseSensitive: false}),
      true,
    ],
    ['one that leads elsewhere', 'https://shop.test/slow', rule('https://other.test/'), false],
  ] as const)('is led to by %s', (_which, url, given, leads) => {
    const detour = readDetour(lead + url)
    expect(detour && leadsBy(detour)(given)).toBe(leads)
  })
})
