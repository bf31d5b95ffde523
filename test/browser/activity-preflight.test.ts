import {expect} from './fixtures'
import {openLog, resultsOf} from './log-rows'
import {test} from './shared'

test('a refused preflight is named in the row of its request', async ({options, shop, site}) => {
  await openLog(options)
  await shop.evaluate(
    async url => {
      await fetch(url, {method: 'POST', headers: {'content-type': 'application/json'}, body: '{}'}).catch(() => {})
    },
    site.url('other.test', '/closed'),
  )
  const results = await resultsOf(options)
  await expect
    .poll(async () => (await results()).toSorted())
    .toEqual(['/closed : 403', '/closed : Preflight refused, 403'])
})
