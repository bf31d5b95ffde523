// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import {aGroup, aRule, aView, anUnreadable} from './builders'
import {fakeClient} from './fake-client'
import {closePage, openOptions, press} from './page'

afterEach(closePage)

const field = () => document.querySelector<HTMLInputElement>('.bar-form input')

it('a group name stays in the bar after a rejection and is accepted the next time', async () => {
  const client = fakeClient({rules: ['c', 'd'].map(id => aView(aRule('Cancel', {id})))})
  await openOptions(client, '#/rules')
  client.refuse('group.create', new Error('The disk is full.'))
  fireEvent.click(document.querySelector('.rule-row .rule-when') as Element, {ctrlKey: true})
  await waitFor(() => expect(document.querySelector('.selection-bar')).not.toBeNull())
  press('Move to group')
  fireEvent.click(screen.getByRole('menuitem', {name: /New group/}))
  await waitFor(() => expect(field()).not.toBeNull())
  const send = () => fireEvent.submit(field()?.form as HTMLFormElement)
  fireEvent.input(field() as Element, {target: {value: 'A long name'}})
  send()
  await screen.findByText(/The disk is full/)
  expect(field()?.value).toBe('A long name')
  await waitFor(() => {
    if (field()) send()
    expect(field()).toBeNull()
  })
  expect(client.bodies('group.create')).toHaveLength(2)
  await screen.findByText(/“A long name”/)
})

it('an unreadable record can be neither switched nor moved', async () => {
  const client = fakeClient({rules: [anUnreadable('x', {name: 'Broken'}), aView(aRule('Cancel', {id: 'c'}))]})
  await openOptions(client, '#/rules')
  const select = (id: string) =>
    fireEvent.click(document.querySelector(`[data-id=${id}] .rule-when`) as Element, {ctrlKey: true})
  select('x')
  await screen.findByRole('button', {name: 'Delete'})
  for (const name of ['Turn on', 'Move to group']) expect(screen.queryByRole('button', {name})).toBeNull()
  select('c')
  await screen.findByRole('button', {name: 'Turn off'})
  expect(screen.getByRole('button', {name: 'Move to group'})).toBeTruthy()
})

it('a filter by a deleted group does not show its id', async () => {
  const group = aGroup('Checkout')
  const rules = [aView(aRule('Cancel', {id: 'c', groupId: group.id}))]
  const client = fakeClient({groups: [group, aGroup('Other')], rules})
  await openOptions(client, '#/rules')
  fireEvent.change(screen.getByLabelText('Group', {selector: 'select'}), {target: {value: group.id}})
  await client.ask('group.delete', {id: group.id})
  const choice = () => document.querySelectorAll('.filter-choice')[1]?.textContent ?? ''
  await waitFor(() => expect(choice()).toContain('deleted'))
  expect(choice()).not.toContain(group.id)
})
