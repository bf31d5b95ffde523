import type {Page} from '@playwright/test'
import {ask} from '../ask'
import {expect, make, where} from '../fixtures'
import {test} from '../shared'

const at = (path: string) => where('path', 'Equals', path)

/** Reuses one XMLHttpRequest. */
const sent = (page: Page) =>
  page.evaluate(async () => {
    const kept = window as unknown as {xhr?: XMLHttpRequest}
    const xhr = (kept.xhr ??= new XMLHttpRequest())
    await new Promise(done => {
      xhr.addEventListener('load', done, {once: true})
      xhr.open('GET', '/api/x')
      xhr.send()
    })
    return [xhr.status, xhr.responseText]
  })

test('a reused XMLHttpRequest shows the server’s response after rules are off', async ({quiet, shop}) => {
  const before = await sent(shop)
  const mocked = {source: at('/api/x'), type: 'static', value: 'mocked', statusCode: 203}
  for (const serveWithoutRequest of [true, false]) {
    const id = await make(quiet, 'Response', [{...mocked, serveWithoutRequest}])
    await shop.reload()
    expect(await sent(shop)).toEqual([203, 'mocked'])
    await ask(quiet, 'rules.pause', {paused: true})
    expect(await sent(shop)).toEqual(before)
    await ask(quiet, 'rules.pause', {paused: false})
    expect(await sent(shop)).toEqual([203, 'mocked'])
    await ask(quiet, 'rules.delete', {ids: [id]})
  }
})

test('an XMLHttpRequest that waits when rules are turned off can be aborted', async ({quiet, shop, site}) => {
  // Long enough for the whole test on a busy machine.
  const delay = 8_000
  await make(quiet, 'Delay', [{source: at('/api/x'), delay}])
  await shop.reload()
  site.clear()
  const told = await shop.evaluateHandle(() => {
    const xhr = new XMLHttpRequest()
    const events: string[] = []
    for (const name of ['abort', 'load', 'loadend']) xhr.addEventListener(name, () => events.push(name))
    xhr.open('GET', '/api/x')
    xhr.send()
    return {xhr, events}
  })
  await ask(quiet, 'rules.pause', {paused: true})
  const events = await told.evaluate(async ({xhr, events: found}, wait) => {
    xhr.abort()
    await new Promise(done => setTimeout(done, wait))
    return found
  }, delay)
  expect(events).toEqual(['abort', 'loadend'])
  expect(site.requests()).toEqual([])
})

test('patched functions look native after rules are turned off', async ({quiet, shop}) => {
  const texts = () =>
    shop.evaluate(() => {
      const kept = window as unknown as {taken?: unknown}
      const taken = (kept.taken ??= fetch)
      const getter = (owner: object, name: string) => Object.getOwnPropertyDescriptor(owner, name)?.get
      const all = [taken, XMLHttpRequest.prototype.open, getter(XMLHttpRequest.prototype, 'status')]
      return [...all, getter(Response.prototype, 'url')].map(String)
    })
  const before = await texts()
  await make(quiet, 'Response', [{source: at('/api/x'), type: 'static', value: 'mocked'}])
  await shop.reload()
  expect(await texts()).toEqual(before)
  await sent(shop)
  await shop.evaluate(async () => void (await fetch('/api/x')))
  await ask(quiet, 'rules.pause', {paused: true})
  expect(await texts()).toEqual(before)
})
