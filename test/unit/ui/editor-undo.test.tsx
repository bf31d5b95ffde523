// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, choose, fill, openNew, openOptions, pick, press} from './page'

afterEach(closePage)

const getValue = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value
const undo = () => fireEvent.keyDown(document.body, {key: 'z', ctrlKey: true})
const kind = (name: string) => fireEvent.click(screen.getByRole('radio', {name}))
const focusIsOn = (name: string) => waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(name))
const savedPairs = (client: ReturnType<typeof fakeClient>) => client.view().rules[0]?.rule?.pairs

describe('Undo in the form reverts', () => {
  it('formatting, unless the text was edited since', async () => {
    await openNew('Response')
    fill('Response body', '{"a":1}')
    await waitFor(() => expect(screen.getByText<HTMLButtonElement>('Format').disabled).toBe(false))
    press('Format')
    await waitFor(() => expect(getValue('Response body')).toBe('{\n  "a": 1\n}'))
    undo()
    await waitFor(() => expect(getValue('Response body')).toBe('{"a":1}'))
    press('Format')
    await waitFor(() => expect(getValue('Response body')).toBe('{\n  "a": 1\n}'))
    fill('Response body', '[]')
    press('Undo')
    await waitFor(() =>
      expect(screen.getByText('Not undone, because it was changed or deleted since: Formatted')).toBeTruthy(),
    )
    expect(getValue('Response body')).toBe('[]')
  })

  it('a picked file, and the focus stays next to it', async () => {
    await openNew('Redirect')
    choose('Destination type', 'Picked file or mock')
    const files = [new File(['let a'], 'a.js', {type: 'text/javascript'})]
    fireEvent.change(screen.getByLabelText('Choose file'), {target: {files}})
    const remove = await screen.findByRole('button', {name: 'Remove a.js'})
    remove.focus()
    press('Remove a.js')
    await focusIsOn('Choose file')
    undo()
    await waitFor(() => screen.getByRole('button', {name: 'Remove a.js'}))
    choose('Destination type', 'URL')
    await waitFor(() => expect(screen.getByText('“a.js” removed from the rule')).toBeTruthy())
    undo()
    await waitFor(() => screen.getByRole('button', {name: 'Remove a.js'}))
  })

  it('a removed filter or condition with its content, even after other edits', async () => {
    await openNew('Response')
    fill('Source value', 'shop.test')
    pick('Add filter', 'Page domains')
    fill('Page domains', 'cdn.test')
    press('Done')
    press('Remove filter Page on cdn.test')
    await focusIsOn('Add filter')
    fill('Status code', '402')
    press('Undo')
    await waitFor(() => screen.getByRole('button', {name: 'Page on cdn.test'}))
    expect(getValue('Status code')).toBe('402')
    choose('Source key', 'Any fetch or XHR')
    await waitFor(() => expect(screen.queryByLabelText('Source value')).toBeNull())
    undo()
    await waitFor(() => screen.getByLabelText('Source value'))
    expect(getValue('Source value')).toBe('shop.test')
    screen.getByRole('button', {name: 'Page on cdn.test'})
  })
})

describe('Undo of a removed row or condition', () => {
  const source = {key: 'host', operator: 'Equals', value: 'a.test'} as const
  const named = (...names: string[]) => ({
    source,
    modifications: names.map(header => ({header, type: 'Modify' as const, value: '', target: 'Request' as const})),
  })
  const names = () => screen.getAllByLabelText<HTMLInputElement>('Header').map(({value}) => value)

  it('restores each in its place, one after the other', async () => {
    const pairs = [named('a', 'b'), named('c')]
    await openOptions(fakeClient({rules: [aView(aRule('Headers', {id: 'h', pairs}))]}), '#/rules/h')
    fireEvent.click(screen.getAllByRole('button', {name: 'Remove header change 1'})[0] as Element)
    await waitFor(() => expect(names()).toEqual(['b', 'c']))
    // Ctrl Z has to work right away, so no text field has the focus.
    await focusIsOn('Remove header change 1')
    press('Delete condition 1')
    await waitFor(() => expect(names()).toEqual(['c']))
    for (const before of [
      ['b', 'c'],
      ['a', 'b', 'c'],
    ]) {
      undo()
      await waitFor(() => expect(names()).toEqual(before))
    }
  })
})

describe('Ctrl Z in a text field', () => {
  const undoIn = (field: Element) => fireEvent.keyDown(field, {key: 'z', ctrlKey: true})

  it('is left to the browser; elsewhere it restores the last removed row', async () => {
    await openNew('QueryParam')
    press('Remove parameter change 1')
    await waitFor(() => expect(screen.queryByLabelText('Parameter')).toBeNull())
    fill('Source value', 'shop.test')
    expect(undoIn(screen.getByLabelText('Source value'))).toBe(true)
    expect(screen.queryByLabelText('Parameter')).toBeNull()
    expect(undoIn(screen.getByRole('button', {name: 'Save'}))).toBe(false)
    await waitFor(() => screen.getByLabelText('Parameter'))
    expect(undoIn(screen.getByLabelText('Source key'))).toBe(false)
    expect(getValue('Source value')).toBe('shop.test')
  })
})

describe('a text replaced by another choice', () => {
  it('returns with its choice, also after a reload and a save', async () => {
    const rule = aRule('Response', {id: 'r', pairs: [{type: 'static', value: '{"a":1}'}]})
    const client = fakeClient({rules: [aView(rule)]})
    const browserAdapter = {storedValues: (await import('./fake-browser-adapter')).createFakeStoredValues()}
    await openOptions(client, '#/rules/r', browserAdapter)
    kind('Code')
    await waitFor(() => expect(getValue('Response body')).toMatch(/^function modifyResponse/))
    fill('Response body', 'mine')
    kind('Static')
    await waitFor(() => expect(getValue('Response body')).toBe('{"a":1}'))
    expect(screen.queryByText('Unsaved changes')).toBeNull()
    kind('Code')
    await waitFor(() => expect(getValue('Response body')).toBe('mine'))
    await new Promise(later => setTimeout(later, 350))
    await openOptions(client, '#/rules/r', browserAdapter)
    expect(getValue('Response body')).toBe('mine')
    press('Save')
    await waitFor(() => expect(savedPairs(client)).toEqual([{type: 'code', value: 'mine'}]))
    kind('Static')
    await waitFor(() => expect(getValue('Response body')).toBe('{"a":1}'))
  })

  it('is restored under Custom if it is a custom user agent', async () => {
    await openNew('UserAgent')
    fill('User agent', 'Own/1.0')
    choose('Preset', 'Chrome on Android')
    await waitFor(() => expect(getValue('User agent')).toMatch(/Android/))
    choose('Preset', 'Safari on iOS')
    await waitFor(() => expect(getValue('User agent')).toMatch(/iPhone/))
    choose('Preset', 'Custom')
    await waitFor(() => expect(getValue('User agent')).toBe('Own/1.0'))
  })
})

describe('an empty last row', () => {
  const source = {key: 'host', operator: 'Equals', value: 'a.test'} as const

  it('is dropped by Save, and the focus stays in the rows', async () => {
    const modifications = [{header: 'X-Env', type: 'Modify', value: '1', target: 'Request'}] as const
    const rule = aRule('Headers', {id: 'h', pairs: [{id: 'p', source, modifications: [...modifications]}]})
    const client = fakeClient({rules: [aView(rule)]})
    await openOptions(client, '#/rules/h')
    const value = screen.getByLabelText('Value')
    value.focus()
    fill('Value', '2')
    fireEvent.keyDown(value, {key: 'Enter'})
    await waitFor(() => expect(screen.getAllByLabelText('Header')[1]).toBe(document.activeElement))
    press('Save')
    await waitFor(() => expect(screen.getByText(/^Saved \d/)).toBeTruthy())
    expect(savedPairs(client)).toMatchObject([{modifications: [{...modifications[0], value: '2'}]}])
    expect(screen.getAllByLabelText('Header')).toEqual([document.activeElement])
  })

  it('is required if it is the only row', async () => {
    const client = await openNew('QueryParam')
    fill('Source value', 'shop.test')
    press('Add parameter change')
    press('Save')
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByLabelText('Parameter')[0]))
    expect(screen.getByText('1 field to fix')).toBeTruthy()
    expect(client.view().rules).toEqual([])
  })
})
