// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aRule, aView, anUnreadable} from './builders'
import {fakeClient} from './fake-client'
import {choose, closePage, openOptions, press} from './page'
import {getSelectedIds, first, getFocusedRowId, openRules, getShownNames} from './open-rules'

afterEach(closePage)

describe('the rules list', () => {
  it('renders the text of a row first and its hover buttons later', async () => {
    const client = fakeClient({rules: [aView(aRule('Headers', {id: 'a', name: 'Alpha'}))]})
    await openOptions(client, '#/rules')
    const row = await screen.findByRole('row', {name: /Alpha/})
    expect(within(row).getByRole('switch', {name: 'Alpha'})).toBeTruthy()
    expect(within(row).queryByRole('button', {name: 'More for Alpha'})).toBeNull()
    expect(await within(row).findByRole('button', {name: 'More for Alpha'})).toBeTruthy()
    expect(row.querySelector('.grip')).not.toBeNull()
  })

  it('has one h1, a title and the rules by group', async () => {
    await openRules()
    expect(screen.getAllByRole('heading', {level: 1}).map(each => each.textContent)).toEqual(['Rules'])
    await waitFor(() => expect(document.title).toBe('Rules · Switchyard'))
    expect(getShownNames()).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta'])
    expect(screen.getByRole('button', {name: 'First 1 of 2 on'})).toBeTruthy()
  })

  it('does not say that nothing matches while rules are still loading', async () => {
    const rules = Array.from({length: 300}, (_, index) =>
      aView(aRule('Cancel', {id: `r${index}`, name: `Rule ${index}`})),
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
    await openOptions(slow, '#/rules')
    fireEvent.input(await screen.findByRole('searchbox'), {target: {value: 'Rule 299'}})
    expect(screen.queryByText(/No rule matches/)).toBeNull()
    answer()
    expect(await screen.findByRole('link', {name: 'Rule 299'})).toBeTruthy()
    fireEvent.input(screen.getByRole('searchbox'), {target: {value: 'Rule 300'}})
    expect(screen.getByText(/No rule matches/)).toBeTruthy()
  })

  it('can be filtered by text, type, group, status and problems', async () => {
    await openRules()
    fireEvent.input(screen.getByRole('searchbox'), {target: {value: 'authorization'}})
    expect(getShownNames()).toEqual(['Alpha'])
    fireEvent.input(screen.getByRole('searchbox'), {target: {value: ''}})
    choose('Type', 'Cancel')
    expect(getShownNames()).toEqual(['Gamma'])
    choose('Type', 'Any type')
    choose('Group', 'No group')
    expect(getShownNames()).toEqual(['Delta'])
    choose('Group', 'Any group')
    choose('Status', 'Off')
    expect(getShownNames()).toEqual(['Beta'])
    choose('Status', 'Any status')
    press('1 problem')
    expect(getShownNames()).toEqual(['Gamma'])
  })

  it('counts the whole group in its heading, and the rules shown after a filter', async () => {
    await openRules()
    fireEvent.input(screen.getByRole('searchbox'), {target: {value: 'Beta'}})
    await waitFor(() => expect(getShownNames()).toEqual(['Beta']))
    expect(screen.getByRole('button', {name: 'First 1 of 2 on, 1 shown'})).toBeTruthy()
  })

  it('shows when a rule last applied, also beside a note, or its problem instead', async () => {
    await openRules()
    const last = (name: string) => screen.getByRole('row', {name: new RegExp(name)}).querySelector('.rule-last')
    expect(last('Delta')?.textContent).toBe('–')
    expect(last('Delta')?.getAttribute('title')).not.toBe('')
    expect(last('Gamma')?.textContent).toBe('Ignored')
  })

  it('explains the order on focus, and Esc closes the tooltip', async () => {
    await openRules()
    const words = screen.getByRole('button', {name: 'Upper rules win'})
    expect(words.tabIndex).toBe(0)
    const tip = () => screen.queryByRole('tooltip')
    expect(tip()).toBeNull()
    words.focus()
    await waitFor(() =>
      expect(tip()?.textContent).toMatch(
        /^If two rules of one type match, the upper one wins \(for Delay, the longest\)\./,
      ),
    )
    fireEvent.keyDown(words, {key: 'Escape'})
    await waitFor(() => expect(tip()).toBeNull())
    expect(document.activeElement).toBe(words)
  })

  it('says that nothing matches, and clears the filters', async () => {
    await openRules()
    // The live region exists before its text.
    const regions = screen.getAllByRole('status')
    fireEvent.input(screen.getByRole('searchbox'), {target: {value: 'carr'}})
    expect(regions).toContain(screen.getByText('No rule matches “carr”.'))
    press('Clear filters')
    expect(getShownNames()).toHaveLength(4)
  })

  it('shows an unreadable record with its faults and its text', async () => {
    await openRules({rules: [anUnreadable('x', {name: 'Broken', pairs: null})]})
    expect(screen.getByText('Unreadable')).toBeTruthy()
    expect(screen.getByText('This record has no pairs.', {exact: false})).toBeTruthy()
    press('Show record')
    expect(screen.getByText(/"pairs": null/)).toBeTruthy()
    press('Delete Broken')
    await waitFor(() => expect(screen.queryByText('Unreadable')).toBeNull())
    fireEvent.click(await screen.findByRole('button', {name: 'Undo'}))
    expect(await screen.findByText('Unreadable')).toBeTruthy()
  })

  it('shows an unreadable record if its URL is opened', async () => {
    const rules = [
      aView(aRule('Cancel', {id: 'a', name: 'Alpha', groupId: first.id})),
      anUnreadable('x', {name: 'Broken', pairs: null}),
    ]
    await openOptions(fakeClient({groups: [first], rules}), '#/rules/x')
    expect(await screen.findByText(/"pairs": null/)).toBeTruthy()
    expect(location.hash).toBe('#/rules')
    await waitFor(() => expect(getFocusedRowId()).toBe('x'))
  })

  it('continues a selection that was started in a group that is now closed', async () => {
    await openRules()
    fireEvent.click(document.querySelector('[data-id=a]') ?? document.body, {ctrlKey: true})
    await waitFor(() => expect(getSelectedIds()).toEqual(['a']))
    press('First 1 of 2 on')
    await waitFor(() => expect(document.querySelector('[data-id=a]')).toBeNull())
    fireEvent.click(document.querySelector('[data-id=c]') ?? document.body, {shiftKey: true})
    await waitFor(() => expect(getSelectedIds()).toEqual(['c']))
    press('First 1 of 2 on')
    await waitFor(() => expect(getSelectedIds()).toEqual(['a', 'c']))
  })

  it('Esc in the empty search ends the selection, then returns to the list', async () => {
    await openRules()
    fireEvent.click(document.querySelector('[data-id=b]') ?? document.body, {ctrlKey: true})
    await waitFor(() => expect(getSelectedIds()).toEqual(['b']))
    const search = screen.getByRole('searchbox')
    search.focus()
    fireEvent.keyDown(search, {key: 'Escape'})
    await waitFor(() => expect(getSelectedIds()).toEqual([]))
    expect(document.activeElement).toBe(search)
    fireEvent.keyDown(search, {key: 'Escape'})
    expect(getFocusedRowId()).toBe('b')
  })

  it('describes the switch of a rule by its problem', async () => {
    await openRules()
    const described = screen.getByRole('switch', {name: 'Gamma'}).getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toContain('redirect in a loop')
    expect(screen.getByRole('switch', {name: 'Alpha'}).hasAttribute('aria-describedby')).toBe(false)
  })

  it('offers the nine types while there are no rules', async () => {
    await openRules({rules: [], groups: []})
    const tiles = within(within(screen.getByRole('main')).getByRole('list')).getAllByRole('link')
    expect(tiles).toHaveLength(9)
    expect(tiles[0]?.getAttribute('href')).toBe('#/rules/new/Redirect')
  })

  it('renders only one row when one rule is switched', async () => {
    await openRules()
    const before = screen.getByRole('link', {name: 'Beta'})
    const names = new MutationObserver(() => undefined)
    names.observe(before, {attributes: true, childList: true, subtree: true})
    fireEvent.click(screen.getByRole('switch', {name: 'Alpha'}))
    await waitFor(() => expect(screen.getByRole('button', {name: 'First 0 of 2 on'})).toBeTruthy())
    expect(names.takeRecords()).toEqual([])
    expect(screen.getByRole('link', {name: 'Beta'})).toBe(before)
  })

  it('reads each of a thousand rules a few times per search and shows all results', async () => {
    let looks = 0
    const rules = Array.from({length: 1000}, (_, n) => {
      const rule = aRule('Headers', {id: `r${n}`})
      const named = Object.defineProperty(rule, 'name', {enumerable: true, get: () => (looks++, `Rule number ${n}`)})
      return aView(named)
    })
    await openOptions(fakeClient({rules}), '#/rules')
    expect(looks).toBeGreaterThan(0)
    expect(looks).toBeLessThan(10 * rules.length)
    looks = 0
    fireEvent.input(screen.getByRole('searchbox'), {target: {value: 'number 77'}})
    expect(document.querySelectorAll('a[href^="#/rules/r"]')).toHaveLength(19)
    expect(looks).toBeLessThan(2 * rules.length)
  })
})
