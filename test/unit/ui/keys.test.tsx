// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
import {toAriaKeys, hasMod, formatKeys} from '../../../src/ui/hooks/keys'
import {getAllShortcuts} from '../../../src/ui/hooks/shortcuts'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, openOptions, press} from './page'

afterEach(() => {
  closePage()
  vi.restoreAllMocks()
})

const open = async (hash: string) => {
  const client = fakeClient({groups: [aGroup('First')], rules: [aView(aRule('Cancel', {id: 'a', name: 'Alpha'}))]})
  await openOptions(client, hash)
  return client
}
/** Presses a key on the focused element. */
const key = (given: string, more: object = {}): void => {
  fireEvent.keyDown(document.activeElement ?? document.body, {key: given, ...more})
}
const title = (name: string) => waitFor(() => screen.getByRole('heading', {level: 1, name}))

describe('shortcuts', () => {
  it('are written for the keyboard of the platform', () => {
    expect([formatKeys('Mod Z'), toAriaKeys('Mod Z'), formatKeys('Alt ↑')]).toEqual(['Ctrl Z', 'Control+Z', 'Alt ↑'])
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
    expect([formatKeys('Mod Z'), toAriaKeys('Mod Z'), formatKeys('Alt ↑')]).toEqual(['Cmd Z', 'Meta+Z', 'Option ↑'])
  })

  it('use the modifier of the platform', () => {
    const [ctrl, cmd] = [new KeyboardEvent('keydown', {ctrlKey: true}), new KeyboardEvent('keydown', {metaKey: true})]
    expect([hasMod(ctrl), hasMod(cmd)]).toEqual([true, false])
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
    expect([hasMod(ctrl), hasMod(cmd)]).toEqual([false, true])
  })

  it('are listed once per action', () => {
    for (const {shortcuts} of getAllShortcuts()) {
      const ways = shortcuts.flatMap(each => each.keys)
      expect(new Set(ways).size).toBe(ways.length)
    }
  })
})

it('Ctrl S works on a keyboard with other letters', async () => {
  await open('#/rules/a')
  const event = new KeyboardEvent('keydown', {key: 'ы', code: 'KeyS', ctrlKey: true, bubbles: true, cancelable: true})
  document.body.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
})

describe('from the heading of a page', () => {
  it.each(['j', 'ArrowDown'])('%s moves the focus into the list', async down => {
    await open('#/groups')
    key('g')
    key('r')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', {level: 1, name: 'Rules'})))
    const row = () => document.querySelector('.rule-row')
    await waitFor(() => expect(row()).not.toBeNull())
    key(down)
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('row'))
  })

  it('letter keys work on a keyboard with other letters', async () => {
    const client = await open('#/groups')
    key('п', {code: 'KeyG'})
    key('к', {code: 'KeyR'})
    await title('Rules')
    const row = () => document.querySelector<HTMLElement>('.rule-row')
    await waitFor(() => expect(row()).not.toBeNull())
    key('о', {code: 'KeyJ'})
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('row'))
    row()?.focus()
    key('в', {code: 'KeyD'})
    await waitFor(() => expect(client.bodies('rule.create')).toHaveLength(1))
  })

  it('no key with Ctrl moves the focus into the list', async () => {
    await open('#/rules')
    key('ArrowDown', {ctrlKey: true})
    expect(document.activeElement).toBe(document.body)
  })
})

describe('on every page', () => {
  it.each([
    ['g', 'Groups'],
    ['s', 'Settings'],
    ['r', 'Rules'],
  ])('g and then %s opens %s', async (letter, name) => {
    await open(name === 'Rules' ? '#/groups' : '#/rules')
    key('g')
    key(letter)
    await title(name)
    await waitFor(() => expect(document.title).toBe(`${name} · Switchyard`))
    expect(document.activeElement).toBe(screen.getByRole('heading', {level: 1}))
  })

  it('any other letter after g does nothing', async () => {
    await open('#/rules')
    key('g')
    key('q')
    key('s')
    await Promise.resolve()
    expect(location.hash).toBe('#/rules')
  })

  it('letters are text in a text field', async () => {
    await open('#/groups')
    screen.getByRole('textbox', {name: 'New group'}).focus()
    for (const letter of ['g', 's', 'n', '?']) key(letter)
    expect(location.hash).toBe('#/groups')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('letters with Ctrl are left to the browser', async () => {
    await open('#/rules')
    key('n', {ctrlKey: true})
    key('g', {metaKey: true})
    key('s')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(location.hash).toBe('#/rules')
  })

  it.each(['#/rules', '#/groups'])('n opens the rule types on %s, and a letter selects one', async hash => {
    await open(hash)
    key('n')
    await waitFor(() => screen.getByRole('menu', {name: 'Rule types'}))
    key('d')
    expect(document.activeElement).toBe(screen.getByRole('menuitem', {name: 'Delay'}))
    key('ArrowDown')
    expect(document.activeElement).toBe(screen.getByRole('menuitem', {name: 'From a template'}))
    key('ArrowDown')
    expect(document.activeElement).toBe(screen.getByRole('menuitem', {name: 'Redirect'}))
    fireEvent.click(screen.getByRole('menuitem', {name: 'Delay'}))
    await title('New rule: Delay')
  })

  it('a menu opened by n closes with its page', async () => {
    await open('#/settings')
    key('n')
    await waitFor(() => screen.getByRole('menu', {name: 'Rule types'}))
    location.hash = '#/groups'
    await title('Groups')
    expect(screen.queryByRole('menu')).toBeNull()
    key('n')
    await waitFor(() => screen.getByRole('menu', {name: 'Rule types'}))
  })

  it('a letter selects the focused rule type, and pressed again the next one', async () => {
    await open('#/rules')
    key('n')
    await waitFor(() => screen.getByRole('menu', {name: 'Rule types'}))
    const chosen = () => document.activeElement?.getAttribute('aria-label')
    const seen = ['r', 'r', 'r', 'r'].map(letter => (key(letter), chosen()))
    expect(seen).toEqual(['Redirect', 'Replace', 'Request body', 'Response body'])
  })

  it('? opens the shortcuts, and Esc closes them', async () => {
    await open('#/rules')
    key('?')
    const dialog = await waitFor(() => screen.getByRole<HTMLDialogElement>('dialog', {name: 'Keys'}))
    await waitFor(() => expect(dialog.open).toBe(true))
    expect(screen.getByRole('row', {name: 'Move to trash Del'})).toBeTruthy()
    // While the dialog is open, the page below ignores keys.
    key('n')
    expect(screen.queryByRole('menu')).toBeNull()
    press('Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('Esc opens the rules from the trash and from a form, also inside a field', async () => {
    await open('#/trash')
    key('Escape')
    await title('Rules')
    await open('#/rules/a')
    screen.getByRole('textbox', {name: 'Name'}).focus()
    key('Escape')
    await title('Rules')
    await open('#/rules/a')
    fireEvent.keyDown(document.body, {key: 'Escape'})
    await title('Rules')
    expect(location.hash).toBe('#/rules')
  })

  it('Ctrl Z undoes the last step unless text is being typed', async () => {
    const client = await open('#/groups')
    press('Pin First')
    await waitFor(() => screen.getByText('“First” pinned'))
    const name = screen.getByRole('textbox', {name: 'Name of First'})
    name.focus()
    fireEvent.input(name, {target: {value: 'Firs'}})
    key('z', {ctrlKey: true})
    expect(client.view().groups[0]?.isFavourite).toBe(true)
    fireEvent.keyDown(document.body, {key: 'z', ctrlKey: true})
    await waitFor(() => expect(client.view().groups[0]?.isFavourite).toBe(false))
  })
})
