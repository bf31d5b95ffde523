import {expect, it} from 'vitest'
import {aRule, aView} from '../ui/builders'
import {previewReplacements} from '../../../src/simulator/replace-preview'
import {readTestRequest} from '../../../src/simulator/test-request'
import {aRequest, cancel, explained, host, isLookAhead, kinds} from '../ui/explained'

it('of two conditions, the one that Chrome accepts acts', () => {
  const pairs = [{source: {key: 'url', operator: 'Matches', value: 'shop(?=\\.test)'}}, {source: host()}] as const
  const draft = aRule('Cancel', {pairs: [...pairs]})
  const tested = {resourceType: 'image'} as const
  expect(explained({draft, refuses: isLookAhead, request: tested}).draft).toMatchObject({
    kind: 'wins',
    match: {condition: {index: 1}},
  })
})

it.each([
  ['xmlhttprequest', 'POST', 'wins'],
  ['main_frame', 'GET', 'wins'],
  ['sub_frame', 'GET', 'wins'],
  ['main_frame', 'POST', 'not-applied'],
  ['script', 'GET', 'not-applied'],
] as const)(
  'a rule with a regex that Chrome refuses: the verdict for a %s by %s is %s',
  (resourceType, method, kind) => {
    const source = {key: 'url', operator: 'Matches', value: 'shop(?=\\.test)'} as const
    const tested = {resourceType, method}
    expect(explained({draft: cancel('d', source), refuses: isLookAhead, request: tested}).draft.kind).toBe(kind)
    const goes = explained({
      draft: aRule('Redirect', {pairs: [{source, destinationType: 'url', destination: 'https://new.test/'}]}),
      refuses: isLookAhead,
      request: tested,
    })
    expect(goes.finalUrl).toBe(kind === 'wins' ? 'https://new.test/' : aRequest().url)
  },
)

it.each([
  ['xmlhttprequest', 'applies'],
  ['main_frame', 'not-applied'],
] as const)('a static response with a regex that Chrome refuses: the verdict for a %s is %s', (resourceType, kind) => {
  const source = {key: 'url', operator: 'Matches', value: 'shop(?=\\.test)'} as const
  const answer = aRule('Response', {id: 'answer', name: 'answer', pairs: [{source, type: 'static', value: 'x'}]})
  const tested = {resourceType}
  expect(explained({draft: answer, refuses: isLookAhead, request: tested}).draft.kind).toBe(kind)
  const problems = [{code: 'fetch-only', pair: 0, params: {because: 'regex'}}] as const
  const others = [aView(answer, {problems})]
  const explanation = explained({draft: cancel('d', host('other.test')), others, request: tested})
  expect(kinds(explanation)).toContainEqual(['answer', kind])
})

it('a Response rule applies at the destination of a redirect', () => {
  const answer = (name: string, value: string, type: 'static' | 'code' = 'static', serveWithoutRequest = false) =>
    aRule('Response', {id: name, name, pairs: [{source: host(value), type, value: 'x', serveWithoutRequest}]})
  const move = aRule('Redirect', {
    id: 'move',
    name: 'move',
    pairs: [{source: host(), destinationType: 'url', destination: 'https://new.test/'}],
  })
  const explainWith = (...others: ReturnType<typeof aRule>[]) =>
    Object.fromEntries(kinds(explained({draft: move, id: 'move', others: [move, ...others]})))
  expect(explainWith(answer('there', 'new.test'), answer('lower', 'new.test'))).toMatchObject({
    move: 'wins',
    there: 'applies',
    lower: 'hidden',
  })
  expect(explainWith(answer('here', 'api.shop.test'))).toMatchObject({here: 'hidden'})
  expect(explainWith(answer('code', 'api.shop.test', 'code'), answer('there', 'new.test'))).toMatchObject({
    code: 'applies',
    there: 'hidden',
  })
  expect(explainWith(answer('served', 'api.shop.test', 'code', true), answer('there', 'new.test'))).toMatchObject({
    served: 'hidden',
    there: 'applies',
  })
})

it('the preview of a Replace in the page changes all occurrences at once', () => {
  const source = {key: 'url', operator: 'Matches', value: 'shop\\.test/.*(?=v1)'} as const
  const draft = aRule('Replace', {pairs: [{source, from: 'v1', to: 'v2'}]})
  const tested = aRequest({url: 'https://shop.test/v1/a/v1'})
  const read = readTestRequest(tested)
  if ('fault' in read) throw new Error('It is no address')
  const {candidate} = explained({draft, refuses: isLookAhead, request: tested}).draft
  expect([...previewReplacements(candidate, read)]).toEqual([[0, 'https://shop.test/v2/a/v2']])
})

it('the preview of a Replace repeats the change until its text is gone', () => {
  const draft = aRule('Replace', {pairs: [{source: host('z.test'), from: '//', to: '/'}]})
  const tested = aRequest({url: 'https://z.test/a//b///c'})
  const read = readTestRequest(tested)
  if ('fault' in read) throw new Error('It is no address')
  const {candidate} = explained({draft, request: tested}).draft
  expect([...previewReplacements(candidate, read)]).toEqual([[0, 'https://z.test/a/b/c']])
})

const payload = (value: string) => ({
  ...host(),
  filters: [{requestPayload: {key: 'op', operator: 'Equals', value} as const}],
})
const named = (name: string) => ({id: name, name})

it('a request is not delayed if the page cancels it', () => {
  const slow = aRule('Delay', {...named('slow'), pairs: [{source: host(), delay: 100}]})
  const explainDelay = (source: ReturnType<typeof host>) => {
    const stop = aRule('Cancel', {...named('stop'), pairs: [{source}]})
    const tested = {resourceType: 'xmlhttprequest', method: 'POST', payload: '{"op":"Track"}'} as const
    return explained({draft: slow, id: 'slow', others: [slow, stop], request: tested}).draft
  }
  expect(explainDelay(host()).kind).toBe('applies')
  expect(explainDelay(payload('Other')).kind).toBe('applies')
  expect(explainDelay(payload('Track'))).toMatchObject({
    kind: 'hidden',
    reason: {why: 'acts-first', by: {name: 'stop'}},
  })
})
