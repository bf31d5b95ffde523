// @vitest-environment happy-dom
import {importNoteTexts} from '../../../src/locales/import-notes'
import {screen, waitFor, within} from '@testing-library/preact'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {writeSwitchyard} from '../../../src/import-export/formats/switchyard'
import '../../../src/ui/options/import/import-page'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, openOptions, press} from './page'
import {ReadingWorker} from './reading-worker'

beforeEach(() => vi.stubGlobal('Worker', ReadingWorker))
afterEach(closePage)

const groups = [aGroup('Empty', {id: 'Group_1', status: 'Inactive'}), aGroup('Here', {id: 'Group_2'})]

it('groups without rules are imported once, and their problems are shown', async () => {
  const client = fakeClient({groups: [aGroup('Here', {id: 'Group_9'})]})
  await openOptions(client, '#/import')
  const text = writeSwitchyard({rules: [], groups: [...groups, {id: 'Group_3', name: '', objectType: 'group'}]})
  fill('Or paste', text)
  press('Preview')
  await waitFor(() => expect(screen.getByText(/^Group: /)).toBeTruthy())
  press('Add 2 groups')
  await waitFor(() => expect(screen.getByText('2 groups added')).toBeTruthy())
  expect(client.view().groups.map(({name, status}) => [name, status])).toEqual([
    ['Here', 'Active'],
    ['Empty', 'Inactive'],
    ['Group', 'Active'],
  ])
  press('Undo')
  await waitFor(() => expect(client.view().groups.map(({name}) => name)).toEqual(['Here']))
})

it('reading can be stopped while the existing rules still load', async () => {
  // More rules than the first part contains.
  const rules = Array.from({length: 300}, (_, at) => aView(aRule('Cancel', {id: `Cancel_${at}`, name: `no ${at}`})))
  const client = fakeClient({rules})
  let letGo = () => {}
  const held = new Promise<void>(done => {
    letGo = done
  })
  let parts = 0
  const slow: typeof client = {
    ...client,
    async ask(name, body) {
      if (name === 'library.read' && parts++ > 0) await held
      return client.ask(name, body)
    },
  }
  await openOptions(slow, '#/import')
  fill('Or paste', writeSwitchyard({rules: [], groups: [aGroup('Empty')]}))
  press('Preview')
  await waitFor(() => press('Stop'))
  await waitFor(() => expect(screen.getByText('Stopped. Nothing was added.').getAttribute('role')).toBe('status'))
  expect(document.activeElement).toBe(screen.getByRole('heading', {level: 1}))
  letGo()
  await waitFor(() => expect(parts).toBeGreaterThan(1))
  await new Promise(done => setTimeout(done, 100))
  expect(screen.queryByRole('button', {name: 'Add 1 group'})).toBe(null)
  expect(screen.getByLabelText('Or paste')).toBeTruthy()
})

it('adding cannot be cancelled and does not navigate away from another page', async () => {
  const client = fakeClient({})
  let letGo = () => {}
  const held = new Promise<void>(done => {
    letGo = done
  })
  const slow: typeof client = {
    ...client,
    async ask(name, body) {
      if (name === 'records.add') await held
      return client.ask(name, body)
    },
  }
  await openOptions(slow, '#/import')
  fill('Or paste', writeSwitchyard({rules: [aRule('Cancel', {name: 'One'})], groups: []}))
  press('Preview')
  await waitFor(() => press('Add 1 rule'))
  const cancel = screen.getByRole('button', {name: 'Cancel'})
  await waitFor(() => expect(cancel.getAttribute('aria-disabled')).toBe('true'))
  cancel.click()
  expect(cancel.isConnected).toBe(true)
  location.hash = '#/groups'
  await waitFor(() => expect(screen.getByRole('heading', {level: 1, name: 'Groups'})).toBeTruthy())
  letGo()
  await waitFor(() => expect(screen.getByText('1 rule added')).toBeTruthy())
  expect(location.hash).toBe('#/groups')
})

it('a rule that arrives off says why, in its row and in its details', async () => {
  await openOptions(fakeClient({}), '#/import')
  const request = {method: 'GET', url: 'https://shop.test/main.js', headers: []}
  const content = {mimeType: 'text/javascript', text: "import './cart.js'"}
  const response = {status: 200, statusText: 'OK', headers: [], content}
  fill('Or paste', JSON.stringify({log: {entries: [{_resourceType: 'script', request, response}]}}))
  press('Preview')
  const said = `${importNoteTexts('moduleHasNoAddress')} It starts switched off.`
  await waitFor(() => expect(screen.getByTitle(said).textContent).toBe(said))
  press('Show GET /main.js')
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(`response.content.text: ${said}`)).toBeTruthy()
})
