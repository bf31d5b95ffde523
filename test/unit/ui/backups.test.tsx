// @vitest-environment happy-dom
import {screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
import '../../../src/ui/options/import/export-rules'
import {readAllRules} from '../../../src/import-export/import-rules'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {aTeam} from './fake-team'
import {closePage, openOptions, press} from './page'

afterEach(closePage)

const ruleNamed = (name: string) => aView(aRule('Cancel', {id: `Cancel_${name}`, name}))
async function open(client = fakeClient({rules: [ruleNamed('a'), ruleNamed('b')], groups: [aGroup('Shop')]})) {
  await openOptions(client, '#/settings')
  await waitFor(() => screen.getByRole('button', {name: 'Back up now'}))
  return client
}
const namesIn = (client: ReturnType<typeof fakeClient>) => client.view().rules.map(({rule}) => rule?.name)
const toast = () => document.querySelector('.toasts')?.textContent ?? ''
/** The text of the file that the page downloads. */
async function downloaded(): Promise<string> {
  const file = await new Promise<Blob>(done => {
    vi.spyOn(URL, 'createObjectURL').mockImplementation(given => {
      done(given as Blob)
      return 'blob:it'
    })
  })
  return file.text()
}

describe('backups in Settings', () => {
  it('are made on request and listed with their content', async () => {
    const client = await open()
    press('Back up now')
    await waitFor(() => screen.getByText('2 rules, 1 group · manual'))
    expect(toast()).toContain('Backed up')
    press('Back up now')
    await waitFor(() => expect(toast()).toContain('Nothing has changed since the last backup'))
    expect(client.bodies('backup.make')).toHaveLength(2)
  })

  it('are restored in one step that one Undo reverts', async () => {
    const client = await open()
    press('Back up now')
    await waitFor(() => screen.getByText(/manual/))
    client.set({rules: [ruleNamed('c')]})
    press(/^Restore the backup from today/)
    await waitFor(() => expect(namesIn(client)).toEqual(['a', 'b']))
    await waitFor(() => screen.getByText('1 rule, 1 group · before a restore'))
    press(/^Undo/)
    await waitFor(() => expect(namesIn(client)).toEqual(['c']))
    expect(client.bodies('backup.restore').map(({undo}) => undo)).toEqual([false, true])
  })

  it('show an error instead of an empty list if they could not be read', async () => {
    const client = fakeClient({rules: [ruleNamed('a')]})
    await client.ask('backup.make', {})
    client.refuse('backup.list')
    await open(client)
    await waitFor(() => screen.getByText('Backups could not be loaded'))
    expect(screen.getByText('The store is full.')).toBeTruthy()
    press('Try again')
    await waitFor(() => screen.getByText(/manual/))
    expect(screen.queryByText('Backups could not be loaded')).toBeNull()
  })

  it('show errors of the daily backup and of “Back up now”', async () => {
    const client = fakeClient({rules: [ruleNamed('a')]})
    client.failBackup('There is not enough room on this device to store this.')
    await open(client)
    const title = await screen.findByText('The last daily backup failed')
    expect(title.closest('[role=alert]')?.textContent).toContain('There is not enough room on this device')
    client.refuse('backup.make')
    press('Back up now')
    await waitFor(() => expect(toast()).toContain('Not done. The store is full.'))
  })

  it('can be downloaded as a file that Import reads', async () => {
    await open()
    press('Back up now')
    await waitFor(() => screen.getByText(/manual/))
    const file = downloaded()
    press(/^Download the backup from today/)
    const {format, records, groups} = readAllRules(await file)
    expect([format, records.map(({name}) => name), groups.length]).toEqual(['Switchyard', ['a', 'b'], 1])
  })

  it('contain no team rules, and neither does a download of the current rules', async () => {
    const rules = [ruleNamed('mine'), {...ruleNamed('theirs'), isTeam: true}]
    await open(fakeClient({rules, groups: [aGroup('Shop'), aGroup('Team')], teamGroups: [aGroup('Team').id]}, aTeam()))
    screen.getByText('1 rule, 1 group')
    const file = downloaded()
    press('Download the current rules')
    const {records, groups} = readAllRules(await file)
    expect([records.map(({name}) => name), groups.map(({record}) => record.name)]).toEqual([['mine'], ['Shop']])
  })

  it('are listed five at first', async () => {
    const client = fakeClient()
    await open(client)
    for (let n = 0; n < 7; n++) {
      client.set({rules: [ruleNamed(`${n}`)]})
      press('Back up now')
      await waitFor(() => expect(client.bodies('backup.make')).toHaveLength(n + 1))
    }
    await waitFor(() => press('Show all 7'))
    await waitFor(() => expect(screen.getAllByText(/manual/)).toHaveLength(7))
    press('Show the last 5')
    await waitFor(() => expect(screen.getAllByText(/manual/)).toHaveLength(5))
  })
})
