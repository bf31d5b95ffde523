// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient, type FakeClient} from './fake-client'
import {closePage, fill, openOptions, press} from './page'

afterEach(closePage)

const pairs = (delay: number) => [{id: 'p', source: {key: 'host', operator: 'Equals', value: 'a.test'}, delay}]
const open = async () => {
  const rule = aRule('Delay', {id: 'd', name: 'Slow', pairs: pairs(500)} as never)
  const client = fakeClient({rules: [aView(rule)]})
  await openOptions(client, '#/rules/d')
  return client
}
const changeElsewhere = async (client: FakeClient, delay: number) => {
  await client.ask('rule.update', {id: 'd', payload: {...client.view().rules[0]?.rule, pairs: pairs(delay)}})
  await screen.findByText('Changed elsewhere')
}
const key = (given: string) => fireEvent.keyDown(document.activeElement ?? document.body, {key: given, ctrlKey: true})
const expectFocus = (name: string) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', {name})))
const expectDelay = (value: string) =>
  waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Delay', {selector: 'input'}).value).toBe(value))
/** Focuses a button as the keyboard does and clicks it. */
const pressFocused = (name: string) => {
  screen.getByRole('button', {name}).focus()
  press(name)
}

describe('the focus moves to Save', () => {
  it('after Discard, which Ctrl Z reverts', async () => {
    await open()
    fill('Delay', '1250')
    pressFocused('Discard')
    await expectDelay('500')
    expect(screen.queryByText('Unsaved changes')).toBeNull()
    await expectFocus('Save')
    key('z')
    await expectDelay('1250')
  })

  it('after “Take theirs” and “Keep mine”, which Ctrl S focuses first', async () => {
    const client = await open()
    fill('Delay', '1250')
    await changeElsewhere(client, 700)
    key('s')
    await expectFocus('Take theirs')
    press('Take theirs')
    await expectDelay('700')
    await expectFocus('Save')
    key('z')
    await expectDelay('1250')
    pressFocused('Keep mine')
    await waitFor(() => expect(screen.queryByText('Changed elsewhere')).toBeNull())
    await expectDelay('1250')
    await expectFocus('Save')
    key('s')
    await waitFor(() => expect(client.view().rules[0]?.rule).toMatchObject({pairs: [{delay: 1250}]}))
  })

  it('after a rule deleted elsewhere is restored with its unsaved changes', async () => {
    const client = await open()
    fill('Delay', '900')
    await client.ask('rules.delete', {ids: ['d']})
    const title = await screen.findByText('This rule was deleted')
    expect(title.closest('[role=alert]')).toBeTruthy()
    pressFocused('Restore from trash')
    await waitFor(() => expect(screen.queryByText('This rule was deleted')).toBeNull())
    await expectFocus('Save')
    await expectDelay('900')
    key('s')
    await waitFor(() => expect(client.view().rules.map(({rule}) => rule?.pairs)).toMatchObject([[{delay: 900}]]))
  })
})

it('Save stores a rule that was deleted elsewhere as a new one', async () => {
  const client = await open()
  fill('Delay', '1250')
  await client.ask('rules.delete', {ids: ['d']})
  await screen.findByText('This rule was deleted')
  press('Save')
  await waitFor(() => expect(client.view().rules).toHaveLength(1))
  expect(client.view().rules[0]?.rule).toMatchObject({name: 'Slow', pairs: [{delay: 1250}]})
  expect(client.view().rules[0]?.id).not.toBe('d')
})
