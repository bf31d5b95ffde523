// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
// Loaded here so that no test has to wait for the lazy pages.
import '../../../src/ui/options/editor/editor-page'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, openOptions, press, toggle} from './page'

afterEach(closePage)

const some = () => fakeClient({groups: [aGroup('First')], rules: [aView(aRule('Cancel', {id: 'a', name: 'Alpha'}))]})
const nav = () => within(screen.getByRole('navigation'))

describe('the shell', () => {
  it('links the pages with their counts and marks the current one', async () => {
    await openOptions(some(), '#/groups')
    const links = within(nav().getByRole('list')).getAllByRole('link')
    expect(links.map(each => each.querySelector('span')?.textContent)).toEqual([
      'Rules',
      'Groups',
      'Activity',
      'Import & export',
      'Account',
      'Settings',
    ])
    expect(links.map(each => each.querySelector('.count')?.textContent)).toEqual([
      '1',
      '1',
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(links.map(each => each.getAttribute('aria-current'))).toEqual([null, 'page', null, null, null, null])
    expect(links.map(each => each.title)).toEqual([
      'Rules (g r)',
      'Groups (g g)',
      'Activity (g a)',
      'Import & export (g i)',
      'Account (g c)',
      'Settings (g s)',
    ])
    expect(nav().getByRole('link', {name: 'On this device only'}).getAttribute('href')).toBe('#/account')
  })

  it('has a skip link to the content', async () => {
    await openOptions(some(), '#/rules')
    fireEvent.click(screen.getByRole('link', {name: 'Skip to content'}))
    expect(document.activeElement).toBe(screen.getByRole('main'))
    expect(location.hash).toBe('#/rules')
  })

  it.each([
    ['#/rules', 'Rules'],
    ['#/groups', 'Groups'],
    ['#/activity', 'Activity'],
    ['#/trash', 'Trash'],
    ['#/settings', 'Settings'],
    ['#/rules/a', 'Alpha'],
    ['#/nothing/here/at', 'Page not found'],
  ])('gives %s one heading and the title %s', async (hash, title) => {
    await openOptions(some(), hash)
    expect(screen.getAllByRole('heading', {level: 1})).toHaveLength(1)
    await waitFor(() => expect(document.title).toBe(`${title} · Switchyard`))
  })

  it('shows the old page until the next one is ready, then focuses its heading', async () => {
    await openOptions(some(), '#/rules')
    const seen = new Set<string>()
    const watch = new MutationObserver(() => {
      seen.add(screen.queryByRole('heading', {level: 1})?.textContent ?? 'nothing')
    })
    watch.observe(document.body, {childList: true, subtree: true})
    location.hash = '#/settings'
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', {level: 1, name: 'Settings'})))
    watch.disconnect()
    expect([...seen].filter(each => each !== 'Rules')).toEqual(['Settings'])
  })

  it('shows the page requested last', async () => {
    await openOptions(some(), '#/rules')
    for (const hash of ['#/settings', '#/groups', '#/rules', '#/trash']) {
      location.hash = hash
      dispatchEvent(new HashChangeEvent('hashchange'))
    }
    await waitFor(() => expect(screen.getByRole('heading', {level: 1}).textContent).toBe('Trash'))
  })

  it('pauses all rules, and each page says so', async () => {
    const client = some()
    await openOptions(client, '#/groups')
    toggle('Rules on')
    await waitFor(() => expect(screen.getByText('All rules are paused')).toBeTruthy())
    expect(client.view().paused).toBe(true)
    expect(screen.getByRole('switch', {name: 'Group First'}).getAttribute('aria-checked')).toBe('true')
  })

  it('says why nothing can be read and can try again', async () => {
    const client = some()
    await openOptions(client, '#/groups')
    client.refuse('library.read')
    client.set({})
    await waitFor(() => expect(screen.getByText('Switchyard is not responding')).toBeTruthy())
    screen.getByRole('button', {name: 'Try again'}).focus()
    press('Try again')
    await waitFor(() => expect(screen.queryByText('Switchyard is not responding')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('heading', {level: 1, name: 'Groups'}))
  })

  it('offers the nine types if there are no rules', async () => {
    await openOptions(fakeClient(), '#/rules')
    const tiles = within(within(screen.getByRole('main')).getByRole('list')).getAllByRole('link')
    expect(tiles.map(each => each.getAttribute('href'))).toEqual(
      ['Redirect', 'Headers', 'Response', 'Request', 'QueryParam', 'UserAgent', 'Replace', 'Delay', 'Cancel'].map(
        type => `#/rules/new/${type}`,
      ),
    )
  })
})

describe('a toast', () => {
  it('disappears after eight seconds, but not while focused, or on Esc', async () => {
    await openOptions(some(), '#/groups')
    vi.useFakeTimers()
    try {
      press('Pin First')
      await vi.waitFor(() => screen.getByText('“First” pinned'))
      const toast = screen.getByRole('button', {name: 'Undo'})
      expect(screen.getAllByRole('status').some(each => each.textContent === '“First” pinned')).toBe(true)
      await vi.advanceTimersByTimeAsync(7_000)
      toast.focus()
      await vi.advanceTimersByTimeAsync(20_000)
      expect(screen.queryByText('“First” pinned')).not.toBeNull()
      toast.blur()
      await vi.advanceTimersByTimeAsync(8_500)
      expect(screen.queryByText('“First” pinned')).toBeNull()

      press('Unpin First')
      await vi.waitFor(() => screen.getByText('“First” unpinned'))
      fireEvent.keyDown(screen.getByRole('button', {name: 'Undo'}), {key: 'Escape'})
      await vi.waitFor(() => expect(screen.queryByText('“First” unpinned')).toBeNull())
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows the Undo shortcut only while that undoes its own step', async () => {
    await openOptions(some(), '#/groups')
    press('Pin First')
    await waitFor(() => screen.getByText('“First” pinned'))
    const keys = () => screen.getByRole('button', {name: 'Undo'}).getAttribute('aria-keyshortcuts')
    expect(keys()).toBe('Control+Z')
    // A step without a toast.
    toggle('Rules on')
    await waitFor(() => expect(keys()).toBeNull())
    press('Undo')
    await waitFor(() => screen.getByText('Undone: “First” pinned'))
  })

  it('announces a repeated error again', async () => {
    const client = some()
    await openOptions(client, '#/groups')
    const refused = async () => {
      client.refuse('group.change')
      press('Pin First')
      await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Not done. The store is full.'))
    }
    await refused()
    const said = vi.fn<() => void>()
    const watch = new MutationObserver(said)
    watch.observe(screen.getByRole('alert'), {childList: true, characterData: true, subtree: true})
    await refused()
    await waitFor(() => expect(said).toHaveBeenCalled())
    watch.disconnect()
  })
})
