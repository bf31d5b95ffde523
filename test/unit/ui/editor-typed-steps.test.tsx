// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aGroup, aRule, aView} from './builders'
import {fakeClient, type FakeClient} from './fake-client'
import {choose, closePage, fill, openNew, openOptions, pick, press} from './page'

afterEach(closePage)

const source = {key: 'host', operator: 'Equals', value: 'a.test'} as const
const undo = (target: Element = document.body) => fireEvent.keyDown(target, {key: 'z', ctrlKey: true})
const redo = (target: Element = document.body) => fireEvent.keyDown(target, {key: 'z', ctrlKey: true, shiftKey: true})
const valuesOf = (name: string) => screen.getAllByLabelText<HTMLInputElement>(name).map(({value}) => value)
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', {name})

async function openHeaders(through: (client: FakeClient) => FakeClient = client => client) {
  const modifications = ['a', 'b'].map(header => ({header, type: 'Modify', value: '', target: 'Request'}) as const)
  const rule = aRule('Headers', {id: 'h', name: 'Heads', pairs: [{source, modifications}]})
  const client = fakeClient({rules: [aView(rule)], groups: [aGroup('Checkout')]})
  await openOptions(through(client), '#/rules/h')
  return client
}
const rows = () => valuesOf('Header').map((name, at) => name + valuesOf('Value')[at])
const typeInto = (at: number, value: string) =>
  fireEvent.input(screen.getAllByLabelText('Value')[at] as Element, {target: {value}})

describe('what was typed', () => {
  it('in a row before it was moved is taken back after the move, and done again in turn', async () => {
    await openHeaders()
    typeInto(1, '1')
    typeInto(1, '12')
    pick('Move header change 2', 'Move up')
    await expect.poll(rows).toEqual(['b12', 'a'])
    const [value = document.body] = screen.getAllByLabelText('Value')
    undo(value)
    await expect.poll(rows).toEqual(['a', 'b12'])
    undo(value)
    await expect.poll(rows).toEqual(['a', 'b'])
    redo(value)
    await expect.poll(rows).toEqual(['a', 'b12'])
    redo(value)
    await expect.poll(rows).toEqual(['b12', 'a'])
    undo(value)
    await expect.poll(rows).toEqual(['a', 'b12'])
    undo(value)
    await expect.poll(rows).toEqual(['a', 'b'])
  })

  it('in one field after another is taken back wherever the focus is, the last first', async () => {
    await openHeaders()
    fill('Source value', 'b.test')
    typeInto(0, '1')
    fill('Description', 'mine')
    const all = () => [...valuesOf('Source value'), ...rows(), ...valuesOf('Description')].join(' ')
    const before = ['b.test a1 b mine', 'b.test a1 b ', 'b.test a b ', 'a.test a b ']
    for (const each of before) {
      await expect.poll(all).toBe(each)
      undo()
    }
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  it('and was taken back in the field is no step', async () => {
    await openHeaders()
    pick('Move header change 2', 'Move up')
    typeInto(0, '1')
    const [value = document.body] = screen.getAllByLabelText<HTMLInputElement>('Value')
    // As the browser does it.
    fireEvent(value, Object.assign(new InputEvent('input', {bubbles: true, inputType: 'historyUndo'})))
    typeInto(0, '')
    undo(value)
    await expect.poll(rows).toEqual(['a', 'b'])
  })

  it('after something was taken back leaves nothing to be done again', async () => {
    await openHeaders()
    pick('Move header change 2', 'Move up')
    undo()
    await expect.poll(rows).toEqual(['a', 'b'])
    typeInto(0, '1')
    redo()
    await new Promise(later => setTimeout(later, 20))
    expect(rows()).toEqual(['a1', 'b'])
  })
})

describe('what is chosen', () => {
  it.each([
    ['Headers', 'Source key', 'Path'],
    ['Headers', 'Source operator', 'contains'],
    ['Headers', 'Group', 'Checkout'],
    ['Redirect', 'Destination type', 'Local file'],
  ] as const)('in a %s form in %s is a step', async (type, name, other) => {
    await openNew(type, '?host=a.test')
    const before = select(name).value
    choose(name, other)
    await waitFor(() => expect(select(name).value).not.toBe(before))
    const after = select(name).value
    undo(select(name))
    await waitFor(() => expect(select(name).value).toBe(before))
    redo(select(name))
    await waitFor(() => expect(select(name).value).toBe(after))
  })

  it('of a filter and in it is one step after the other', async () => {
    await openNew('Headers')
    pick('Add filter', 'Payload')
    await waitFor(() => select('Payload operator'))
    choose('Payload operator', 'contains')
    await waitFor(() => expect(select('Payload operator').value).toBe('Contains'))
    undo()
    await waitFor(() => expect(select('Payload operator').value).toBe('Equals'))
    undo()
    await waitFor(() => expect(screen.queryByLabelText('Payload operator')).toBeNull())
  })

  it.each([
    ['row', () => press('Add header change'), () => valuesOf('Header').length],
    ['condition', () => pick('Add another condition', 'A copy of the last one'), () => valuesOf('Source value').length],
  ] as const)('to be a new %s is a step too', async (_, add, count) => {
    await openHeaders()
    const before = count()
    add()
    await expect.poll(count).toBe(before + 1)
    undo()
    await expect.poll(count).toBe(before)
  })
})

describe('a save', () => {
  it('stands before what was done while it was under way', async () => {
    let letGo = () => {}
    const held = new Promise<void>(done => {
      letGo = done
    })
    const client = await openHeaders(each => ({
      ...each,
      async ask(name, body) {
        if (name === 'rule.update') await held
        return each.ask(name, body)
      },
    }))
    typeInto(0, '1')
    press('Save')
    await waitFor(() => expect(client.bodies('library.read').length).toBeGreaterThan(1))
    await new Promise(later => setTimeout(later, 20))
    pick('Move header change 2', 'Move up')
    await expect.poll(rows).toEqual(['b', 'a1'])
    letGo()
    const kept = () => client.view().rules[0]?.rule?.pairs
    const saved = [{modifications: [{header: 'a', value: '1'}, {header: 'b'}]}]
    await waitFor(() => expect(kept()).toMatchObject(saved))
    undo()
    await expect.poll(rows).toEqual(['a1', 'b'])
    expect(kept()).toMatchObject(saved)
    undo()
    await waitFor(() => screen.getByText('Undone: “Heads” saved'))
    expect(kept()).toMatchObject([{modifications: [{value: ''}, {}]}])
  })
})
