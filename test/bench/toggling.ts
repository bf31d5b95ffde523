import type {Page, Worker} from '@playwright/test'
import {ask, readLibrary} from '../browser/ask'
import {launchWithExtension} from '../browser/browser'
import {fillStore} from '../browser/fill'
import {headerRules} from '../samples/mixed-rules'
import {measurePair, ratio, type Figure} from './measure'

const count = 5_000
const toggled = 2_500

/** Switches a rule off and on by message, like the popup; each answer means it is in force. */
const switchByMessage = (page: Page, id: string) =>
  page.evaluate(async rule => {
    const started = performance.now()
    for (const on of [false, true]) await chrome.runtime.sendMessage({name: 'rules.switch', body: {ids: [rule], on}})
    return (performance.now() - started) / 2
  }, id)

/** Removes and adds the same browser rule without anything else. */
const updateDirectly = (worker: Worker, id: number) =>
  worker.evaluate(async ruleId => {
    const rules = chrome.declarativeNetRequest
    const addRules = (await rules.getDynamicRules()).filter(rule => rule.id === ruleId)
    const started = performance.now()
    await rules.updateDynamicRules({removeRuleIds: [ruleId]})
    await rules.updateDynamicRules({addRules})
    return (performance.now() - started) / 2
  }, id)

/** Switching one of 5,000 installed rules, against only updating its browser rule. */
export async function benchToggling(): Promise<Figure> {
  const browser = await launchWithExtension()
  const page = await browser.open('options.html')
  const records = headerRules(count)
  await fillStore(page, records)
  await page.goto('about:blank')
  const quiet = await browser.open('delay-page.html')
  const {rules} = await readLibrary(quiet)
  await ask(quiet, 'rules.switch', {ids: [rules[0]?.id ?? ''], on: true})
  const worker = await browser.worker()
  const installed = await worker.evaluate(async () =>
    (await chrome.declarativeNetRequest.getDynamicRules()).map(({id}) => id),
  )
  const id = String(records[toggled]?.['id'])
  const times = await measurePair(
    15,
    () => switchByMessage(quiet, id),
    () => updateDirectly(worker, installed[toggled] ?? 0),
  )
  await browser.close()
  return ratio(`Switching one of ${installed.length.toLocaleString('en')} installed rules`, times, 1.5, [
    'from message to effect',
    'bare update',
  ])
}
