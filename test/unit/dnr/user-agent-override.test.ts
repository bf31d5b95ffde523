import {describe, expect, it} from 'vitest'
import type {NavigatorOverride} from '../../../src/model/navigator-override'
import {serializeNavigatorOverride, createServerTimingEntry} from '../../../src/dnr/user-agent-override'
import {userAgents} from '../../../src/ui/data/user-agents'

const claimsOf = (userAgent: string) => JSON.parse(serializeNavigatorOverride(userAgent)) as NavigatorOverride

/** Platform, vendor and product; then brand, platform and device type of the client hints. */
const presets: Readonly<Record<(typeof userAgents)[number]['name'], readonly (string | undefined)[]>> = {
  'Safari on iOS': ['iPhone', 'Apple Computer, Inc.', '20030107'],
  'Safari on iPad': ['iPad', 'Apple Computer, Inc.', '20030107'],
  'Safari on macOS': ['MacIntel', 'Apple Computer, Inc.', '20030107'],
  'Chrome on Android': ['Linux armv81', 'Google Inc.', '20030107', 'Google Chrome', 'Android', 'Mobile'],
  'Chrome on Android tablet': ['Linux armv81', 'Google Inc.', '20030107', 'Google Chrome', 'Android', 'Tablet'],
  'Samsung Internet on Android': ['Linux armv81', 'Google Inc.', '20030107', 'Samsung Internet', 'Android', 'Mobile'],
  'Chrome on Windows': ['Win32', 'Google Inc.', '20030107', 'Google Chrome', 'Windows', 'Desktop'],
  'Chrome on macOS': ['MacIntel', 'Google Inc.', '20030107', 'Google Chrome', 'macOS', 'Desktop'],
  'Chrome on Linux': ['Linux x86_64', 'Google Inc.', '20030107', 'Google Chrome', 'Linux', 'Desktop'],
  'Edge on Windows': ['Win32', 'Google Inc.', '20030107', 'Microsoft Edge', 'Windows', 'Desktop'],
  'Edge on Android': ['Linux armv81', 'Google Inc.', '20030107', 'Microsoft Edge', 'Android', 'Mobile'],
  'Firefox on Windows': ['Win32', '', '20100101'],
  'Firefox on macOS': ['MacIntel', '', '20100101'],
  'Firefox on Android': ['Linux armv81', '', '20100101'],
  'Firefox on Linux': ['Linux x86_64', '', '20100101'],
  Googlebot: [undefined, undefined, undefined],
}

describe('the navigator override', () => {
  it.each(userAgents)('matches the user agent of the preset $name', ({name, value}) => {
    const {navigator, data} = claimsOf(value)
    const [platform, vendor, product, brand, system, device] = presets[name]
    expect(navigator['userAgent']).toBe(value)
    expect([navigator['platform'], navigator['vendor'], navigator['productSub']]).toEqual([platform, vendor, product])
    expect(data?.brands[1]?.brand).toBe(brand)
    expect(data?.platform).toBe(system)
    expect(data?.formFactors).toEqual(device === undefined ? undefined : [device])
    expect(data?.mobile).toBe(device === undefined ? undefined : device === 'Mobile')
  })

  it.each(userAgents)('reports touch points for the preset $name if it is a phone or tablet', ({name, value}) => {
    const isTouch = /iOS|iPad|Android/.test(name)
    expect(claimsOf(value).navigator['maxTouchPoints']).toBe(isTouch ? 5 : undefined)
  })

  it('uses the short appVersion for Firefox and the long one for other browsers', () => {
    const versions = ['Firefox on Windows', 'Firefox on macOS', 'Firefox on Android', 'Firefox on Linux'].map(
      name => claimsOf(userAgents.find(each => each.name === name)?.value ?? '').navigator['appVersion'],
    )
    expect(versions).toEqual(['5.0 (Windows)', '5.0 (Macintosh)', '5.0 (Android 16)', '5.0 (X11)'])
    expect(claimsOf('Own/1.0 (x)').navigator['appVersion']).toBe('1.0 (x)')
    expect(claimsOf('Own').navigator['appVersion']).toBe('Own')
  })

  it('names platform version and model only if the user agent does', () => {
    const android = (system: string) =>
      claimsOf(`Mozilla/5.0 (Linux; ${system}) AppleWebKit/537.36 Chrome/157.0.8000.1 Mobile Safari/537.36`).data
    expect(android('Android 10; K')).toMatchObject({platformVersion: '', model: '', uaFullVersion: '157.0.8000.1'})
    expect(android('Android 16; Pixel 10 Pro')).toMatchObject({platformVersion: '16.0.0', model: 'Pixel 10 Pro'})
    expect(android('Android 9.0.1; SM-G960F Build/PPR1.180610.011; wv')).toMatchObject({
      platformVersion: '9.0.0',
      model: 'SM-G960F',
      brands: [{brand: 'Chromium'}, {brand: 'Android WebView', version: '157'}, {}],
    })
    expect(android('Android 15')).toMatchObject({platformVersion: '15.0.0', model: ''})
  })

  it('trims the whitespace that a header value loses', () => {
    expect(claimsOf(' Own/1.0 (mine)\t ').navigator).toMatchObject({
      userAgent: 'Own/1.0 (mine)',
      appVersion: '1.0 (mine)',
    })
  })

  it('is sent as a quoted ASCII string in Server-Timing', () => {
    const userAgent = 'Own "1.0" \\ ü €'
    const timing = createServerTimingEntry(userAgent)
    expect(timing).toMatch(/^switchyard;desc="[ -~]*"$/)
    const description = /desc="(.*)"$/.exec(timing)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? ''
    expect(JSON.parse(description)).toEqual(claimsOf(userAgent))
  })
})

it('all presets of a browser use the same version', () => {
  const versions = (pattern: RegExp) => new Set(userAgents.flatMap(({value}) => pattern.exec(value)?.[1] ?? []))
  expect([...versions(/^(?!.*Samsung).*Chrome\/(\d+)/), ...versions(/EdgA?\/(\d+)/)].length).toBe(2)
  expect(versions(/Chrome\/(\d+).*EdgA?\//)).toEqual(versions(/EdgA?\/(\d+)/))
  expect(versions(/rv:([\d.]+)/)).toEqual(versions(/Firefox\/([\d.]+)/))
  expect(versions(/Version\/(\S+)/).size).toBe(1)
})
