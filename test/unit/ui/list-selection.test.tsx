// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {choose, closePage, openOptions, press} from './page'

afterEach(closePage)

/** The group Checkout with a, b and c, the empty group Empty, and d and e in no group. */
const open = async (off: readonly string[] = []) => {
  const [checkout, empty] = [aGroup('Checkout'), aGroup('Empty')]
  const rules = ['a', 'b', 'c', 'd', 'e'].map((name, index) =>
    aView(
      aRule('Cancel', {
        id: name,
        name,
        groupId: index < 3 ? checkout.id : '',
        status: off.includes(name) ? 'Inactive' : 'Active',
      }),
    ),
  )
  const client = fakeClient({groups: [checkout, empty], rules})
  await openOptions(client, '#/rules')
  return client
}
const row = (name: string) => document.querySelector<HTMLElement>(`[data-id="${name}"]`)
const head = (name: string) => screen.getByRole('button', {name: new RegExp(`^${name} `)})
const headRow = (name: string) => head(name).closest<HTMLElement>('[role=row]')
const key = (given: string, more: object = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, {key: given, ...more})
}
const getNames = () => [...document.querySelectorAll('.rule-row .rule-name')].map(each => each.textContent)
const expectNames = (names: string) => waitFor(() => expect(getNames().join(' ')).toBe(names))
const expectFocus = (find: () => Element | null) => waitFor(() => expect(document.activeElement).toBe(find()))
const getBar = () => screen.queryByRole('toolbar', {name: 'Selected rules'})
const expectSelected = (count: number) =>
  waitFor(() => expect(getBar()?.textContent ?? '0 selected').toContain(`${count} selected`))
const select = async (...names: string[]) => {
  for (const name of names) {
    row(name)?.focus()
    key('x')
  }
  await expectSelected(names.length)
}
const chooseItem = async (item: string) => fireEvent.click(await screen.findByRole('menuitem', {name: item}))
const undo = () => key('z', {ctrlKey: true})

describe('selected rules', () => {
  it('are switched together, and Undo restores the state of each', async () => {
    const client = await open(['b'])
    const getOff = () => client.view().rules.flatMap(({id, rule}) => (rule?.status === 'Active' ? [] : [id]))
    await select('b')
    key('x')
    await expectSelected(0)
    row('a')?.focus()
    key('ArrowDown', {shiftKey: true})
    key('ArrowDown', {shiftKey: true})
    await expectSelected(3)
    expect(['c', 'd'].map(name => row(name)?.getAttribute('aria-selected'))).toEqual(['true', 'false'])
    press('Turn off')
    await screen.findByText('2 rules turned off')
    expect(getOff()).toEqual(['a', 'b', 'c'])
    press('Undo')
    await waitFor(() => expect(getOff()).toEqual(['b']))
    press('Turn off')
    await waitFor(() => expect(getOff()).toEqual(['a', 'b', 'c']))
    press('Turn on')
    await waitFor(() => expect(getOff()).toEqual([]))
  })

  it('move to another group from several places and back to each of them', async () => {
    await open()
    await select('a', 'c', 'e')
    press('Move to group')
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(each => each.textContent)).toEqual(['Checkout', 'Empty', 'No group', 'New group'])
    await chooseItem('Empty')
    await screen.findByText('3 rules moved to “Empty”, positions 1–3 of 3')
    await expectNames('b a c e d')
    undo()
    await expectNames('a b c d e')
  })

  it('move to a new group, which Undo removes', async () => {
    await open()
    await select('a', 'e')
    press('Move to group')
    await chooseItem('New group')
    const field = await screen.findByLabelText('Name of the new group')
    await expectFocus(() => field)
    key('Escape')
    await expectFocus(() => screen.getByRole('button', {name: 'Move to group'}))
    press('Move to group')
    await chooseItem('New group')
    fireEvent.input(await screen.findByLabelText('Name of the new group'), {target: {value: 'Later'}})
    fireEvent.submit(document.querySelector('.bar-form') ?? document)
    await screen.findByText('2 rules moved to “Later”, positions 1–2 of 2')
    await waitFor(() => expect(head('Later').textContent).toContain('2 of 2 on'))
    expect(document.activeElement?.closest('[role=grid]')).not.toBeNull()
    undo()
    await expectNames('a b c d e')
    await waitFor(() => expect(screen.queryByRole('button', {name: /^Later /})).toBeNull())
  })

  it('are deleted and restored together, and the focus moves to the next row', async () => {
    await open()
    await select('e', 'c', 'a')
    key('Delete')
    await screen.findByText('3 rules moved to trash')
    await expectNames('b d')
    await expectFocus(() => row('b'))
    expect(getBar()).toBeNull()
    undo()
    await expectNames('a b c d e')
  })

  it('are all filtered rules after Ctrl A; Esc ends the selection, then the filter', async () => {
    await open()
    choose('Type', 'Cancel')
    row('c')?.focus()
    key('a', {ctrlKey: true})
    await expectSelected(5)
    key('Escape')
    await expectSelected(0)
    key('Escape')
    const type = screen.getByRole<HTMLSelectElement>('combobox', {name: 'Type'})
    await waitFor(() => expect(type.value).toBe(''))
    await expectFocus(() => row('c'))
    fireEvent.click(head('Checkout'))
    await expectNames('d e')
    row('d')?.focus()
    key('a', {ctrlKey: true})
    await expectSelected(5)
  })
})

describe('keys in the rules list', () => {
  it('move between rows and group headings and close groups', async () => {
    await open()
    headRow('Checkout')?.focus()
    for (const [given, find] of [
      ['ArrowDown', () => row('a')],
      ['j', () => row('b')],
      ['k', () => row('a')],
      ['End', () => row('e')],
      ['ArrowUp', () => row('d')],
      ['ArrowUp', () => headRow('No group')],
      // The text of an empty group is skipped.
      ['ArrowUp', () => headRow('Empty')],
      ['Home', () => headRow('Checkout')],
      ['ArrowDown', () => row('a')],
      ['ArrowLeft', () => headRow('Checkout')],
    ] as const) {
      key(given)
      await expectFocus(find)
    }
    expect(screen.getByText('Drag rules here, or choose this group in a rule.')).toBeTruthy()
    key('ArrowLeft')
    await expectNames('d e')
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('7')
    key('ArrowRight')
    await expectNames('a b c d e')
    const isOn = () => screen.getByRole('switch', {name: 'Group Checkout'}).getAttribute('aria-checked')
    key(' ')
    await waitFor(() => expect(isOn()).toBe('false'))
    undo()
    await waitFor(() => expect(isOn()).toBe('true'))
  })

  it('switch, pin, copy, move and delete a rule, and Ctrl Z reverts each step', async () => {
    await open()
    const getPins = () => screen.queryAllByRole('img', {name: 'Pinned'}).length
    const isOn = () => screen.getByRole('switch', {name: 'b'}).getAttribute('aria-checked')
    const copy = () => document.querySelector('.rule-row:has([aria-label="b copy"])')
    row('b')?.focus()
    key(' ')
    await screen.findByText('“b” turned off')
    expect(isOn()).toBe('false')
    key('p')
    await screen.findByText('“b” pinned')
    key('d')
    await expectNames('a b b copy c d e')
    await expectFocus(copy)
    key('ArrowDown', {altKey: true})
    await screen.findByText('“b copy” moved to position 4 of 4 in “Checkout”')
    await expectNames('a b c b copy d e')
    key('ArrowDown', {altKey: true})
    await waitFor(() => expect(head('Empty').textContent).toContain('0 of 1 on'))
    await expectFocus(copy)
    key('Delete')
    await screen.findByText('“b copy” moved to trash')
    await expectFocus(() => row('d'))
    undo()
    await expectFocus(copy)
    undo()
    await expectNames('a b c b copy d e')
    undo()
    await expectNames('a b b copy c d e')
    undo()
    await expectNames('a b c d e')
    expect(getPins()).toBe(1)
    undo()
    await waitFor(() => expect(getPins()).toBe(0))
    undo()
    await waitFor(() => expect(isOn()).toBe('true'))
  })
})
