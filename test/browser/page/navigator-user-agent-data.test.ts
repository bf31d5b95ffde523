import {expect, make, where} from '../fixtures'
import {android, everywhere, safari, test} from './user-agent-fixtures'
import {toldTo} from './user-agent-site'

test('userAgentData agrees with the user agent, and a page cannot change it', async ({agents, quiet, tab}) => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.7871.42 Mobile Safari/537.36'
  await make(quiet, 'UserAgent', [{source: everywhere, userAgent}])
  await tab.goto(`${agents.one}/page`)
  const asked = await tab.evaluate(`(async () => {
    const {userAgentData} = navigator
    const first = await userAgentData.getHighEntropyValues(['model', 'platformVersion', 'fullVersionList', 'uaFullVersion', 'formFactors'])
    first.fullVersionList.length = 0
    first.brands.length = 0
    const second = await userAgentData.getHighEntropyValues(['model', 'platformVersion', 'fullVersionList', 'uaFullVersion', 'formFactors'])
    return {
      second,
      few: Object.keys(await userAgentData.getHighEntropyValues([])),
      json: JSON.parse(JSON.stringify(userAgentData)),
      isFrozen: Object.isFrozen(userAgentData.brands),
      isSame: userAgentData.brands === userAgentData.brands,
      refused: await userAgentData.getHighEntropyValues().catch(error => error.name),
    }
  })()`)
  const brands = [
    {brand: 'Chromium', version: '150'},
    {brand: 'Google Chrome', version: '150'},
    {brand: 'Not?A_Brand', version: '24'},
  ]
  expect(asked).toEqual({
    second: {
      brands,
      mobile: true,
      platform: 'Android',
      model: 'Pixel 9',
      platformVersion: '15.0.0',
      uaFullVersion: '150.0.7871.42',
      formFactors: ['Mobile'],
      fullVersionList: [
        {brand: 'Chromium', version: '150.0.7871.42'},
        {brand: 'Google Chrome', version: '150.0.7871.42'},
        {brand: 'Not?A_Brand', version: '24.0.0.0'},
      ],
    },
    few: ['brands', 'mobile', 'platform'],
    json: {brands, mobile: true, platform: 'Android'},
    isFrozen: true,
    isSame: true,
    refused: 'TypeError',
  })
})

/** Everything that a page can observe about the attributes. */
const shape = `(() => {
  const describe = (owner, name) => {
    const descriptor = Object.getOwnPropertyDescriptor(owner, name)
    const made = descriptor && (descriptor.get ?? descriptor.value)
    const refuses = made => {
      try {
        return made.call({}) instanceof Promise ? 'rejects' : 'takes anything'
      } catch (error) {
        return error.constructor.name + error.message
      }
    }
    return descriptor && [Object.keys(descriptor).join(), descriptor.enumerable, descriptor.configurable, made.name, made.length,
      made.toString(), Object.getOwnPropertyNames(made).join(), 'prototype' in made, refuses(made)].join(' ')
  }
  const data = globalThis.NavigatorUAData?.prototype
  const names = ['userAgent', 'appVersion', 'platform', 'vendor', 'productSub', 'userAgentData']
  return {
    own: Object.keys(navigator),
    all: (() => { const found = []; for (const name in navigator) found.push(name); return found })(),
    prototype: Object.getOwnPropertyNames(Navigator.prototype),
    globals: Object.getOwnPropertyNames(window).filter(name => name !== 'told'),
    navigator: names.map(name => describe(Navigator.prototype, name)),
    data: data ? ['brands', 'mobile', 'platform', 'toJSON', 'getHighEntropyValues'].map(name => describe(data, name)) : null,
    toString: [Function.prototype.toString.name, Function.prototype.toString + ''],
  }
})()`

test('the patched navigator looks native', async ({agents, native, quiet, tab}) => {
  const before = (await tab.evaluate(shape)) as Record<string, readonly string[]>
  await make(quiet, 'UserAgent', [
    {source: where('path', 'Equals', '/android'), userAgent: android},
    {source: where('path', 'Equals', '/safari'), userAgent: safari},
  ])
  await tab.goto(`${agents.one}/android`)
  expect(await toldTo(tab)).not.toEqual(native)
  expect(await tab.evaluate(shape)).toEqual(before)
  await tab.goto(`${agents.one}/safari`)
  expect((await toldTo(tab)).userAgent).toBe(safari)
  const without = (names: readonly string[] = []) =>
    names.filter(name => !['userAgentData', 'NavigatorUAData', 'chrome'].includes(name))
  expect(await tab.evaluate(shape)).toMatchObject({
    own: before['own'],
    all: without(before['all']),
    prototype: without(before['prototype']),
    globals: without(before['globals']),
    data: null,
    navigator: [...(before['navigator']?.slice(0, 5) ?? []), undefined],
    toString: before['toString'],
  })
})
