import type {Page} from '@playwright/test'
import {ask} from '../browser/ask'
import {launchBrowser, launchWithExtension, stopWorkers} from '../browser/browser'
import {fillStore} from '../browser/fill'
import {mixedRules} from '../samples/mixed-rules'
import {startSite} from '../site/site'
import {inTurn, ratio, type Figure} from './measure'

const batch = (page: Page) =>
  page.evaluate(async () => {
    const started = performance.now()
    for (let round = 0; round < 100; round++) await (await fetch('/api/items?page=1')).text()
    return (performance.now() - started) / 100
  })

/** A page's fetch with 1,000 rules of all types in force against one in a browser without the extension. */
export async function benchFetching(): Promise<Figure> {
  const site = await startSite()
  const [ours, bare] = [await launchWithExtension(), await launchBrowser()]
  const options = await ours.open('options.html')
  await stopWorkers(options)
  await fillStore(options, mixedRules(1_000))
  const {rules} = await ask(options, 'library.read', {})
  await ask(options, 'rules.switch', {ids: [rules[0]?.id ?? ''], on: true})
  await options.close()
  const [withRules, without] = [await ours.context.newPage(), await bare.context.newPage()]
  await Promise.all([withRules, without].map(page => page.goto(site.url('plain.test'))))
  const times = await inTurn(
    25,
    () => batch(withRules),
    () => batch(without),
  )
  await Promise.all([ours.close(), bare.close(), site.close()])
  return ratio('A fetch with 1,000 rules in force', times, 1.1, ['with', 'without the extension'])
}
