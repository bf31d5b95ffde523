// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import {indentedJson, jsonStopsAt, lineOf} from '../../../src/ui/fields/json-text'
import {createDrafts} from '../../../src/ui/options/editor/drafts'
import {createLibraryState} from '../../../src/ui/state/library'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {fakeKept} from './fake-surface'
import {closePage, fill, openOptions, press} from './page'

afterEach(closePage)

const day = 86_400_000
const record = (at: number) => ({version: 1, at, text: 'not looked at'})

it('a draft that the browser has no room for is said once, and stays in the form', async () => {
  const kept = {...fakeKept(), write: () => Promise.reject(new Error('quota'))}
  await openOptions(fakeClient({rules: [aView(aRule('Cancel', {id: 'c'}))]}), '#/rules/c', {kept})
  const said = () => screen.queryAllByText(/This draft is not kept/)
  fill('Source value', 'one')
  await waitFor(() => expect(said()).toHaveLength(1))
  press('Dismiss')
  fill('Source value', 'two')
  await new Promise(later => setTimeout(later, 400))
  expect(said()).toHaveLength(0)
  expect(screen.getByLabelText<HTMLInputElement>('Source value').value).toBe('two')
})

it('drafts that are old, or of rules that are gone for good, go; those of rules in trash stay', async () => {
  const client = fakeClient({rules: [aView(aRule('Cancel', {id: 'here'})), aView(aRule('Cancel', {id: 'trashed'}))]})
  await client.ask('rules.delete', {ids: ['trashed']})
  const library = createLibraryState(client)
  await waitFor(() => expect(library.isWhole.value).toBe(true))
  const now = Date.now()
  const kept = fakeKept({
    'draft:here': record(now),
    'draft:trashed': record(now),
    'draft:purged': record(now),
    'draft:new/Cancel': record(now),
    'draft:new/Delay': record(now - 31 * day),
    'test:here': {},
    'test:trashed': {},
    'test:purged': {},
    other: 1,
  })
  const drafts = createDrafts({kept, library, client})
  await drafts.whenReady
  await drafts.tidy()
  expect([...kept.all.keys()]).toEqual([
    'draft:here',
    'draft:trashed',
    'draft:new/Cancel',
    'test:here',
    'test:trashed',
    'other',
  ])
  drafts.stop()
  library.stop()
})

it('two pages that keep drafts of one rule in the same moment keep both', async () => {
  const rule = aRule('Cancel', {id: 'c'})
  const client = fakeClient({rules: [aView(rule)]})
  const library = createLibraryState(client)
  const kept = fakeKept()
  const pages = ['one', 'two'].map(text => ({text, drafts: createDrafts({kept, library, client})}))
  await Promise.all(pages.map(({drafts}) => drafts.whenReady))
  const sessions = pages.map(({text, drafts}) => {
    const session = drafts.open('c', rule)
    session.draft.set({description: text})
    return session
  })
  for (const session of sessions) session.flush()
  const textKept = (value: unknown) => /"description":"(one|two)"/.exec((value as {text: string}).text)?.[1] ?? 'none'
  const texts = () => new Set([...kept.all.values()].map(textKept))
  await waitFor(() => expect(texts()).toEqual(new Set(['one', 'two'])))
  expect(sessions.map(session => session.id())).toEqual(['c', 'c'])
  // The first is saved or thrown away, which leaves the other alone.
  sessions[0]?.draft.load(rule)
  sessions[0]?.flush()
  await waitFor(() => expect(texts()).toEqual(new Set(['two'])))
  for (const {drafts} of pages) drafts.stop()
  for (const session of sessions) session.leave()
  library.stop()
})

it('what another page switches is no change of the form', async () => {
  const rule = aRule('Cancel', {id: 'c'})
  const client = fakeClient({rules: [aView(rule)]})
  await openOptions(client, '#/rules/c')
  fill('Source value', 'mine')
  client.set({rules: [aView({...rule, status: 'Inactive'})]})
  await waitFor(() => expect(screen.getByRole('switch', {name: 'On'}).getAttribute('aria-checked')).toBe('false'))
  expect(screen.queryByText('Changed elsewhere')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Source value').value).toBe('mine')
})

it('a regex that Chrome refuses is rewritten as a wildcard where that says the same', async () => {
  const source = {key: 'url', operator: 'Matches', value: '^https://shop\\.test/v1/.*'} as const
  const rule = aRule('Cancel', {id: 'c', pairs: [{source}]})
  const problems = [
    {code: 'regex-refused', pair: 0, field: 'source.value', says: {reason: 'memoryLimitExceeded'}},
  ] as const
  await openOptions(fakeClient({rules: [aView(rule, {problems})]}), '#/rules/c')
  press('Rewrite as wildcard')
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Source value').value).toBe('https://shop.test/v1/*'),
  )
  expect(screen.getByLabelText<HTMLSelectElement>('Source operator').value).toBe('Wildcard_Matches')
})

it('header names of one’s own rules are offered first, with the values that went with them', async () => {
  const uses = (header: string, value: string) =>
    aView(
      aRule('Headers', {
        pairs: [
          {
            source: {key: 'host', operator: 'Equals', value: 'a.test'},
            modifications: [{header, type: 'Modify', value}],
          },
        ],
      }),
    )
  const rules = [uses('X-Rare', '1'), uses('X-Often', 'a'), uses('x-often', 'b'), uses('X-Often', 'b')]
  await openOptions(fakeClient({rules}), '#/rules/new/Headers')
  const options = (id: string) =>
    [...document.querySelectorAll<HTMLOptionElement>(`#${id} > option`)].map(each => each.value)
  expect(options('header-names').slice(0, 3)).toEqual(['X-Often', 'X-Rare', 'Accept'])
  expect(options('header-values-x-often')).toEqual(['b', 'a'])
})

it('JSON is given lines without its numbers being rounded, and what is no JSON is told by its line', async () => {
  expect(indentedJson('{"a":12345678901234567890,"b":[],"c":{"d":[1,"x,{ \\" y"]}}')).toBe(
    '{\n  "a": 12345678901234567890,\n  "b": [],\n  "c": {\n    "d": [\n      1,\n      "x,{ \\" y"\n    ]\n  }\n}',
  )
  for (const good of ['1', ' {"a" : [ true , null ] } ', '[[],{}]', '"\\u00e9\\n"'])
    expect(jsonStopsAt(good)).toBeUndefined()
  for (const [bad, line] of [
    ['', 1],
    ['{\n"a": 1,\n}', 3],
    ['[1,\n2', 2],
    ['{"a"\n1}', 2],
    ['[1]\n2', 2],
    ['[01]', 1],
  ] as const)
    expect([bad, lineOf(bad, jsonStopsAt(bad) ?? -1)]).toEqual([bad, line])

  await openOptions(fakeClient(), '#/rules/new/Response')
  fill('Response body', '{"a":1}')
  await waitFor(() => expect(screen.getByText<HTMLButtonElement>('Format').disabled).toBe(false))
  press('Format')
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Response body').value).toBe('{\n  "a": 1\n}'))
  fill('Response body', '[\n1,\n}')
  press('Format')
  await waitFor(() => expect(screen.getByText('This is not JSON: line 3 cannot be read.')).toBeTruthy())
  fireEvent.input(screen.getByLabelText('Response body'), {target: {value: '[]'}})
  await waitFor(() => expect(screen.queryByText(/This is not JSON/)).toBeNull())
})
