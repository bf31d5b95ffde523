// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
import {createDraft} from '../../../src/ui/options/editor/model/draft'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, openNew, openOptions, press} from './page'

afterEach(closePage)

const host = (value: string) => ({key: 'host', operator: 'Equals', value}) as const
const undo = () => fireEvent.keyDown(document.body, {key: 'z', ctrlKey: true})
const getValues = (name: string) => screen.getAllByLabelText<HTMLInputElement>(name).map(({value}) => value)
const said = (text: string | RegExp) => waitFor(() => screen.getByText(text))

describe('repeated Undo', () => {
  const delays = aRule('Delay', {
    id: 'd',
    name: 'Slow',
    pairs: ['one', 'two', 'three'].map(each => ({id: each, source: host(`${each}.test`), delay: 500})),
  })
  const conditions = () => getValues('Source value').map(value => value.replace('.test', ''))
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
  const rows = () => getValues('Header')
  const openBoth = async (hash: string) => {
    const client = fakeClient({rules: [aView(delays), aView(headers)]})
    await openOptions(client, hash)
    return client
  }

  it('adds no condition that is already back, and reverts the step before', async () => {
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

  it('adds no row that is already back', async () => {
    await openBoth('#/rules/h')
    press('Remove header change 2')
    await expect.poll(rows).toEqual(['a', 'c'])
    press('Save')
    await said('“Heads” saved')
    undo()
    await expect.poll(rows).toEqual(['a', 'b', 'c'])
    undo()
    await new Promise(later => setTimeout(later, 20))
    expect(rows()).toEqual(['a', 'b', 'c'])
  })

  it('reverts earlier steps that were not in the save', async () => {
    await openBoth('#/rules/h')
    press('Save')
    press('Remove header change 3')
    await expect.poll(rows).toEqual(['a', 'b'])
    press('Save')
    await said('“Heads” saved')
    press('Remove header change 1')
    await expect.poll(rows).toEqual(['b'])
    undo()
    await expect.poll(rows).toEqual(['a', 'b'])
    undo()
    await expect.poll(rows).toEqual(['a', 'b', 'c'])
  })

  it('gives a restored condition a new key', () => {
    const draft = createDraft(delays, false)
    draft.setPairs(now => now.toSpliced(1, 1))
    draft.load(delays)
    expect(new Set(draft.getPairKeys()).size).toBe(3)
  })

  it('after Discard finds the rows that were removed before', async () => {
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

  it('after Discard finds the rows of a condition that was never saved', async () => {
    await openNew('QueryParam')
    fill('Source value', 'shop.test')
    press('Save')
    await waitFor(() => expect(screen.getAllByText(/fields? to fix$/)).toBeTruthy())
    fill('Parameter', 'kept')
    press('Save')
    await said(/ saved$/)
    press('Add another condition')
    await waitFor(() => expect(screen.getAllByLabelText('Parameter')).toHaveLength(2))
    press('Delete condition 1')
    fill('Parameter', 'fresh')
    press('Remove parameter change 1')
    await waitFor(() => expect(screen.queryByLabelText('Parameter')).toBeNull())
    press('Discard')
    await expect.poll(() => getValues('Parameter')).toEqual(['kept'])
    undo()
    await waitFor(() => expect(screen.queryByLabelText('Parameter')).toBeNull())
    undo()
    await expect.poll(() => getValues('Parameter')).toEqual(['fresh'])
  })

  it('after “Take theirs” asks again, so Save does not overwrite theirs', async () => {
    const client = await openBoth('#/rules/d')
    fill('Description', 'mine')
    await client.ask('rule.update', {id: 'd', payload: {description: 'theirs'}})
    await waitFor(() => press('Take theirs'))
    await expect.poll(() => getValues('Description')).toEqual(['theirs'])
    undo()
    await expect.poll(() => getValues('Description')).toEqual(['mine'])
    screen.getByText('Changed elsewhere')
    press('Save')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Take theirs'))
    expect(client.view().rules[0]?.rule?.description).toBe('theirs')
  })
})

it('the heading of an unnamed rule follows its form, also during a conflict', async () => {
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
  it('moves into a new condition', async () => {
    await openNew('Headers')
    press('Add another condition')
    await waitFor(() => expect(screen.getAllByLabelText('Source value')).toHaveLength(2))
    expect(document.activeElement).toBe(screen.getAllByLabelText('Source value')[1])
  })

  it('on the first error is scrolled into view by Save', async () => {
    await openNew('Cancel')
    const field = screen.getByLabelText('Source value')
    field.focus()
    const scrolled = vi.spyOn(field, 'scrollIntoView')
    press('Save')
    await waitFor(() => expect(scrolled).toHaveBeenCalled())
    expect(document.activeElement).toBe(field)
  })
})

describe('a save', () => {
  it('comes before a row removal made during it', async () => {
    let letGo = () => {}
    const held = new Promise<void>(done => {
      letGo = done
    })
    const modifications = ['a', 'b'].map(header => ({header, type: 'Modify', value: '', target: 'Request'}) as const)
    const rule = aRule('Headers', {id: 'h', name: 'Heads', pairs: [{source: host('a.test'), modifications}]})
    const client = fakeClient({rules: [aView(rule)]})
    const slow = {
      ...client,
      async ask(...[name, body]: Parameters<typeof client.ask>) {
        if (name === 'rule.update') await held
        return client.ask(name, body)
      },
    } as typeof client
    await openOptions(slow, '#/rules/h')
    const rows = () => getValues('Header')
    fireEvent.input(screen.getAllByLabelText('Value')[0] as Element, {target: {value: '1'}})
    press('Save')
    await waitFor(() => expect(client.bodies('library.read').length).toBeGreaterThan(1))
    await new Promise(later => setTimeout(later, 20))
    press('Remove header change 2')
    await expect.poll(rows).toEqual(['a'])
    letGo()
    const getSavedPairs = () => client.view().rules[0]?.rule?.pairs
    await waitFor(() => expect(getSavedPairs()).toMatchObject([{modifications: [{value: '1'}, {header: 'b'}]}]))
    undo()
    await expect.poll(rows).toEqual(['a', 'b'])
    undo()
    await waitFor(() => screen.getByText('Undone: “Heads” saved'))
    expect(getSavedPairs()).toMatchObject([{modifications: [{value: ''}, {}]}])
  })
})
