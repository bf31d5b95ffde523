// @vitest-environment happy-dom
import {screen, waitFor} from '@testing-library/preact'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {writeSwitchyard} from '../../../src/interchange/formats/switchyard'
import '../../../src/ui/options/import/import-page'
import {aGroup} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, openOptions, press} from './page'
import {ReadingWorker} from './reading-worker'

beforeEach(() => vi.stubGlobal('Worker', ReadingWorker))
afterEach(closePage)

const groups = [aGroup('Empty', {id: 'Group_1', status: 'Inactive'}), aGroup('Here', {id: 'Group_2'})]

it('brings groups without rules along, once, and says what was wrong with a group', async () => {
  const client = fakeClient({groups: [aGroup('Here', {id: 'Group_9'})]})
  await openOptions(client, '#/import')
  const text = writeSwitchyard({rules: [], groups: [...groups, {id: 'Group_3', name: '', objectType: 'group'}]})
  fill('Or paste', text)
  press('Look at it')
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
