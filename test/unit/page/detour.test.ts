import {describe, expect, it} from 'vitest'
import {readDetour} from '../../../src/page/detour'

describe('the waiting page', () => {
  it.each(['http://shop.test/', 'https://shop.test/a,b?c#d', 'HTTPS://shop.test/'])('goes on to %s', url => {
    expect(readDetour(`#1500,${url}`)).toEqual({wait: 1500, url})
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
    expect(readDetour(`#0,${url}`)).toBeNull()
  })

  it.each(['', '#', '#https://shop.test/', '#-1,https://shop.test/', '#1234567,https://shop.test/'])(
    'does not wait for “%s”',
    fragment => {
      expect(readDetour(fragment)).toBeNull()
    },
  )
})
