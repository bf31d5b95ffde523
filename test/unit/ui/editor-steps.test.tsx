// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
import {createDraft} from '../../../src/ui/options/editor/draft'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {choose, closePage, fill, openNew, openOptions, pick, press} from './page'

afterEach(closePage)

const host = (value: string) => ({key: 'host', operator: 'Equals', value}) as const
const undo = () => fireEvent.keyDown(document.body, {key: 'z', ctrlKey: true})
const valuesOf = (name: string) => screen.getAllByLabelText<HTMLInputElement>(name).map(({value}) => value)
const said = (text: string | RegExp) => waitFor(() => screen.getByText(text))

describe('Undo after the undo of a save', () => {
  const delays = aRule('Delay', {
    id: 'd',
    name: 'Slow',
    pairs: ['one', 'two', 'three'].map(each => ({id: each, source: host(`${each}.test`), delay: 500})),
  })
  const conditions = () => valuesOf('Source value').map(value => value.replace('.test', ''))
  const headers = aRule('Headers', {
    id: 'h',
    name: 'Heads',
    pairs: [
      {
        id: 'p',
        source: host('a.test'),
        modifications: ['a', 'b', 'c'].map(header => ({header, type: 'Modify', value: '', target: 'Request'}) as const),
      },
    ],
  })
  const rows = () => valuesOf('Header')
  const openBoth = async (hash: string) => {
    const client = fakeClient({rules: [aView(delays), aView(headers)]})
    await openOptions(client, hash)
    return client
  }

  it('brings back no condition that is there already, and takes back what was done before', async () => {
    await openBoth('#/rules/d')
    press('Delete condition 2')
    await expect.poll(conditions).toEqual(['one', 'three'])
    press('Save')
    await said('“Slow” saved')
    undo()
    await expect.poll(conditions).toEqual(['one', 'two', 'three'])
    await said(/^Undone: “Slow” saved/)
    undo()
    await new Promise(later => setTimeout(later, 20))
    expect(conditions()).toEqual(['one', 'two', 'three'])
    expect(screen.queryByText('Undone: Condition 2 deleted')).toBeNull()
  })

  it('brings back no row that is there already, and moves none again', async () => {
    await openBoth('#/rules/h')
    press('Remove header change 2')
    await expect.poll(rows).toEqual(['a', 'c'])
    pick('Move header change 2', 'Move up')
    await expect.poll(rows).toEqual(['c', 'a'])
    press('Save')
    await said('“Heads” saved')
    undo()
    await expect.poll(rows).toEqual(['a', 'b', 'c'])
    undo()
    undo()
    await new Promise(later => setTimeout(later, 20))
    expect(rows()).toEqual(['a', 'b', 'c'])
  })

  it('takes back what was done before and was not in the save', async () => {
    await openBoth('#/rules/h')
    press('Save')
    pick('Move header change 3', 'Move up')
    await expect.poll(rows).toEqual(['a', 'c', 'b'])
    press('Save')
    await said('“Heads” saved')
    press('Remove header change 1')
    await expect.poll(rows).toEqual(['c', 'b'])
    undo()
    await expect.poll(rows).toEqual(['a', 'c', 'b'])
    undo()
    await expect.poll(rows).toEqual(['a', 'b', 'c'])
  })

  it('a condition that comes back is none of those that stayed', () => {
    const draft = createDraft(delays, false)
    draft.setPairs(now => now.toSpliced(1, 1))
    draft.load(delays)
    expect(new Set(draft.keys()).size).toBe(3)
  })

  it('of Discard finds the rows that were removed before', async () => {
    await openBoth('#/rules/h')
    press('Remove header change 2')
    await expect.poll(rows).toEqual(['a', 'c'])
    press('Discard')
    await expect.poll(rows).toEqual(['a', 'b', 'c'])
    undo()
    await expect.poll(rows).toEqual(['a', 'c'])
    undo()
    await expect.poll(rows).toEqual(['a', 'b', 'c'])
  })

  it('of Discard finds them in a condition that was never saved, too', async () => {
    await openNew('QueryParam')
    fill('Source value', 'shop.test')
    press('Save')
    await waitFor(() => expect(screen.getAllByText(/needs? a look$/)).toBeTruthy())
    fill('Parameter', 'kept')
    press('Save')
    await said(/ saved$/)
    pick('Add another condition', 'A copy of the last one')
    await waitFor(() => expect(screen.getAllByLabelText('Parameter')).toHaveLength(2))
    press('Delete condition 1')
    fill('Parameter', 'fresh')
    press('Remove parameter change 1')
    await waitFor(() => expect(screen.queryByLabelText('Parameter')).toBeNull())
    press('Discard')
    await expect.poll(() => valuesOf('Parameter')).toEqual(['kept'])
    undo()
    await waitFor(() => expect(screen.queryByLabelText('Parameter')).toBeNull())
    undo()
    await expect.poll(() => valuesOf('Parameter')).toEqual(['fresh'])
  })

  it('of “Take theirs” asks again, so that Save does not write over theirs', async () => {
    const client = await openBoth('#/rules/d')
    fill('Description', 'mine')
    await client.ask('rule.update', {id: 'd', payload: {description: 'theirs'}})
    await waitFor(() => press('Take theirs'))
    await expect.poll(() => valuesOf('Description')).toEqual(['theirs'])
    undo()
    await expect.poll(() => valuesOf('Description')).toEqual(['mine'])
    screen.getByText('Changed elsewhere')
    press('Save')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Take theirs'))
    expect(client.view().rules[0]?.rule?.description).toBe('theirs')
  })
})

it('a rule without a typed name is called in the head what is in the form, also where theirs is another', async () => {
  const source = (value: string) => ({key: 'url', operator: 'Contains', value}) as const
  const rule = aRule('Cancel', {
    id: 'c',
    name: 'Stop two.test',
    pairs: [{id: 'p', source: source('https://two.test/')}],
  })
  const client = fakeClient({rules: [aView(rule)]})
  await openOptions(client, '#/rules/c')
  fill('Source value', 'https://mine.test/')
  const theirs = {name: 'Stop theirs.test', pairs: [{id: 'p', source: source('https://theirs.test/')}]}
  await client.ask('rule.update', {id: 'c', payload: theirs})
  await waitFor(() => screen.getByText('Changed elsewhere'))
  const named = () => [
    screen.getByRole('heading', {level: 1}).textContent,
    screen.getByLabelText<HTMLInputElement>('Name').placeholder,
    document.title,
  ]
  await expect.poll(named).toEqual(['Edit Stop mine.test', 'Stop mine.test', 'Stop mine.test · Switchyard'])
})

describe('the focus', () => {
  it.each(['An empty condition', 'A copy of the last one'])('goes into %s, to be typed in', async item => {
    await openNew('Headers')
    pick('Add another condition', item)
    await waitFor(() => expect(screen.getAllByLabelText('Source value')).toHaveLength(2))
    expect(document.activeElement).toBe(screen.getAllByLabelText('Source value')[1])
  })

  it('that is on the first fault already is brought into sight by Save', async () => {
    await openNew('Cancel')
    const field = screen.getByLabelText('Source value')
    field.focus()
    const scrolled = vi.spyOn(field, 'scrollIntoView')
    press('Save')
    await waitFor(() => expect(scrolled).toHaveBeenCalled())
    expect(document.activeElement).toBe(field)
  })
})

describe('Ctrl Z', () => {
  const undoIn = (field: Element) => fireEvent.keyDown(field, {key: 'z', ctrlKey: true})
  const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', {name})

  it.each([
    ['Headers', 'Do', 'Remove'],
    ['Headers', 'On', 'Response'],
    ['QueryParam', 'Do', 'Remove all'],
    ['UserAgent', 'Preset', 'Chrome on Android'],
  ] as const)('in a %s form takes back what was chosen in %s', async (type, name, other) => {
    await openNew(type)
    const before = select(name).value
    choose(name, other)
    await waitFor(() => expect(select(name).value).not.toBe(before))
    expect(screen.queryByText(`${name} changed`)).toBeNull()
    undoIn(select(name))
    await waitFor(() => expect(select(name).value).toBe(before))
    await said(`Undone: ${name} changed`)
  })

  it('takes no letters out of another field, where the one it is pressed in was moved', async () => {
    await openNew('Headers')
    press('Add header change')
    await waitFor(() => expect(screen.getAllByLabelText('Value')).toHaveLength(2))
    fill('Source value', 'shop.test')
    for (const value of screen.getAllByLabelText('Value')) fireEvent.input(value, {target: {value: 'new'}})
    pick('Move header change 2', 'Move up')
    await said('Header change 2 moved to place 1')
    undo()
    await said('Undone: Header change 2 moved to place 1')
    const typed = () => [...valuesOf('Value'), ...valuesOf('Source value')].join(' ')
    undo()
    await expect.poll(typed).toBe('new  shop.test')
    undo()
    await expect.poll(typed).toBe('  shop.test')
    undo()
    await expect.poll(typed).toBe('  ')
  })
})
