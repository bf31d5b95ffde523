// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import {findJsonError, getLineAndColumn} from '../../../src/import-export/text/json-error'
import {indentJson} from '../../../src/ui/components/fields/code/json-text'
import {createDrafts} from '../../../src/ui/options/editor/drafts/drafts'
import {createLibraryState} from '../../../src/ui/state/library'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {createFakeStoredValues} from './fake-browser-adapter'
import {closePage, fill, openOptions, press} from './page'

afterEach(closePage)

const day = 86_400_000
const record = (at: number) => ({version: 1, at, text: 'not looked at'})

it('a draft that does not fit into storage says so and stays in the form', async () => {
  const storedValues = {...createFakeStoredValues(), write: () => Promise.reject(new Error('quota'))}
  await openOptions(fakeClient({rules: [aView(aRule('Cancel', {id: 'c'}))]}), '#/rules/c', {storedValues})
  const toast = () => screen.queryByText(/^Not done. Your draft is not stored/)
  fill('Source value', 'one')
  await waitFor(() => expect(toast()).not.toBeNull())
  fill('Source value', 'two')
  await new Promise(later => setTimeout(later, 400))
  expect(screen.getByLabelText<HTMLInputElement>('Source value').value).toBe('two')
})

it('an older draft of another new rule is offered and stays when the form is left', async () => {
  const storedValues = createFakeStoredValues()
  const client = fakeClient({rules: []})
  const library = createLibraryState(client)
  const otherPage = createDrafts({storedValues, library, client})
  await otherPage.whenReady
  const session = otherPage.openNew('Cancel', {host: '', address: '', template: '', draft: ''})
  session.draft.set({description: 'from there'})
  session.flush()
  session.close()
  otherPage.stop()
  library.stop()
  sessionStorage.clear()
  await openOptions(client, '#/rules/new/Cancel', {storedValues})
  press(/^Continue the draft from/)
  expect(screen.getByLabelText<HTMLInputElement>('Description').value).toBe('from there')
  expect(screen.queryByRole('button', {name: /^Continue the draft from/})).toBeNull()
  location.hash = '#/groups'
  await waitFor(() => expect(screen.getByRole('heading', {level: 1}).textContent).toBe('Groups'))
  expect([...storedValues.all.keys()]).toEqual([`draft:${session.key()}`])
})

it('an unfinished new rule is marked in the “New rule” menu', async () => {
  await openOptions(fakeClient({rules: [aView(aRule('Cancel', {id: 'c'}))]}), '#/rules/new/Delay')
  fill('Source value', 'shop.test')
  await waitFor(() => expect(document.querySelector('.save-state')?.textContent).toBe('Unsaved changes'))
  location.hash = '#/rules'
  const button = await screen.findByRole('button', {name: 'New rule'})
  await waitFor(() => expect(button.querySelector('.draft-dot')).not.toBeNull())
  expect(button.getAttribute('aria-description')).toBe('Unsaved changes')
  press('New rule')
  const items = await screen.findAllByRole('menuitem')
  const marked = items.filter(
    each => each.querySelector<HTMLElement>('.menu-hint')?.dataset['hint'] === 'Unsaved changes',
  )
  expect(marked.map(each => [each.getAttribute('aria-label'), each.getAttribute('aria-description')])).toEqual([
    ['Delay', 'Unsaved changes'],
  ])
})

it('old drafts and drafts of purged rules are deleted; those in trash stay', async () => {
  const client = fakeClient({rules: [aView(aRule('Cancel', {id: 'here'})), aView(aRule('Cancel', {id: 'trashed'}))]})
  await client.ask('rules.delete', {ids: ['trashed']})
  const library = createLibraryState(client)
  await waitFor(() => expect(library.isComplete.value).toBe(true))
  const now = Date.now()
  const storedValues = createFakeStoredValues({
    'draft:here': record(now),
    'draft:trashed': record(now),
    'draft:purged': record(now),
    'draft:new/Cancel': record(now),
    'draft:new/Delay': record(now - 31 * day),
    'test:here': {},
    'test:trashed': {},
    'test:purged': {},
    'test:purged#pairs[0].value': {},
    'test:new/Cancel#pairs[0].value': {},
    'test:new/Delay#pairs[0].value': {},
    other: 1,
  })
  const drafts = createDrafts({storedValues, library, client})
  await drafts.whenReady
  await drafts.removeStale()
  expect([...storedValues.all.keys()]).toEqual([
    'draft:here',
    'draft:trashed',
    'draft:new/Cancel',
    'test:here',
    'test:trashed',
    'test:new/Cancel#pairs[0].value',
    'other',
  ])
  drafts.stop()
  library.stop()
})

it('unsaved changes stay stored if another page saves its draft of the rule', async () => {
  const rule = aRule('Cancel', {id: 'c'})
  const client = fakeClient({rules: [aView(rule)]})
  const library = createLibraryState(client)
  const storedValues = createFakeStoredValues()
  const open = async (description: string) => {
    const drafts = createDrafts({storedValues, library, client})
    await drafts.whenReady
    const session = drafts.open('c', rule)
    session.draft.set({description})
    session.flush()
    return {drafts, session}
  }
  const [first, second] = [await open('one'), await open('two')]
  first.session.draft.load(rule)
  first.session.storeNow()
  await waitFor(() => expect(JSON.stringify(storedValues.all.get('draft:c'))).toContain('two'))
  for (const {drafts, session} of [first, second]) {
    session.close()
    drafts.stop()
  }
  library.stop()
})

it('a second draft of a rule, which earlier versions stored, becomes its draft', async () => {
  const client = fakeClient({rules: [aView(aRule('Cancel', {id: 'c'}))]})
  const library = createLibraryState(client)
  const storedValues = createFakeStoredValues({'draft:also/1f/c': record(1)})
  const drafts = createDrafts({storedValues, library, client})
  await drafts.whenReady
  expect([...storedValues.all]).toEqual([['draft:c', record(1)]])
  drafts.stop()
  library.stop()
})

it('a switch on another page is no change of the form', async () => {
  const rule = aRule('Cancel', {id: 'c'})
  const client = fakeClient({rules: [aView(rule)]})
  await openOptions(client, '#/rules/c')
  fill('Source value', 'mine')
  client.set({rules: [aView({...rule, status: 'Inactive'})]})
  await waitFor(() => expect(screen.getByRole('switch', {name: rule.name}).getAttribute('aria-checked')).toBe('false'))
  expect(screen.queryByText('Changed elsewhere')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Source value').value).toBe('mine')
})

it('a regex that Chrome rejects can be rewritten as an equivalent wildcard', async () => {
  const source = {key: 'url', operator: 'Matches', value: '^https://shop\\.test/v1/.*'} as const
  const rule = aRule('Cancel', {id: 'c', pairs: [{source}]})
  const problems = [
    {code: 'regex-refused', pair: 0, field: 'source.value', params: {reason: 'memoryLimitExceeded'}},
  ] as const
  await openOptions(fakeClient({rules: [aView(rule, {problems})]}), '#/rules/c')
  press('Rewrite as wildcard')
  await waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Source value').value).toBe('https://shop.test/v1/*'),
  )
  expect(screen.getByLabelText<HTMLSelectElement>('Source operator').value).toBe('Wildcard_Matches')
})

it('a rejected search regex of a Replace is not rewritten as a wildcard', async () => {
  const source = {key: 'url', operator: 'Matches', value: '^https://shop\\.test/v1/.*'} as const
  const rule = aRule('Replace', {id: 'r', pairs: [{source, from: '/(?=v1)/', to: 'x'}]})
  const problems = [{code: 'regex-refused', pair: 0, field: 'from', params: {reason: 'syntaxError'}}] as const
  await openOptions(fakeClient({rules: [aView(rule, {problems})]}), '#/rules/r')
  await waitFor(() => expect(screen.getAllByText(/can’t use this pattern/).length).toBeGreaterThan(0))
  expect(screen.queryByText('Rewrite as wildcard')).toBeNull()
})

it("header names of one's own rules come first, with their values", async () => {
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

it('header names of rules that load after the form are suggested', async () => {
  const rules = Array.from({length: 300}, (_, at) =>
    aView(
      aRule('Headers', {
        pairs: [
          {
            source: {key: 'host', operator: 'Equals', value: 'a.test'},
            modifications: [{header: at < 299 ? 'X-Often' : 'X-Last', type: 'Modify', value: '1'}],
          },
        ],
      }),
    ),
  )
  const client = fakeClient({rules})
  let answer: () => void = () => undefined
  const held = new Promise<void>(done => {
    answer = done
  })
  let reads = 0
  const slow: typeof client = {
    ...client,
    async ask(name, body) {
      if (name === 'library.read' && ++reads === 2) await held
      return client.ask(name, body)
    },
  }
  await openOptions(slow, '#/rules/new/Headers')
  const offered = (name: string) => document.querySelector(`#header-names > option[value="${name}"]`)
  await waitFor(() => expect(offered('X-Often')).not.toBeNull())
  answer()
  await waitFor(() => expect(offered('X-Last')).not.toBeNull())
})

it('JSON is indented without rounding numbers, and an error names its line', async () => {
  expect(indentJson('{"a":12345678901234567890,"b":[],"c":{"d":[1,"x,{ \\" y"]}}')).toBe(
    '{\n  "a": 12345678901234567890,\n  "b": [],\n  "c": {\n    "d": [\n      1,\n      "x,{ \\" y"\n    ]\n  }\n}',
  )
  for (const good of ['1', ' {"a" : [ true , null ] } ', '[[],{}]', '"\\u00e9\\n"'])
    expect(findJsonError(good)).toBeUndefined()
  for (const [bad, line] of [
    ['', 1],
    ['{\n"a": 1,\n}', 3],
    ['[1,\n2', 2],
    ['{"a"\n1}', 2],
    ['[1]\n2', 2],
    ['[01]', 1],
  ] as const)
    expect([bad, getLineAndColumn(bad, findJsonError(bad) ?? -1).line]).toEqual([bad, line])
  // An image as it appears in some bodies.
  const long = `["${'x'.repeat(10_000_000)}"]`
  expect(findJsonError(long)).toBeUndefined()
  expect(indentJson(long)).toHaveLength(long.length + 4)

  await openOptions(fakeClient(), '#/rules/new/Response')
  fill('Response body', '{"a":1}')
  await waitFor(() => expect(screen.getByText<HTMLButtonElement>('Format').disabled).toBe(false))
  press('Format')
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Response body').value).toBe('{\n  "a": 1\n}'))
  fill('Response body', '[\n1,\n}')
  press('Format')
  await waitFor(() => expect(screen.getByText('This is not valid JSON: error in line 3.')).toBeTruthy())
  fireEvent.input(screen.getByLabelText('Response body'), {target: {value: '[]'}})
  await waitFor(() => expect(screen.queryByText(/This is not valid JSON/)).toBeNull())
})
