// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {createFakeStoredValues} from './fake-browser-adapter'
import {closePage, fill, openOptions, press} from './page'

afterEach(closePage)

const client = () => fakeClient({rules: [aView(aRule('Cancel', {id: 'c'}))]})
const title = () => screen.getByRole('heading', {level: 1}).textContent
const sourceValue = () => screen.getByLabelText<HTMLInputElement>('Source value').value

/** Opens a form and discards its draft. */
async function discarded() {
  const kept = createFakeStoredValues()
  await openOptions(client(), '#/rules/c', {storedValues: kept})
  fill('Source value', 'old text')
  await waitFor(() => expect(JSON.stringify(kept.all.get('draft:c'))).toContain('old text'))
  press('Discard')
  await waitFor(() => expect(kept.all.get('draft:c')).toBeUndefined())
  return {drafts: () => JSON.stringify([...kept.all])}
}

describe('Undo of Discard', () => {
  it('keeps newer changes instead', async () => {
    const {drafts} = await discarded()
    fill('Source value', 'newer text')
    press('Undo')
    await waitFor(() => expect(screen.getByText(/^Not undone.*Changes discarded$/)).toBeTruthy())
    expect(sourceValue()).toBe('newer text')
    await waitFor(() => expect(drafts()).toContain('newer text'))
  })

  it('from the list stores the draft again', async () => {
    const {drafts} = await discarded()
    location.hash = '#/rules'
    await waitFor(() => expect(title()).toBe('Rules'))
    fireEvent.keyDown(document.body, {key: 'z', ctrlKey: true})
    await waitFor(() => expect(drafts()).toContain('old text'))
  })

  it('restores a new rule in another new form of the same type', async () => {
    await openOptions(client(), '#/rules/new/Cancel')
    fill('Source value', 'old text')
    press('Discard')
    await waitFor(() => expect(title()).toBe('Rules'))
    location.hash = '#/rules/new/Cancel'
    await waitFor(() => expect(sourceValue()).toBe(''))
    press('Undo')
    await waitFor(() => expect(sourceValue()).toBe('old text'))
  })
})
