import {verbatim} from '../../../src/model/faults'
// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {aConflict, aFailure, aTeam} from './fake-team'
import {choose, closePage, fill, openOptions, openPopup, press} from './page'

afterEach(closePage)

const shop = aGroup('Shop')
const shared = aGroup('Shared')
const mine = aView(aRule('Cancel', {id: 'm', name: 'Mine', groupId: shop.id}))
const loose = aView(aRule('Cancel', {id: 'l', name: 'Loose'}), {isTeam: true})
const theirs = aView(aRule('Cancel', {id: 't', name: 'Theirs', groupId: shared.id}), {isTeam: true})
const start = {groups: [shop, shared], teamGroups: [shared.id], rules: [mine, theirs, loose]}
const rowOf = (name: string) => screen.getByRole('switch', {name}).closest('[role=row]') as HTMLElement
const segment = (name: string) => screen.getByRole('radio', {name})

describe('the rules list with an account', () => {
  it('has segments with counts and filters by side', async () => {
    const client = fakeClient(start, aTeam())
    await openOptions(client, '#/rules')
    expect(screen.getAllByRole('radio').map(each => each.closest('label')?.textContent)).toEqual([
      'All 3',
      'This device 1',
      'Team 2',
    ])
    fireEvent.click(segment('This device 1'))
    await waitFor(() => expect(screen.queryByRole('switch', {name: 'Theirs'})).toBeNull())
    fireEvent.click(segment('Team 2'))
    await waitFor(() => expect(screen.queryByRole('switch', {name: 'Mine'})).toBeNull())
    client.setTeam(null)
    await waitFor(() => expect(screen.queryByRole('radio')).toBeNull())
  })

  it.each(['This device 1', 'Team 2'])('has no sides any more once the account has ended: %s', async side => {
    const client = fakeClient(start, aTeam())
    await openOptions(client, '#/rules')
    fireEvent.click(segment(side))
    location.hash = '#/account'
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
    client.set({rules: start.rules.map(view => ({...view, isTeam: false})), teamGroups: []})
    client.setTeam(null)
    location.hash = '#/rules'
    await screen.findByRole('switch', {name: 'Mine'})
    fireEvent.click(await screen.findByRole('button', {name: 'More for Theirs'}))
    expect(screen.getByRole('menuitem', {name: 'Move up'}).getAttribute('aria-disabled')).toBeNull()
  })

  it('marks team rules once, at the group or else at the rule', async () => {
    await openOptions(fakeClient(start, aTeam()), '#/rules')
    expect(within(rowOf('Loose')).getByText('Team')).toBeTruthy()
    expect(within(rowOf('Theirs')).queryByText('Team')).toBeNull()
    expect(within(rowOf('Group Shared')).getByText('Team')).toBeTruthy()
    expect(within(rowOf('Group Shop')).queryByText('Team')).toBeNull()
    fireEvent.click(segment('Team 2'))
    await waitFor(() => expect(within(rowOf('Loose')).queryByText('Team')).toBeNull())
  })

  it('copies the selection to the other side, off and without its group', async () => {
    const client = fakeClient(start, aTeam())
    await openOptions(client, '#/rules')
    for (const name of ['Mine', 'Theirs']) fireEvent.click(screen.getByRole('link', {name}), {ctrlKey: true})
    press('Copy to Team')
    await waitFor(() => screen.getByText('“Mine” copied to Team. The copy is switched off.'))
    const copies = client.view().rules.filter(({id}) => !['m', 't', 'l'].includes(id))
    expect(copies.map(({isTeam, rule}) => [isTeam, rule?.name, rule?.status, rule?.groupId])).toEqual([
      [true, 'Mine', 'Inactive', ''],
    ])
    press(/^Undo/)
    await waitFor(() => expect(client.view().rules).toHaveLength(3))
    expect(client.view().trashed).toBe(0)
  })

  it.each([
    ['sent to the team disappears on Undo', {}, 0],
    ['that was edited meanwhile goes to the trash on Undo', {description: 'Why'}, 1],
  ])('a copy %s', async (_name, changes, trashed) => {
    const client = fakeClient(start, aTeam())
    await openOptions(client, '#/rules')
    fireEvent.click(screen.getByRole('link', {name: 'Mine'}), {ctrlKey: true})
    press('Copy to Team')
    await waitFor(() => screen.getByText('“Mine” copied to Team. The copy is switched off.'))
    const rules = client
      .view()
      .rules.map(view =>
        view.rule && !['m', 't', 'l'].includes(view.id)
          ? {...view, rule: {...view.rule, modificationDate: Date.now() + 5000, ...changes}}
          : view,
      )
    const arrived = aView(aRule('Cancel', {name: 'Arrived'}), {isTeam: true})
    client.set({rules: [...rules, arrived]})
    await screen.findByRole('link', {name: 'Arrived'})
    press(/^Undo/)
    await waitFor(() => expect(client.view().rules).toHaveLength(4))
    expect(client.view().trashed).toBe(trashed)
  })

  it('copies all rules or none', async () => {
    const client = fakeClient(start, aTeam())
    await openOptions(client, '#/rules')
    for (const name of ['Loose', 'Theirs']) fireEvent.click(screen.getByRole('link', {name}), {ctrlKey: true})
    const {ask} = client
    let made = 0
    const failing: typeof ask = (name, body) =>
      name === 'rule.create' && ++made === 2 ? Promise.reject(new Error('Full.')) : ask(name, body)
    Object.assign(client, {ask: failing})
    press('Copy to this device')
    await waitFor(() => screen.getByText('Not done. Full.'))
    expect(client.view().rules).toHaveLength(3)
  })

  it('duplicates a rule on its own side and offers the groups of that side', async () => {
    const client = fakeClient(start, aTeam())
    await openOptions(client, '#/rules')
    fireEvent.click(await screen.findByRole('button', {name: 'More for Theirs'}))
    fireEvent.click(screen.getByRole('menuitem', {name: 'Duplicate'}))
    await waitFor(() => expect(client.bodies('rule.create').map(({team}) => team)).toEqual([true]))
    fireEvent.click(screen.getByRole('link', {name: 'Theirs'}), {ctrlKey: true})
    press('Move to group')
    expect(screen.getAllByRole('menuitem').map(each => each.textContent)).toEqual(['Shared', 'No group', 'New group'])
  })

  it('offers the copy in the menu of a row, but not without an account', async () => {
    const client = fakeClient(start, aTeam())
    await openOptions(client, '#/rules')
    fireEvent.click(await screen.findByRole('button', {name: 'More for Theirs'}))
    fireEvent.click(screen.getByRole('menuitem', {name: 'Copy to this device'}))
    await waitFor(() => screen.getByText('“Theirs” copied to this device. The copy is switched off.'))
    await openOptions(fakeClient(start), '#/rules')
    fireEvent.click(await screen.findByRole('button', {name: 'More for Theirs'}))
    expect(screen.queryByRole('menuitem', {name: /^Copy to/})).toBeNull()
  })
})

describe('the “Kept in” field', () => {
  const type = () => {
    fill('Name', 'Block it')
    fill('Source value', 'shop.test')
  }

  it("makes a new rule a team rule and offers the team's groups", async () => {
    const client = fakeClient(start, aTeam())
    await openOptions(client, '#/rules/new/Cancel')
    type()
    choose('Group', 'Shop')
    choose('Kept in', 'Team')
    const group = screen.getByRole<HTMLSelectElement>('combobox', {name: 'Group'})
    await waitFor(() => expect([...group.options].map(each => each.textContent)).toEqual(['No group', 'Shared']))
    expect(group.value).toBe('')
    press(/^Save/)
    await waitFor(() => expect(client.bodies('rule.create').map(({team}) => team)).toEqual([true]))
    await waitFor(() => screen.getByRole('button', {name: 'Copy to this device'}))
    expect(screen.queryByRole('combobox', {name: 'Kept in'})).toBeNull()
  })

  it('is stored with the draft', async () => {
    await openOptions(fakeClient(start, aTeam()), '#/rules/new/Cancel')
    type()
    choose('Kept in', 'Team')
    location.hash = '#/rules'
    await waitFor(() => screen.getByRole('grid'))
    location.hash = '#/rules/new/Cancel'
    const select = await screen.findByRole<HTMLSelectElement>('combobox', {name: 'Kept in'})
    expect(select.value).toBe('team')
    press('Discard')
    await waitFor(() => screen.getByRole('grid'))
    location.hash = '#/rules/new/Cancel'
    expect((await screen.findByRole<HTMLSelectElement>('combobox', {name: 'Kept in'})).value).toBe('device')
  })

  it('is text for a saved rule, with a button to copy it', async () => {
    const client = fakeClient(start, aTeam())
    await openOptions(client, '#/rules/m')
    press('Copy to Team')
    await waitFor(() => screen.getByText('“Mine” copied to Team. The copy is switched off.'))
    expect(client.bodies('rule.create').map(({team}) => team)).toEqual([true])
  })

  it('disappears if the account ends while the form is open', async () => {
    const client = fakeClient(start, aTeam())
    await openOptions(client, '#/rules/l')
    await screen.findByText('Kept in')
    client.set({rules: start.rules.map(view => ({...view, isTeam: false})), teamGroups: []})
    client.setTeam(null)
    await waitFor(() => expect(screen.queryByText('Kept in')).toBeNull())
    const group = screen.getByRole<HTMLSelectElement>('combobox', {name: 'Group'})
    expect([...group.options].map(each => each.textContent)).toEqual(['No group', 'Shop', 'Shared'])
  })

  it('is absent without an account', async () => {
    await openOptions(fakeClient(start), '#/rules/new/Cancel')
    expect(screen.queryByText('Kept in')).toBeNull()
  })
})

describe('team support on other pages', () => {
  it('marks the groups of the team', async () => {
    await openOptions(fakeClient(start, aTeam()), '#/groups')
    expect(within(screen.getByRole('row', {name: 'Shared, 1 rule, on, team'})).getByText('Team')).toBeTruthy()
    expect(within(screen.getByRole('row', {name: 'Shop, 1 rule, on'})).queryByText('Team')).toBeNull()
  })

  it('opens the account with g and c', async () => {
    await openOptions(fakeClient(start, aTeam()), '#/groups')
    fireEvent.keyDown(document.body, {key: 'g'})
    fireEvent.keyDown(document.body, {key: 'c'})
    expect(await screen.findByRole('heading', {level: 1, name: 'Account'})).toBeTruthy()
  })

  it('syncs as often as chosen in Settings', async () => {
    const client = fakeClient(start, aTeam())
    await openOptions(client, '#/settings')
    choose('Sync every', '15 min')
    await waitFor(() => expect(client.bodies('team.every')).toEqual([{minutes: 15}]))
    client.setTeam(null)
    await waitFor(() => expect(screen.queryByRole('combobox', {name: 'Sync every'})).toBeNull())
  })

  it('links the account in the first run', async () => {
    await openOptions(fakeClient(), '#/rules')
    expect(screen.getByRole('link', {name: 'Connect a team account'}).getAttribute('href')).toBe('#/account')
    const popup = await openPopup(fakeClient())
    fireEvent.click(await screen.findByRole('button', {name: /^Connect a team account/}))
    expect(popup.opened).toEqual(['#/account'])
  })
})

describe('the sync line of the popup', () => {
  const old = {at: Date.now() - 61_000, rules: 104}
  const lineOf = () => document.querySelector('.popup-foot .where-kept')
  const entry = {kind: 'rule', id: 'a', name: 'A', ruleType: 'Cancel'} as const
  const parked = {...entry, status: 400, message: verbatim('No.')}
  const waiting = [{...entry, what: 'update'} as const, {...entry, id: 'b', what: 'update'} as const]
  // Opening the popup repeats an older sync.
  const synced = {at: Date.now(), rules: 104}
  const clock = new Date(synced.at).toTimeString().slice(0, 5)

  it.each([
    ['On this device only', null],
    ['Syncing 750 of 10,000', aTeam({isSyncing: true, progress: {come: 750, total: 10_000}})],
    [`Synced 104 rules · ${clock}`, aTeam({synced})],
    ['Offline · 2 changes wait', aTeam({failure: aFailure('unreachable'), waiting})],
    ['Not synced: no response', aTeam({failure: aFailure('timeout')})],
    ['2 conflicts', aTeam({conflicts: [aConflict(), aConflict({id: 'b'})]})],
    ['1 change could not be sent', aTeam({rejected: [parked]})],
    ['API key rejected · enter a new one', aTeam({failure: aFailure('key'), conflicts: [aConflict()]})],
  ])('says “%s”', async (text, team) => {
    const popup = await openPopup(fakeClient(start, team))
    await waitFor(() => expect(lineOf()?.textContent).toBe(text))
    fireEvent.click(lineOf() as Element)
    expect(popup.opened).toEqual(['#/account'])
  })

  it('requests a sync if the last one is in the future because the clock changed', async () => {
    const client = fakeClient(start, aTeam({synced: {at: Date.now() + 86_400_000, rules: 1}}))
    await openPopup(client)
    await waitFor(() => expect(client.bodies('team.sync')).toHaveLength(1))
  })

  it('requests one sync if the last one is older than a minute', async () => {
    const client = fakeClient(start, aTeam({synced: old}))
    await openPopup(client)
    await waitFor(() => expect(client.bodies('team.sync')).toHaveLength(1))
    client.setTeam(aTeam({synced: old}))
    await new Promise(done => setTimeout(done, 20))
    expect(client.bodies('team.sync')).toHaveLength(1)
  })

  it.each([
    ['the last one was this minute', aTeam()],
    ['one is running', aTeam({synced: old, isSyncing: true})],
    ['the key was rejected', aTeam({synced: old, failure: aFailure('key')})],
    [
      'the server asked to wait',
      aTeam({synced: old, failure: aFailure('too-many-requests', {retryAt: Date.now() + 60_000})}),
    ],
  ])('requests no sync if %s', async (_when, team) => {
    const client = fakeClient(start, team)
    await openPopup(client)
    await waitFor(() => expect(lineOf()?.textContent).not.toBe(''))
    expect(client.bodies('team.sync')).toEqual([])
  })

  it('marks the groups of the team', async () => {
    await openPopup(fakeClient(start, aTeam()))
    expect(await screen.findByRole('button', {name: 'Shared 1 of 1 on · Team'})).toBeTruthy()
  })
})

describe('a group whose state the service does not report', () => {
  it.each(['#/rules', '#/groups'])('says so on %s', async hash => {
    const client = fakeClient(start, aTeam({groupsOfUnknownState: [shared.id]}))
    await openOptions(client, hash)
    await waitFor(() => screen.getByText('Unknown: this service does not list groups'))
    client.setTeam(aTeam())
    await waitFor(() => expect(screen.queryByText(/^Unknown: /)).toBeNull())
  })
})
