// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import '../../../src/ui/options/import/import-page'
import {fakeClient} from './fake-client'
import {closePage, fill, openOptions, press} from './page'
import {ReadingWorker} from './reading-worker'

beforeEach(() => vi.stubGlobal('Worker', ReadingWorker))
afterEach(closePage)

/** Three ModHeader profiles: one filter that no rule supports, one invalid header name. */
const profiles = JSON.stringify([
  {
    version: 2,
    title: 'Staging',
    headers: [{enabled: true, name: 'X-Env', value: 'staging'}],
    urlFilters: [{enabled: true, urlRegex: '.*://shop\\.test.*'}],
  },
  {
    version: 2,
    title: 'Only in window 3',
    headers: [{enabled: true, name: 'X-Window', value: '3'}],
    windowFilters: [{enabled: true, windowId: 3}],
  },
  {version: 2, title: 'Broken', headers: [{enabled: true, name: 'not a name', value: '1'}]},
])

const open = async (client = fakeClient()) => {
  await openOptions(client, '#/import')
  return client
}
const chooseFile = (name: string, text: string) =>
  fireEvent.change(screen.getByLabelText('Import file'), {
    target: {files: [new File([text], name, {type: 'application/json'})]},
  })
const rows = async () => within(await screen.findByRole('grid', {name: 'Rules in the file'})).getAllByRole('row')
const pills = () => [...document.querySelectorAll('.pill')].map(each => each.textContent)
const namesIn = (client: ReturnType<typeof fakeClient>) => client.view().rules.map(({rule}) => rule?.name)

it('a file can be dropped anywhere on the page', async () => {
  await open()
  const dataTransfer = new DataTransfer()
  for (const name of ['one.json', 'two.json']) dataTransfer.items.add(new File([profiles], name))
  const drop = Object.assign(new Event('drop', {bubbles: true, cancelable: true}), {dataTransfer})
  expect(screen.getByRole('heading', {level: 1}).dispatchEvent(drop)).toBe(false)
  expect(await screen.findByRole('heading', {name: 'one.json'})).toBeTruthy()
  expect(screen.getByText('One file at a time: reading “one.json”')).toBeTruthy()
})

it('pasted text is imported wherever the focus is', async () => {
  await open()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', profiles)
  const paste = Object.assign(new Event('paste', {bubbles: true, cancelable: true}), {clipboardData})
  screen.getByRole('heading', {level: 1}).dispatchEvent(paste)
  expect(await rows()).toHaveLength(3)
})

it('an import is previewed, added in one step and undone in one step', async () => {
  const client = await open()
  chooseFile('profiles.json', profiles)
  const heading = await screen.findByRole('heading', {name: 'profiles.json'})
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(await rows()).toHaveLength(3)
  await waitFor(() => expect(pills()).toEqual(['Complete', 'Changed', 'Refused']))
  // Nothing is stored before it is asked for.
  expect(namesIn(client)).toEqual([])
  fireEvent.click(screen.getByRole('checkbox', {name: 'Add Only in window 3'}))
  press('Add 1 rule')
  await screen.findByText('1 rule added')
  const [group] = client.view().groups
  expect(group?.name).toBe('Staging')
  expect(client.view().rules.map(({rule}) => [rule?.name, rule?.groupId])).toEqual([['Staging', group?.id]])
  press('Undo')
  await waitFor(() => expect(client.view()).toMatchObject({rules: [], groups: [], trashed: 0}))
})

it('an import works with the keyboard alone', async () => {
  const client = await open()
  fill('Or paste', profiles)
  press('Preview')
  const heading = await screen.findByRole('heading', {name: 'Pasted text'})
  await waitFor(() => expect(document.activeElement).toBe(heading))
  const [first, second] = await rows()
  first?.focus()
  const key = (given: string) => fireEvent.keyDown(document.activeElement ?? document.body, {key: given})
  key('ArrowDown')
  expect(document.activeElement).toBe(second)
  key(' ')
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', {name: 'Add Only in window 3'})
  await waitFor(() => expect(box().checked).toBe(false))
  key('Enter')
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('X-Window')
  // The browser sends this event when Escape is pressed.
  fireEvent(dialog, new Event('cancel', {cancelable: true}))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(second)
  press('Add 1 rule')
  await waitFor(() => expect(namesIn(client)).toEqual(['Staging']))
})

it('an unknown file shows an error and adds nothing', async () => {
  const client = await open()
  const alert = () => document.querySelector('.import [role=alert]')?.textContent
  chooseFile('odd.json', '{"rules": [1,')
  await waitFor(() => expect(alert()).toContain('line 1'))
  chooseFile('other.json', '{"colours": ["green"]}')
  await waitFor(() => expect(alert()).toContain('colours'))
  expect(namesIn(client)).toEqual([])
})
