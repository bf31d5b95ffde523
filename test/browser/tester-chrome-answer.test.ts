import type {Page} from '@playwright/test'
import {open} from './drafting'
import {expect, make, test, where} from './fixtures'
import {field} from './form'

const callout = (page: Page) => page.locator('.callout').filter({hasText: 'Chrome disagrees'})

/** How often the page has asked Chrome, and had its answer. */
const watchAnswers = (page: Page) =>
  page.evaluate(() => {
    const {declarativeNetRequest: api} = (
      globalThis as unknown as {
        chrome: {declarativeNetRequest: {testMatchOutcome(question: object): Promise<unknown>}}
      }
    ).chrome
    const ask = api.testMatchOutcome.bind(api)
    document.documentElement.dataset['answers'] = '0'
    api.testMatchOutcome = async question => {
      const answer = await ask(question)
      document.documentElement.dataset['answers'] = `${Number(document.documentElement.dataset['answers']) + 1}`
      return answer
    }
  })

test('the tester compares its result with Chrome and reports a difference as a bug', async ({options}) => {
  const id = await make(options, 'Cancel', [{source: where('host', 'Equals', 'api.test')}], {name: 'Stop'})
  await watchAnswers(options)
  await open(options, id)
  await field(options, 'Test a URL').fill('https://api.test/v1')
  const html = options.locator('html')
  await expect(html).not.toHaveAttribute('data-answers', '0')
  await expect(callout(options)).toBeHidden()
  // Behind our back, as only a mistake of ours could.
  await options.evaluate(async () => {
    const {declarativeNetRequest: api} = (
      globalThis as unknown as {
        chrome: {
          declarativeNetRequest: {
            getDynamicRules(): Promise<{id: number}[]>
            updateDynamicRules(change: object): Promise<void>
          }
        }
      }
    ).chrome
    await api.updateDynamicRules({removeRuleIds: (await api.getDynamicRules()).map(each => each.id)})
  })
  await field(options, 'Test a URL').fill('https://api.test/v2')
  await expect(callout(options)).toContainText(
    'This is a bug in Switchyard, not in your rules. For the saved rules, Chrome matches none; Switchyard expects “Stop”.',
  )
  await field(options, 'Test a URL').fill('https://else.test/')
  await expect(callout(options)).toBeHidden()
})
