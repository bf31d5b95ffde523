// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {choose, closePage, isSwitchOn, openOptions, press, toggle} from './page'

afterEach(closePage)

const undo = () => fireEvent.keyDown(document.body, {key: 'z', ctrlKey: true})
const redo = () => fireEvent.keyDown(document.body, {key: 'y', ctrlKey: true})
const sourceKey = () => screen.getByRole<HTMLSelectElement>('combobox', {name: 'Source key'}).value
const source = {key: 'host', operator: 'Equals', value: 'a.test'} as const
const said = (text: string | RegExp) => waitFor(() => screen.getByText(text))
const stopped = /^Nothing more to undo in this form/

/** The form of one rule, after another one was turned off in the list. */
async function openAfterStep() {
  const rules = ['One', 'Two'].map(name => aView(aRule('Cancel', {id: name, name, pairs: [{source}]})))
  const client = fakeClient({rules})
  await openOptions(client, '#/rules')
  toggle('Two')
  await said('“Two” turned off')
  location.hash = '#/rules/One'
  await waitFor(() => screen.getByLabelText('Source value'))
  return client
}
const dismissToast = () => fireEvent.keyDown(screen.getByRole('button', {name: 'Undo'}), {key: 'Escape'})
const switches = (client: ReturnType<typeof fakeClient>) => client.bodies('rules.switch').map(({on}) => on)

describe('Ctrl Z in a form', () => {
  it('stops at what was done before the form was opened, says so, and what was taken back can be done again', async () => {
    const client = await openAfterStep()
    choose('Source key', 'Path')
    await waitFor(() => expect(sourceKey()).toBe('path'))
    undo()
    await waitFor(() => expect(sourceKey()).toBe('host'))
    undo()
    await said(stopped)
    expect(switches(client)).toEqual([false])
    redo()
    await waitFor(() => expect(sourceKey()).toBe('path'))
    location.hash = '#/rules'
    await waitFor(() => expect(isSwitchOn('Two')).toBe(false))
    undo()
    await waitFor(() => expect(isSwitchOn('Two')).toBe(true))
  })

  it('takes back what a toast on the page offers to take back', async () => {
    const client = await openAfterStep()
    undo()
    await said('Undone: “Two” turned off')
    expect(switches(client)).toEqual([false, true])
  })

  it('takes back the switch of the rule itself, and a save', async () => {
    const client = await openAfterStep()
    dismissToast()
    await waitFor(() => expect(screen.queryByText('“Two” turned off')).toBeNull())
    undo()
    await said(stopped)
    toggle('One')
    await said('“One” turned off')
    undo()
    await said('Undone: “One” turned off')
    choose('Source key', 'Path')
    press('Save')
    await said('“One” saved')
    undo()
    await said('Undone: “One” saved')
    // While that comes to its end, an undo waits for it, in case it makes a step.
    await expect.poll(() => (undo(), screen.queryByText(stopped))).not.toBeNull()
    expect(switches(client)).toEqual([false, false, true])
  })
})
