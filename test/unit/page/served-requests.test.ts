import {beforeAll, beforeEach, expect, it, vi} from 'vitest'
import type {RequestAction} from '../../../src/page/isolated/protocol'
import {patchFetch} from '../../../src/page/main/fetch'
import {getBodySize} from '../../../src/page/main/xhr/bodies'

/** What the page scripts read when they are loaded. Node has the classes of fetch itself. */
const stubPage = vi.hoisted(() => {
  const page = {
    Node: EventTarget,
    Document: EventTarget,
    Element: EventTarget,
    DOMParser: EventTarget,
    MouseEvent: Event,
    document: new EventTarget(),
    window: new EventTarget() as Window & typeof globalThis,
  }
  const stub = () => {
    for (const [name, value] of Object.entries(page)) vi.stubGlobal(name, value)
  }
  stub()
  return stub
})
beforeEach(stubPage)

type Served = {readonly redirected?: boolean; readonly isServed?: boolean; readonly isSameOrigin?: boolean}

function createAction({redirected = false, isServed = true, isSameOrigin = false}: Served): RequestAction {
  return {
    time: 1,
    url: 'https://api.test/items',
    redirected,
    type: isSameOrigin ? 'basic' : 'cors',
    response: {
      body: {text: 'mocked', type: 'text/plain'},
      isServed,
      isFixed: true,
      status: 201,
      headers: {'x-mock': '1'},
    },
  }
}

let action = createAction({})

/** The native function fails. */
beforeAll(() => {
  stubPage()
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  patchFetch({
    mode: 'on',
    ready: Promise.resolve(),
    query: () => action,
    reportAbort: () => {},
    createBody: async source => ('text' in source ? source : undefined),
  })
})

async function fetchMock(init: RequestInit, served: Served = {}) {
  action = createAction(served)
  try {
    const response = await window.fetch('https://api.test/items', init)
    const {type, status, url, redirected, headers} = response
    return {type, status, url, redirected, headers: [...headers.keys()], text: await response.text()}
  } catch (error) {
    return String(error)
  }
}

const failed = 'TypeError: Failed to fetch'
const open = {url: 'https://api.test/items', status: 201, redirected: false, text: 'mocked'}
const opaque = {type: 'opaque', status: 0, url: '', redirected: false, headers: [], text: ''}
const allMocks: readonly Served[] = [{isServed: true}, {isServed: false}]

it('a mock of another origin is opaque in no-cors mode', async () => {
  for (const mock of allMocks) {
    expect(await fetchMock({mode: 'no-cors'}, mock)).toEqual(opaque)
    expect(await fetchMock({mode: 'no-cors', redirect: 'manual'}, mock)).toBe(failed)
    expect(await fetchMock({mode: 'no-cors'}, {...mock, isSameOrigin: true})).toMatchObject({...open, type: 'basic'})
    expect(await fetchMock({}, mock)).toMatchObject({...open, type: 'cors'})
  }
})

it('a mock of another origin fails in same-origin mode', async () => {
  for (const mock of allMocks) {
    expect(await fetchMock({mode: 'same-origin'}, mock)).toBe(failed)
    expect(await fetchMock({mode: 'same-origin'}, {...mock, isSameOrigin: true})).toMatchObject(open)
  }
})

it('a redirected mock fails if the request allows no redirect', async () => {
  for (const mock of allMocks) {
    expect(await fetchMock({redirect: 'error'}, {...mock, redirected: true})).toBe(failed)
    expect(await fetchMock({redirect: 'error'}, mock)).toMatchObject(open)
    expect(await fetchMock({}, {...mock, redirected: true})).toMatchObject({...open, redirected: true})
  }
})

it('the size of an upload is the number of bytes that would be sent', async () => {
  const form = new FormData()
  form.append('a', new Blob(['file']), 'a.txt')
  const bodies = ['ü', '', new Blob(['12345']), new Uint8Array(7), new URLSearchParams({q: 'ü'}), form]
  const sizes = await Promise.all(bodies.map(getBodySize))
  const formSize = (await new Response(form).arrayBuffer()).byteLength
  expect(sizes).toEqual([2, 0, 5, 7, 'q=%C3%BC'.length, formSize])
})
