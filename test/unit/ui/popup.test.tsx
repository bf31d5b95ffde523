// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aGroup, aRule, aView, anUnreadable} from './builders'
import {fakeClient} from './fake-client'
import {closePage, isSwitchOn, openPopup, press, toggle} from './page'

afterEach(closePage)

const checkout = aGroup('Checkout')
const library = () =>
  fakeClient({
    groups: [checkout],
    rules: [
      aView(aRule('Headers', {id: 'h', name: 'Staging token', groupId: checkout.id})),
      aView(aRule('Cancel', {id: 'c', name: 'Block analytics', groupId: checkout.id, status: 'Inactive'})),
      aView(aRule('QueryParam', {id: 'q', name: 'Force German', groupId: checkout.id, isFavourite: true})),
      aView(aRule('Delay', {id: 'd', name: 'Slow payment'})),
    ],
  })

describe('the popup', () => {
  it('shows each rule once, pinned rules first and rules without a group last', async () => {
    await openPopup(library())
    expect(screen.getAllByRole('switch').map(each => each.getAttribute('aria-label'))).toEqual([
      'Rules on',
      'Force German',
      'Group Checkout',
      'Staging token',
      'Block analytics',
      'Slow payment',
    ])
    expect(screen.getByRole('button', {name: 'Checkout 2 of 3 on, 1 listed above'})).toBeTruthy()
  })

  it('says that an open group has no rules, unless they are all pinned', async () => {
    const [empty, pinned] = [aGroup('Empty'), aGroup('All pinned')]
    const rule = aView(aRule('Delay', {id: 'd', name: 'Slow', groupId: pinned.id, isFavourite: true}))
    await openPopup(fakeClient({groups: [empty, pinned], rules: [rule]}))
    const said = await screen.findAllByText('No rules in this group')
    expect(said.map(each => each.closest('.popup-group')?.textContent)).toEqual([
      expect.stringMatching(/^Empty.*No rules in this group$/),
    ])
    press('Empty 0 of 0 on')
    await waitFor(() => expect(screen.queryByText('No rules in this group')).toBeNull())
  })

  it('calls a group without a name Untitled instead of No group', async () => {
    const nameless = aGroup(' ')
    const rule = (id: string, groupId: string) => aView(aRule('Delay', {id, name: id, groupId}))
    await openPopup(fakeClient({groups: [nameless], rules: [rule('in it', nameless.id), rule('in none', '')]}))
    expect(screen.getByRole('button', {name: 'Untitled 1 of 1 on'})).toBeTruthy()
    expect(screen.getByRole('button', {name: 'No group 1 of 1 on'})).toBeTruthy()
    toggle('Group Untitled')
    expect(isSwitchOn('Group Untitled')).toBe(false)
  })

  it('can undo each switch, even if the previous undo ends at the same time', async () => {
    const client = library()
    let end = () => {}
    let reading = Promise.resolve()
    const ask: typeof client.ask = async (name, body) => {
      const answer = await client.ask(name, body)
      if (name === 'library.read') await reading
      return answer
    }
    await openPopup({...client, ask})
    const undo = () => fireEvent.keyDown(document.body, {key: 'z', ctrlKey: true})
    toggle('Rules on')
    await waitFor(() => expect(client.view().paused).toBe(true))
    // Waits for the following read, which the fake worker answers in microtasks.
    await new Promise(done => setTimeout(done))
    reading = new Promise(done => (end = done))
    undo()
    await waitFor(() => expect(client.view().paused).toBe(false))
    toggle('Group Checkout')
    await waitFor(() => expect(client.view().groups[0]?.status).toBe('Inactive'))
    undo()
    end()
    await waitFor(() => expect(client.view().groups[0]?.status).toBe('Active'))
    await waitFor(() => expect(isSwitchOn('Group Checkout')).toBe(true))
    expect(client.view().paused).toBe(false)
  })

  it('switches a rule, a group and all rules', async () => {
    const client = library()
    await openPopup(client)
    toggle('Staging token')
    toggle('Group Checkout')
    toggle('Rules on')
    await waitFor(() => expect(client.view().paused).toBe(true))
    expect(isSwitchOn('Staging token')).toBe(false)
    expect(isSwitchOn('Group Checkout')).toBe(false)
    expect(screen.getByText('All rules are paused')).toBeTruthy()
    expect(client.bodies('rules.switch')).toEqual([{ids: ['h'], on: false}])
  })

  it('confirms switching and pinning, with Undo and shortcuts', async () => {
    const rules = [aView(aRule('Cancel', {name: 'It', groupId: checkout.id}))]
    await openPopup(fakeClient({groups: [checkout], rules}))
    const said = () => screen.getByRole('status').textContent
    toggle('It')
    await waitFor(() => expect(said()).toBe('“It” turned off'))
    press('Undo')
    await waitFor(() => expect(isSwitchOn('It')).toBe(true))
    toggle('Group Checkout')
    await waitFor(() => expect(said()).toBe('Group “Checkout” turned off'))
    const pin = await screen.findByRole('button', {name: 'Pin It'})
    expect(pin.title).toBe('Pin It · p')
    fireEvent.click(pin)
    await waitFor(() => expect(said()).toBe('“It” pinned'))
    expect(screen.getByRole('switch', {name: 'It'}).getAttribute('aria-keyshortcuts')).toContain('p')
  })

  it('reverts a switch and says so if the worker rejects it', async () => {
    const client = library()
    await openPopup(client)
    client.refuse('rules.switch')
    toggle('Staging token')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Not done. The store is full.'))
    expect(isSwitchOn('Staging token')).toBe(true)
  })

  it('says that the worker does not answer and can try again', async () => {
    const client = library()
    await openPopup(client)
    client.refuse('library.read')
    client.set({paused: true})
    await waitFor(() => expect(screen.getByText('Switchyard is not responding')).toBeTruthy())
    screen.getByRole('button', {name: 'Try again'}).focus()
    press('Try again')
    await waitFor(() => expect(screen.queryByText('Switchyard is not responding')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    expect(isSwitchOn('Rules on')).toBe(false)
  })

  it('says that “Rules on” is set by the organisation', async () => {
    const client = library()
    await openPopup(client, undefined, {isRulesOnManaged: true})
    const all = screen.getByRole('switch', {name: 'Rules on'})
    await waitFor(() => expect(all.getAttribute('aria-disabled')).toBe('true'))
    expect(all.getAttribute('aria-description')).toBe('Set by your organisation')
    toggle('Rules on')
    expect(client.bodies('rules.pause')).toEqual([])
  })

  it('focuses the search field and filters during typing', async () => {
    await openPopup(library())
    const search = screen.getByRole('searchbox', {name: 'Search rules'})
    expect(document.activeElement).toBe(search)
    fireEvent.input(search, {target: {value: 'payment'}})
    expect(screen.getAllByRole('switch').map(each => each.getAttribute('aria-label'))).toEqual([
      'Rules on',
      'Slow payment',
    ])
    // The live region exists before its text.
    const regions = screen.getAllByRole('status')
    fireEvent.input(search, {target: {value: 'nothing like it'}})
    expect(regions).toContain(screen.getByText('No rule matches “nothing like it”.'))
    fireEvent.keyDown(search, {key: 'Escape'})
    expect(screen.getAllByRole('switch')).toHaveLength(6)
  })

  it('clears a search without results and focuses its field', async () => {
    await openPopup(library())
    const search = screen.getByLabelText<HTMLInputElement>('Search rules')
    fireEvent.input(search, {target: {value: 'carr'}})
    expect((await screen.findByText('No rule matches “carr”.')).getAttribute('role')).toBe('status')
    press('Clear filters')
    await waitFor(() => expect(screen.getAllByRole('switch')).toHaveLength(6))
    expect([search.value, document.activeElement]).toEqual(['', search])
    expect(screen.queryByRole('button', {name: 'Clear filters'})).toBeNull()
  })

  it.each([
    ['Activity', '#/activity'],
    ['Open all rules', '#/rules'],
  ])('opens a page by its footer button “%s”', async (name, place) => {
    const {opened} = await openPopup(library())
    fireEvent.click(await screen.findByRole('button', {name}))
    expect(opened).toEqual([place])
  })

  it('opens the form of a new rule with the host of the page', async () => {
    const {opened} = await openPopup(library(), 'https://shop.test/cart')
    press('New rule')
    const items = within(screen.getByRole('menu')).getAllByRole('menuitem')
    expect(items.map(each => each.getAttribute('aria-label'))).toEqual([
      'Redirect',
      'Cancel',
      'Replace',
      'Headers',
      'User agent',
      'Query parameters',
      'Request body',
      'Response body',
      'Delay',
      'From a template',
    ])
    fireEvent.click(screen.getByRole('menuitem', {name: 'User agent'}))
    await waitFor(() =>
      expect(opened).toEqual(['#/rules/new/UserAgent?host=shop.test&url=https%3A%2F%2Fshop.test%2Fcart']),
    )
  })

  it('opens the templates for the page', async () => {
    const {opened} = await openPopup(library(), 'https://shop.test/cart')
    press('New rule')
    fireEvent.click(screen.getByRole('menuitem', {name: 'From a template'}))
    await waitFor(() => expect(opened).toEqual(['#/rules/new?pageUrl=https%3A%2F%2Fshop.test%2Fcart']))
  })

  it('opens the form without a host on a browser page', async () => {
    const {opened} = await openPopup(library(), 'chrome://extensions/')
    press('New rule')
    fireEvent.click(screen.getByRole('menuitem', {name: 'Cancel'}))
    await waitFor(() => expect(opened).toEqual(['#/rules/new/Cancel']))
  })

  it('shows the problem of a rule in its second line and to screen readers', async () => {
    const client = fakeClient({
      rules: [
        aView(aRule('Redirect', {name: 'Loop'}), {problems: [{code: 'loop', urls: ['a.test', 'a.test']}]}),
        anUnreadable('x', {name: 'Broken'}),
      ],
    })
    await openPopup(client)
    expect(screen.getByText('Ignored: it would redirect in a loop')).toBeTruthy()
    const described = screen.getByRole('switch', {name: 'Loop'}).getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toBe(
      'Ignored: it would redirect in a loop. a.test → a.test',
    )
    expect(screen.getByText('Unreadable record')).toBeTruthy()
    expect(screen.queryByRole('switch', {name: 'Broken'})).toBeNull()
  })

  it('offers a first rule while there are none', async () => {
    const {opened} = await openPopup(fakeClient())
    await waitFor(() => screen.getByText('Create your first rule'))
    press('All nine types')
    expect(screen.getAllByRole('listitem')).toHaveLength(9)
    press(/^Delay/)
    await waitFor(() => expect(opened).toEqual(['#/rules/new/Delay']))
  })

  it.each([
    [/^Import rules/, '#/import'],
    [/^Connect a team account/, '#/account'],
  ])('offers other sources of rules while there are none: %s', async (name, place) => {
    const {opened} = await openPopup(fakeClient())
    await waitFor(() => screen.getByText('Create your first rule'))
    press(name)
    await waitFor(() => expect(opened).toEqual([place]))
  })

  it('collapses and expands a group', async () => {
    await openPopup(library())
    press(/^Checkout/)
    expect(screen.queryByRole('switch', {name: 'Staging token'})).toBeNull()
    press(/^Checkout/)
    expect(screen.getByRole('switch', {name: 'Staging token'})).toBeTruthy()
  })

  it('moves between rows with the arrow keys', async () => {
    await openPopup(library())
    screen.getByRole('switch', {name: 'Staging token'}).focus()
    fireEvent.keyDown(screen.getByRole('switch', {name: 'Staging token'}), {key: 'ArrowDown'})
    expect(document.activeElement).toBe(screen.getByRole('switch', {name: 'Block analytics'}))
  })

  it('accepts letter keys and Ctrl A on a keyboard with other letters', async () => {
    const client = library()
    await openPopup(client)
    const row = screen.getByRole('switch', {name: 'Staging token'})
    row.focus()
    // Prevented, since Ctrl A would select the text of the page.
    expect(fireEvent.keyDown(row, {key: 'ф', code: 'KeyA', ctrlKey: true})).toBe(false)
    fireEvent.keyDown(row, {key: 'о', code: 'KeyJ'})
    expect(document.activeElement).toBe(screen.getByRole('switch', {name: 'Block analytics'}))
    fireEvent.keyDown(row, {key: 'в', code: 'KeyD'})
    await waitFor(() => expect(client.bodies('rule.create')).toHaveLength(1))
  })

  it('opens no rule on Enter if the search contains only spaces', async () => {
    const {opened} = await openPopup(library())
    const search = document.querySelector<HTMLInputElement>('[type=search]') as HTMLInputElement
    const enterAfter = (typed: string) => {
      fireEvent.input(search, {target: {value: typed}})
      fireEvent.keyDown(search, {key: 'Enter'})
    }
    search.focus()
    enterAfter('  ')
    expect(opened).toEqual([])
    enterAfter('slow')
    await waitFor(() => expect(opened).toEqual(['#/rules/d']))
  })
})
