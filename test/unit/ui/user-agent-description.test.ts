import {expect, it} from 'vitest'
import {userAgents} from '../../../src/ui/data/user-agents'
import {describeUserAgent} from '../../../src/ui/sentences/rule-effect'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari 26 on iOS',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${webkit} CriOS/156.0.0.0 Mobile/15E148 Safari/604.1`,
    'Chrome 156 on iPadOS',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chrome 156 on ChromeOS',
  ],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'bingbot'],
  ['curl/8.5.0', undefined],
  ['', undefined],
])('%s is named', (userAgent, name) => {
  expect(describeUserAgent(userAgent)).toBe(name)
})

it('every preset is named after its browser and its system', () => {
  for (const {name, value} of userAgents) {
    const [browser = '', system = ''] = name
      .replace(/iPad$/, 'iPadOS')
      .replace(/ tablet$/, '')
      .split(' on ')
    expect(describeUserAgent(value)).toMatch(new RegExp(`^${browser}( \\d+ on ${system})?$`))
  }
})
