import {expect, it} from 'vitest'
import type {LogEntry} from '../../../src/ui/request-log/log'
import {createRecorder} from '../../../src/ui/devtools-panel/recorder'
import type {FinishedRequest} from '../../../src/ui/devtools-panel/browser-adapter'
import {anAsked, noon} from './activity-events'

const entryOf = (path: string): LogEntry => ({
  number: 1,
  request: anAsked(path),
  browserRules: [],
  pageRules: [],
  isServed: false,
  endedAt: noon,
})

/** A recorder that counts how often each body is read from DevTools. */
function open() {
  const asked: Record<string, number> = {}
  let tell: (finished: FinishedRequest) => void = () => {}
  const recorder = createRecorder({
    isLive: () => true,
    onFinished(listener) {
      tell = listener
      return () => {}
    },
  })
  const finish = (
    path: string,
    kind = 'fetch',
    text: string | null = '{}',
    {method = 'GET', status = 200, error = '', payload = ''} = {},
  ) =>
    tell({
      har: {
        startedDateTime: new Date(noon).toISOString(),
        _resourceType: kind,
        request: {method, url: anAsked(path).url, headers: [], postData: {text: payload}},
        response: {status, content: {size: 2}, ...(error && {_error: error})},
      },
      async readBody() {
        asked[path] = (asked[path] ?? 0) + 1
        if (text === null) throw new Error('left')
        return {text, encoding: ''}
      },
    })
  return {recorder, finish, asked}
}

it('a body read when its request finished is not read again until it is dropped', async () => {
  const {recorder, finish, asked} = open()
  finish('/one')
  expect(asked).toEqual({'/one': 1})
  await recorder.getRecording(entryOf('/one'), null)
  expect(await recorder.getResponse(entryOf('/one'), null)).toEqual({
    response: {status: 200, text: '{}'},
    missing: null,
  })
  expect(asked).toEqual({'/one': 1})
  recorder.clearBodies()
  await recorder.getRecording(entryOf('/one'), null)
  expect(asked).toEqual({'/one': 2})
})

it('the oldest of 1,001 requests is dropped', async () => {
  const {recorder, finish} = open()
  for (let at = 0; at <= 1_000; at++) finish(`/${at}`)
  expect(await recorder.getRecording(entryOf('/0'), null)).toBeNull()
  expect(await recorder.getRecording(entryOf('/1'), null)).not.toBeNull()
})

it('documents include their text if DevTools has it', async () => {
  const {recorder, finish} = open()
  finish('/api')
  finish('/page', 'document', '<p>page</p>')
  finish('/left', 'document', null)
  expect(await recorder.getDocuments()).toMatchObject([
    {response: {status: 200, content: {size: 2, text: '<p>page</p>'}}},
    {response: {status: 200, content: {size: 2, text: null}}},
  ])
})

it('a frame is recorded as a frame, although DevTools calls it a document', async () => {
  const {recorder, finish} = open()
  finish('/frame', 'document', '<p>frame</p>')
  const entry = entryOf('/frame')
  expect(await recorder.getRecording({...entry, request: {...entry.request, type: 'sub_frame'}}, null)).toMatchObject({
    _resourceType: 'frame',
  })
})

it.each([
  ['another', '/orders/1'],
  ['its own', '/orders'],
])('a POST redirected to %s URL with GET has the final response', async (_, to) => {
  const {recorder, finish} = open()
  finish('/orders', 'fetch', '', {method: 'POST', status: 303})
  finish(to, 'fetch', '{"order":1}')
  const {request, ...entry} = entryOf('/orders')
  const led = {...entry, request: {...request, method: 'POST'}, redirectedTo: anAsked(to).url}
  expect(await recorder.getResponse(led, null)).toEqual({response: {status: 200, text: '{"order":1}'}, missing: null})
  expect(await recorder.getRecording(led, null)).toMatchObject({
    request: {method: 'POST', url: request.url},
    response: {status: 200, content: {text: '{"order":1}'}},
  })
})

it("a mocked response did not fail, even if the server's response was aborted", async () => {
  const {recorder, finish} = open()
  finish('/one', 'fetch', '{', {error: 'net::ERR_ABORTED'})
  const fixed = {type: 'static', value: '{"mock":1}', statusCode: 200} as const
  expect(await recorder.getRecording(entryOf('/one'), fixed)).toMatchObject({
    response: {status: 200, content: {text: '{"mock":1}'}, _error: null},
  })
  expect(await recorder.getRecording(entryOf('/one'), null)).toMatchObject({response: {_error: 'net::ERR_ABORTED'}})
})

it('of several requests to one URL, the one with the reported body is used', async () => {
  const {recorder, finish} = open()
  for (const payload of ['ads', 'cart']) finish('/graphql', 'fetch', payload, {method: 'POST', payload})
  const {request, ...entry} = entryOf('/graphql')
  const posted = (number: number, payload?: string) => ({
    ...entry,
    number,
    request: {...request, method: 'POST', payload},
  })
  const all = [posted(1, 'cart'), posted(2, 'menu'), posted(3)]
  const answers = await Promise.all(all.map(each => recorder.getRecording(each, null)))
  expect(answers).toMatchObject([{response: {content: {text: 'cart'}}}, null, {response: {content: {text: 'ads'}}}])
})

it('a request that the page script redirected is found by its new URL only', async () => {
  const {recorder, finish} = open()
  finish('/old', 'fetch', 'another')
  finish('/new', 'fetch', 'its own')
  const sentTo = anAsked('/new').url
  expect(await recorder.getRecording({...entryOf('/old'), sentTo, redirectedTo: sentTo}, null)).toMatchObject({
    request: {url: anAsked('/old').url},
    response: {content: {text: 'its own'}},
  })
})
