// @vitest-environment happy-dom
import {screen, waitFor} from '@testing-library/preact'
import {afterEach, expect, it, vi} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {fakeActs} from './fake-surface'
import {closePage, openPopup} from './page'
import {lineOf, library, names, now, tab, times, token} from './popup-library'

afterEach(closePage)

/** What a page tells of a rule that acted in it once. */
function actsOf(rule: string) {
  const acts = fakeActs()
  acts.say([{browserRule: 0, rule, count: 1, tabId: 7, time: now}])
  return acts
}

const items = {key: 'host', operator: 'Equals', value: 'api.shop.test'} as const
const itemsAsked = {url: 'https://api.shop.test/items', type: 'xmlhttprequest'} as const
const env = (more = {}) =>
  aRule('Headers', {
    id: 'env',
    name: 'Env',
    pairs: [{source: items, modifications: [{header: 'X-Env', type: 'Add', value: 'a', target: 'Request'}]}],
    ...more,
  })

it('says nothing of what was asked for since Chrome told, and asks it once more', async () => {
  const rule = aView(env(), {browserRules: [1028]})
  let looks = 0
  const matched = () => [...times(1024, 1), ...(++looks > 1 ? times(1028, 1) : [])]
  const requests = [{...itemsAsked, endedAt: Infinity}]
  await openPopup(fakeClient({rules: [token, rule]}), tab, {matched, requests, openedAt: 1})
  await waitFor(() => expect(lineOf('Env')).toBe('May have acted by now: that is not known yet'))
  await waitFor(() => expect(names('Applied on this tab')).toEqual(['Token', 'Env']), {timeout: 4_000})
  expect(looks).toBe(2)
})

it('says what a rule did not do once Chrome has told of it', async () => {
  const rule = aView(env(), {browserRules: [1028]})
  const requests = [{...itemsAsked, endedAt: Infinity}]
  const matched = () => times(1024, 1)
  await openPopup(fakeClient({rules: [token, rule]}), tab, {matched, requests, openedAt: 1})
  await waitFor(() => expect(lineOf('Env')).toBe('May have acted by now: that is not known yet'))
  requests[0] = {...itemsAsked, endedAt: 1}
  await waitFor(() => expect(lineOf('Env')).toBe('Nothing since this page was opened. Reload it.'), {timeout: 4_000})
})

it.each([
  ['was asked for nothing', {}, /^No request seen on this tab/],
  ['is older than the rule', {modificationDate: 2}, /^Nothing since this page was opened/],
])('follows what a page asks for that %s, with one question to Chrome', async (_name, more, before) => {
  const rule = aView(env(more), {browserRules: [1028]})
  const requests: {url: string; type: 'xmlhttprequest'; endedAt: number}[] =
    _name === 'is older than the rule' ? [{...itemsAsked, endedAt: 1}] : []
  let looks = 0
  const matched = () => [...times(1024, 1), ...(++looks > 1 ? times(1028, 1) : [])]
  await openPopup(fakeClient({rules: [token, rule]}), tab, {matched, requests, openedAt: 1})
  await waitFor(() => expect(lineOf('Env')).toMatch(before))
  requests.push({...itemsAsked, url: `${itemsAsked.url}?page=2`, endedAt: Infinity})
  await waitFor(() => expect(lineOf('Env')).toBe('May have acted by now: that is not known yet'), {timeout: 4_000})
  expect(looks).toBe(1)
  await waitFor(() => expect(names('Applied on this tab')).toEqual(['Token', 'Env']), {timeout: 4_000})
  expect(looks).toBe(2)
})

it('looks also at what was asked for last of many requests', async () => {
  const get = {operator: 'Contains', key: 'host', value: 'api.shop.test'} as const
  const only = aRule('Headers', {
    name: 'Images',
    pairs: [
      {
        source: {...get, filters: [{resourceType: ['image']}]},
        modifications: [{header: 'X-Env', type: 'Add', value: 'a', target: 'Request'}],
      },
    ],
  })
  const fetches = Array.from({length: 20}, (_, page) => ({
    ...itemsAsked,
    url: `${itemsAsked.url}?page=${page}`,
    endedAt: 1,
  }))
  const image = {url: 'https://api.shop.test/a.png', type: 'image', endedAt: Infinity} as const
  await openPopup(library(only), tab, {matched: times(1024, 1), requests: [...fetches, image], openedAt: 1})
  await waitFor(() => expect(lineOf('Images')).toBe('May have acted by now: that is not known yet'))
})

it('asks Chrome once for each rule of a page that asks again and again, and anew when it is loaded again', async () => {
  let looks = 0
  const matched = () => {
    looks++
    return times(1024, 1)
  }
  let openedAt = 1
  const around = {matched, requests: [{...itemsAsked, endedAt: Infinity}], openedAt: () => openedAt}
  await openPopup(fakeClient({rules: [token, aView(env(), {browserRules: [1028]})]}), tab, around)
  await waitFor(() => expect(looks).toBe(2), {timeout: 4_000})
  await new Promise(done => setTimeout(done, 4_000))
  expect(looks).toBe(2)
  openedAt = 2
  await waitFor(() => expect(looks).toBe(3), {timeout: 6_000})
})

it('asks Chrome of a rule that is switched on in its group, and counts it while somebody points at the rows', async () => {
  let looks = 0
  const matched = () => [...times(1024, 1), ...(++looks > 1 ? times(1028, 3) : [])]
  const requests: {url: string; type: 'xmlhttprequest'; endedAt: number}[] = []
  await openPopup(fakeClient({rules: [token, aView(env({status: 'Inactive'}), {browserRules: [1028]})]}), tab, {
    matched,
    requests,
    openedAt: 1,
  })
  const query = document.querySelector.bind(document)
  const pointing = vi
    .spyOn(document, 'querySelector')
    .mockImplementation((name: string) => (name.startsWith('.popup-main:hover') ? document.body : query(name)))
  screen.getByRole('switch', {name: 'Env'}).click()
  requests.push({...itemsAsked, endedAt: Infinity})
  await waitFor(() => expect(lineOf('Env')).toMatch(/^3 requests/), {timeout: 6_000})
  expect(screen.getByRole('region', {name: 'Applied on this tab'}).querySelector('.count')?.textContent).toBe('2')
  expect(names('Applied on this tab')).toEqual(['Token'])
  pointing.mockRestore()
  document.dispatchEvent(new Event('pointerout'))
  await waitFor(() => expect(names('Applied on this tab')).toEqual(['Token', 'Env']))
  expect(looks).toBe(2)
})

it('asks Chrome of what a page asked for by a method that it does not remember', async () => {
  const source = {...items, filters: [{requestMethod: ['POST']}]}
  const rule = env({
    pairs: [{source, modifications: [{header: 'X-Env', type: 'Modify', value: 'a', target: 'Request'}]}],
  })
  let looks = 0
  const matched = () => [...times(1024, 1), ...(++looks > 1 ? times(1028, 1) : [])]
  const requests: {url: string; type: 'xmlhttprequest'; endedAt: number}[] = []
  const around = {matched, requests, openedAt: 1}
  await openPopup(fakeClient({rules: [token, aView(rule, {browserRules: [1028]})]}), tab, around)
  await waitFor(() => expect(lineOf('Env')).toMatch(/^No request seen/))
  requests.push({...itemsAsked, endedAt: Infinity})
  await waitFor(() => expect(names('Applied on this tab')).toEqual(['Token', 'Env']), {timeout: 6_000})
})

it('takes who did nothing to a request to do nothing to the same one again, until something changes', async () => {
  const requests = [{...itemsAsked, ended: [1]}]
  const client = fakeClient({rules: [token, aView(env({id: 'env'}), {browserRules: [1028]})]})
  await openPopup(client, tab, {matched: times(1024, 1), requests, openedAt: 1})
  await waitFor(() => expect(lineOf('Env')).toMatch(/^Nothing since this page/))
  requests[0] = {...itemsAsked, ended: [1, Infinity]}
  await new Promise(done => setTimeout(done, 2_500))
  expect(lineOf('Env')).toMatch(/^Nothing since this page/)
  screen.getByRole('switch', {name: 'Token'}).click()
  await waitFor(() => expect(lineOf('Env')).toBe('May have acted by now: that is not known yet'), {timeout: 4_000})
})

it('does not ask Chrome of what a page tells itself', async () => {
  let looks = 0
  const matched = () => (looks++, times(1024, 1))
  const mock = aRule('Response', {name: 'Mock', pairs: [{source: items, type: 'static', value: '{}'}]})
  const requests = [{...itemsAsked, endedAt: Infinity}]
  await openPopup(library(mock), tab, {matched, requests, openedAt: 1})
  await waitFor(() => expect(lineOf('Mock')).toBe('May have acted by now: that is not known yet'))
  await new Promise(done => setTimeout(done, 4_000))
  expect(looks).toBe(1)
})

it('leaves a rule where it stands that is switched off, and says when it acts', async () => {
  const requests = [{...itemsAsked, endedAt: 1}]
  await openPopup(library(env()), tab, {matched: times(1024, 1), requests, openedAt: 1})
  await waitFor(() => expect(lineOf('Env')).toMatch(/^Nothing since this page/))
  screen.getByRole('switch', {name: 'Env'}).click()
  requests.push({...itemsAsked, endedAt: Infinity})
  await new Promise(done => setTimeout(done, 4_000))
  expect(lineOf('Env')).toBe('When host equals api.shop.test')
  expect(screen.queryByRole('region', {name: /did nothing/})).toBeNull()
})

it.each([
  ['requestMethod', {requestMethod: ['POST']}],
  ['requestPayload', {requestPayload: {key: 'op', operator: 'Equals', value: 'Cart'}}],
] as const)('names the rule above that may have taken what it asks for by its %s', async (_name, filter) => {
  const upper = aRule('Response', {
    id: 'upper',
    name: 'Cart mock',
    pairs: [{source: {...items, filters: [filter]}, type: 'static', value: '{}'}] as never,
  })
  const lower = aRule('Response', {name: 'Any', pairs: [{source: items, type: 'static', value: '{}'}]})
  const acts = actsOf('upper')
  const around = {matched: times(1024, 1), acts, requests: [itemsAsked], openedAt: 1}
  await openPopup(library(upper, lower), tab, around)
  await waitFor(() =>
    expect(lineOf('Any')).toBe('Maybe hidden by “Cart mock”: a page does not remember methods and bodies'),
  )
})

it('does not advise to reload what the service worker of the page answered', async () => {
  const requests = [{...itemsAsked, isByWorker: true}]
  await openPopup(library(env()), tab, {matched: times(1024, 1), requests, openedAt: 1})
  await waitFor(() => expect(lineOf('Env')).toBe('The page’s service worker may have answered: it is asked first'))
})

it.each([
  ['waits for an answer', {isOfRules: true}, {}, 'It changes the answer, which has not come'],
  ['got none', {isUnanswered: true}, {}, 'No answer came here while it was in force'],
  ['got none before it was made', {isUnanswered: true}, {modificationDate: 2}, 'Nothing since this page was opened.'],
  ['waited before it was made', {isOfRules: true}, {modificationDate: 2}, 'Nothing since this page was opened.'],
])('says of code for an answer to a request that %s what became of it', async (_name, request, more, said) => {
  const rule = aRule('Response', {name: 'Code', pairs: [{source: items, type: 'code', value: 'x'}], ...more})
  const requests = [{...itemsAsked, endedAt: 1, ...request}]
  await openPopup(library(rule), tab, {matched: times(1024, 1), requests, openedAt: 1})
  await waitFor(() => expect(lineOf('Code')).toContain(said))
})

it('says of what waited for an answer what came of it, once it has come', async () => {
  const rule = aRule('Response', {name: 'Code', pairs: [{source: items, type: 'code', value: 'x'}]})
  const requests = [{...itemsAsked, endedAt: 1, isOfRules: true}]
  await openPopup(library(rule), tab, {matched: times(1024, 1), requests, openedAt: 1})
  await waitFor(() => expect(lineOf('Code')).toBe('It changes the answer, which has not come'))
  requests[0] = {...itemsAsked, endedAt: 1, isOfRules: false, isUnanswered: true} as never
  await waitFor(() => expect(lineOf('Code')).toBe('No answer came here while it was in force'), {timeout: 4_000})
})

it('names what took a request that never left its page', async () => {
  const upper = aRule('Response', {
    id: 'upper',
    name: 'Cart mock',
    pairs: [
      {
        source: {...items, filters: [{requestMethod: ['POST']}]},
        type: 'static',
        value: '{}',
        serveWithoutRequest: true,
      },
    ] as never,
  })
  const code = aRule('Response', {name: 'Code', pairs: [{source: items, type: 'code', value: 'x'}]})
  const acts = actsOf('upper')
  const requests = [{...itemsAsked, isOfRules: true}]
  await openPopup(library(upper, code), tab, {matched: times(1024, 1), acts, requests, openedAt: 1})
  await waitFor(() => expect(lineOf('Code')).toContain('Maybe hidden by “Cart mock”'))
})

it('does not say that a request had no body as long as its page may tell of one', async () => {
  const body = aRule('Request', {name: 'Body', pairs: [{source: items, type: 'static', value: 'x'}]})
  const requests = [{...itemsAsked, endedAt: Infinity}]
  await openPopup(library(body), tab, {matched: times(1024, 1), requests, openedAt: 1})
  await waitFor(() => expect(lineOf('Body')).toBe('May have acted by now: that is not known yet'))
  requests[0] = {...itemsAsked, endedAt: 1}
  await waitFor(() => expect(lineOf('Body')).toMatch(/^It changes bodies/), {timeout: 4_000})
})

it('says of a body rule beside one for the answer, which has not come, that there was no body', async () => {
  const body = aRule('Request', {name: 'Body', pairs: [{source: items, type: 'static', value: 'x'}]})
  const requests = [{...itemsAsked, endedAt: 1, isOfRules: true}]
  await openPopup(library(body), tab, {matched: times(1024, 1), requests, openedAt: 1})
  await waitFor(() => expect(lineOf('Body')).toMatch(/^It changes bodies/))
})

it('says of a body rule that a mock took its request, of which the page knows no method', async () => {
  const answer = {source: items, type: 'static', value: '{}'} as const
  const mock = aRule('Response', {id: 'mock', name: 'Mock', pairs: [{...answer, serveWithoutRequest: true}]})
  const body = aRule('Request', {name: 'Body', pairs: [answer]})
  const acts = actsOf('mock')
  const requests = [{...itemsAsked, isOfRules: true}]
  await openPopup(library(mock, body), tab, {matched: times(1024, 1), acts, requests, openedAt: 1})
  await waitFor(() => expect(lineOf('Body')).toBe('Hidden by “Mock”, above it'))
})
