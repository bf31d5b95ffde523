import {test} from '@playwright/test'
import {openJudge, reported} from './judge'
test('probe', async () => {
  const judge = await openJudge()
  const regexes = [
    '^[^/]*//(?:[^/@]*@)?[^/:@]*?\\B\\.[^#/:?@][^/@]*/',
    '^[^/]*//(?:[^/@]*@)?[^/:@]*?\\B\\.',
    '^[^/]*//[^/:@]*?\\B\\.[^/@]',
    '^[^/]*//[^/:@]*?\\B\\.',
    '//[^/]*?\\B\\.',
    '//[^/]*\\B\\.',
    'p\\B\\.',
    'op\\B\\.te',
    '^ws://shop\\B\\.',
    'shop\\b\\.',
    'shop\\Bp',
    'ho\\bp',
  ]
  await judge.install(
    regexes.map((regexFilter, i) => ({
      id: i + 1,
      priority: 1,
      action: reported,
      condition: {regexFilter, isUrlFilterCaseSensitive: false, resourceTypes: ['main_frame' as const]},
    })),
  )
  for (const url of [
    'ws://shop.test.evil.test/x?%3C%27=b',
    'ws://shop.test/',
    'http://sho-.test/',
    'http://ab/c.d',
    'http://abc.test/',
    'ws://abc/',
  ])
    console.log(
      url,
      (await judge.ask([{url}]))[0].map(i => regexes[i - 1] + ' ' + new RegExp(regexes[i - 1]).test(url)),
    )
  await judge.close()
})
