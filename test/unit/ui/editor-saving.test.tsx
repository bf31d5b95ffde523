// @vitest-environment happy-dom
import {fireEvent, screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
import type {WorkerClient} from '../../../src/messaging/messages'
import {anUnreadable, aRule, aView} from './builders'
import {fakeClient, type FakeClient} from './fake-client'
import {createFakeStoredValues} from './fake-browser-adapter'
import {closePage, fill, openOptions, press} from './page'

afterEach(closePage)

const source = (value: string) => ({key: 'host', operator: 'Equals', value}) as const
const savedRule = () =>
  aRule('Delay', {id: 'd', name: 'Slow', pairs: [{id: 'p', source: source('a.test'), delay: 500}]})
const heading = () => screen.getByRole('heading', {level: 1}).textContent
const go = async (hash: string, title: string) => {
  location.hash = hash
  await waitFor(() => expect(heading()).toBe(title))
}
const draftsIn = (all: ReadonlyMap<string, unknown>) => [...all.keys()].filter(key => key.startsWith('draft:'))
const settled = () => new Promise(done => setTimeout(done, 400))
const getValue = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value

/** A worker that holds back its answer to one message. */
function slow(client: FakeClient, name: string): FakeClient & {answer: () => void} {
  let answer: () => void = () => undefined
  const isTime = new Promise<void>(done => {
    answer = done
  })
  const ask: WorkerClient['ask'] = async (asked, body) => {
    const answered = await client.ask(asked, body)
    if (asked === name) await isTime
    return answered
  }
  return {...client, ask, answer: () => answer()}
}

describe('a form that is left during a save', () => {
  it('leaves no draft behind', async () => {
    const store = createFakeStoredValues()
    const client = slow(fakeClient({rules: [aView(savedRule())]}), 'rule.update')
    await openOptions(client, '#/rules/d', {storedValues: store})
    fill('Delay', '900')
    press('Save')
    await waitFor(() => expect(client.bodies('rule.update')).toHaveLength(1))
    await go('#/groups', 'Groups')
    expect(draftsIn(store.all)).toEqual(['draft:d'])
    client.answer()
    await waitFor(() => expect(draftsIn(store.all)).toEqual([]))
  })

  it('does not navigate back to a new rule', async () => {
    const store = createFakeStoredValues()
    const client = slow(fakeClient(), 'rule.create')
    await openOptions(client, '#/rules/new/Cancel', {storedValues: store})
    fill('Source value', 'tracker')
    press('Save')
    await waitFor(() => expect(client.bodies('rule.create')).toHaveLength(1))
    await go('#/groups', 'Groups')
    client.answer()
    await waitFor(() => expect(screen.getByText(/” saved$/)).toBeTruthy())
    expect([location.hash, heading()]).toEqual(['#/groups', 'Groups'])
    expect(draftsIn(store.all)).toEqual([])
    await go('#/rules/new/Cancel', 'New rule: Cancel')
    expect(getValue('Source value')).toBe('')
  })

  it('gives way to another new rule requested before its own URL was seen', async () => {
    await openOptions(fakeClient(), '#/rules/new/Cancel')
    fill('Source value', 'tracker')
    // Both URL changes happen before the page receives the first event.
    vi.spyOn(location, 'replace').mockImplementationOnce(() => dispatchEvent(new Event('hashchange')))
    press('Save')
    await waitFor(() => expect(screen.getByText(/” saved$/)).toBeTruthy())
    await waitFor(() => expect([heading(), getValue('Source value')]).toEqual(['New rule: Cancel', '']))
  })

  it('keeps text typed after returning to it', async () => {
    const store = createFakeStoredValues()
    const client = slow(fakeClient({rules: [aView(savedRule())]}), 'rule.update')
    await openOptions(client, '#/rules/d', {storedValues: store})
    fill('Delay', '900')
    press('Save')
    await waitFor(() => expect(client.bodies('rule.update')).toHaveLength(1))
    await go('#/groups', 'Groups')
    await go('#/rules/d', 'Edit Slow')
    fill('Description', 'typed since')
    await settled()
    client.answer()
    await settled()
    expect(getValue('Description')).toBe('typed since')
    expect(draftsIn(store.all)).toEqual(['draft:d'])
  })
})

it('a worker that dies during a creation creates one rule with the latest text', async () => {
  const client = fakeClient()
  let isDead = true
  const ask: WorkerClient['ask'] = async (name, body) => {
    const answered = await client.ask(name, body)
    if (name === 'rule.create' && isDead) throw new Error('The message port closed before a response was received.')
    return answered
  }
  await openOptions({...client, ask}, '#/rules/new/Cancel')
  fill('Source value', 'tracker')
  press('Save')
  await waitFor(() => expect(screen.getByText(/^Not done/)).toBeTruthy())
  isDead = false
  fill('Source value', 'tracker.test')
  press('Save')
  await waitFor(() => expect(location.hash).toMatch(/^#\/rules\/Cancel_/))
  expect(client.view().rules.map(({rule}) => rule?.pairs[0]?.source?.value)).toEqual(['tracker.test'])
  expect(getValue('Source value')).toBe('tracker.test')
})

describe('a simultaneous save by another page', () => {
  /** Another page saves right before this page's save reaches the worker. */
  const quicker = (payload: object) => {
    const client = fakeClient({rules: [aView(savedRule())]})
    let isFirst = true
    const ask: WorkerClient['ask'] = async (name, body) => {
      if (name === 'rule.update' && isFirst) {
        isFirst = false
        await client.ask('rule.update', {id: 'd', payload: {...payload}})
      }
      return client.ask(name, body)
    }
    return {...client, ask}
  }
  const getAncestor = (client: FakeClient) => client.view().rules[0]?.rule

  it('is merged if it changed other fields', async () => {
    const client = quicker({description: 'theirs'})
    await openOptions(client, '#/rules/d')
    fill('Delay', '900')
    press('Save')
    await waitFor(() => expect(screen.getByText('“Slow” saved')).toBeTruthy())
    expect(getAncestor(client)).toMatchObject({description: 'theirs', pairs: [{delay: 900}]})
    press('Undo')
    await waitFor(() => expect(getAncestor(client)).toMatchObject({description: 'theirs', pairs: [{delay: 500}]}))
  })

  it('is not overwritten by Undo, which says so', async () => {
    const client = fakeClient({rules: [aView(savedRule())]})
    const theirs = {pairs: [{id: 'p', source: source('a.test'), delay: 700}]}
    await openOptions(client, '#/rules/d')
    fill('Delay', '900')
    press('Save')
    await waitFor(() => expect(screen.getByText('“Slow” saved')).toBeTruthy())
    await client.ask('rule.update', {id: 'd', payload: {...getAncestor(client), ...theirs}})
    press('Undo')
    const text = 'Not undone, because it was changed or deleted since: “Slow” saved'
    await waitFor(() => expect(screen.getByText(text)).toBeTruthy())
    expect(getAncestor(client)).toMatchObject(theirs)
  })

  it('is asked about if both changed one field', async () => {
    const client = quicker({pairs: [{id: 'p', source: source('a.test'), delay: 700}]})
    await openOptions(client, '#/rules/d')
    fill('Delay', '900')
    press('Save')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Take theirs'))
    expect(getAncestor(client)).toMatchObject({pairs: [{delay: 700}]})
    expect(getValue('Delay')).toBe('900')
    press('Keep mine')
    press('Save')
    await waitFor(() => expect(getAncestor(client)).toMatchObject({pairs: [{delay: 900}]}))
  })
})

describe('Undo of a save', () => {
  const openSaved = async () => {
    const client = fakeClient({rules: [aView(savedRule())]})
    await openOptions(client, '#/rules/d')
    fill('Delay', '900')
    fill('Name', 'Slower')
    press('Save')
    await waitFor(() => expect(screen.getByText('“Slower” saved')).toBeTruthy())
    return client
  }
  const getAncestor = (client: FakeClient) => client.view().rules[0]?.rule

  it('leaves the switch and the pin alone', async () => {
    const client = await openSaved()
    await client.ask('rules.pin', {ids: ['d'], pinned: true})
    await client.ask('rules.switch', {ids: ['d'], on: false})
    press('Undo')
    await waitFor(() => expect(getAncestor(client)?.name).toBe('Slow'))
    expect(getAncestor(client)).toMatchObject({
      isFavourite: true,
      status: 'Inactive',
      pairs: [{id: 'p', delay: 500}],
    })
  })

  it('is refused if the rule was changed since', async () => {
    const client = await openSaved()
    await client.ask('rule.update', {id: 'd', payload: {description: 'from another page'}})
    press('Undo')
    await waitFor(() => expect(screen.getByText(/^Not undone.*“Slower” saved$/)).toBeTruthy())
    expect(getAncestor(client)).toMatchObject({name: 'Slower', description: 'from another page'})
  })

  it('restores a deleted condition', async () => {
    const two = {...savedRule(), pairs: [...savedRule().pairs, {id: 'q', source: source('b.test'), delay: 700}]}
    const client = fakeClient({rules: [aView(two)]})
    await openOptions(client, '#/rules/d')
    press('Delete condition 1')
    press('Save')
    await waitFor(() => expect(screen.getByText(/” saved$/)).toBeTruthy())
    expect(getAncestor(client)?.pairs).toHaveLength(1)
    press('Undo')
    await waitFor(() => expect(getAncestor(client)?.pairs).toMatchObject(two.pairs))
  })
})

describe('new rules of one type', () => {
  const store = () => createFakeStoredValues()
  /** Clears the session storage of the tab, as in a new tab. */
  const asAnotherTab = () => sessionStorage.clear()

  it('start empty for another page and offer the draft, which can be continued', async () => {
    const all = store()
    await openOptions(fakeClient(), '#/rules/new/Cancel?host=one.test', {storedValues: all})
    fill('Source value', 'one.test:8080')
    await settled()
    await go('#/rules/new/Cancel?host=two.test', 'New rule: Cancel')
    await waitFor(() => expect(getValue('Source value')).toBe('two.test'))
    press(/^Continue the draft from \d\d:\d\d$/)
    await waitFor(() => expect(getValue('Source value')).toBe('one.test:8080'))
    expect(screen.queryByText(/^Continue the draft/)).toBeNull()
    expect(draftsIn(all.all)).toHaveLength(1)
  })

  it('are restored for the page that they were started for', async () => {
    const all = store()
    await openOptions(fakeClient(), '#/rules/new/Cancel?host=one.test', {storedValues: all})
    fill('Source value', 'one.test:8080')
    await openOptions(fakeClient(), '#/rules/new/Cancel?host=one.test', {storedValues: all})
    await waitFor(() => expect(getValue('Source value')).toBe('one.test:8080'))
  })

  it('lose nothing when another draft is continued', async () => {
    const all = store()
    await openOptions(fakeClient(), '#/rules/new/Cancel', {storedValues: all})
    fill('Source value', 'first')
    await settled()
    asAnotherTab()
    await openOptions(fakeClient(), '#/rules/new/Cancel', {storedValues: all})
    expect(getValue('Source value')).toBe('')
    fill('Source value', 'second')
    press(/^Continue the draft from/)
    await waitFor(() => expect(getValue('Source value')).toBe('first'))
    press(/^Continue the draft from/)
    await waitFor(() => expect(getValue('Source value')).toBe('second'))
  })

  it('offer no other draft once they are saved, even if typing continues', async () => {
    const all = store()
    await openOptions(fakeClient(), '#/rules/new/Cancel', {storedValues: all})
    fill('Source value', 'first')
    await settled()
    asAnotherTab()
    await openOptions(fakeClient(), '#/rules/new/Cancel', {storedValues: all})
    const field = screen.getByLabelText('Source value')
    field.focus()
    fill('Source value', 'second')
    expect(screen.queryByText(/^Continue the draft/)).not.toBeNull()
    fireEvent.keyDown(field, {key: 's', ctrlKey: true})
    await waitFor(() => screen.getByText(/^Saved \d\d:\d\d$/))
    expect(document.activeElement).toBe(field)
    expect(screen.queryByText(/^Continue the draft/)).toBeNull()
    expect(screen.queryByText(/(?:is|are) unsaved$/)).toBeNull()
    expect(draftsIn(all.all)).toHaveLength(1)
  })

  it('are separate in each tab, and saving one leaves the other', async () => {
    const all = store()
    const client = fakeClient()
    await openOptions(client, '#/rules/new/Cancel', {storedValues: all})
    fill('Source value', 'first')
    await settled()
    asAnotherTab()
    await openOptions(client, '#/rules/new/Cancel', {storedValues: all})
    fill('Source value', 'second')
    press('Save')
    await waitFor(() => expect(client.view().rules).toHaveLength(1))
    await waitFor(() => expect(location.hash).toMatch(/Cancel_/))
    expect(draftsIn(all.all)).toHaveLength(1)
    expect(JSON.stringify([...all.all.values()])).toContain('first')
  })

  it('split if a tab was duplicated and one of the two has saved', async () => {
    const all = store()
    const client = fakeClient()
    await openOptions(client, '#/rules/new/Cancel', {storedValues: all})
    fill('Source value', 'first')
    await settled()
    const [storageKey = ''] = draftsIn(all.all)
    await all.remove(storageKey)
    await waitFor(() => expect(draftsIn(all.all)).toHaveLength(1))
    expect(draftsIn(all.all)).not.toEqual([storageKey])
    await client.ask('rule.create', {
      payload: {...aRule('Cancel'), id: undefined, name: 'of the other tab'},
      once: storageKey.split('/')[2],
    })
    press('Save')
    await waitFor(() => expect(client.view().rules).toHaveLength(2))
  })
})

describe('a rule that becomes unreadable while its form is open', () => {
  const unreadable = {rules: [anUnreadable('d', {name: 'Slow', pairs: null})]}

  it('is shown as its record if the form has no changes', async () => {
    const client = fakeClient({rules: [aView(savedRule())]})
    await openOptions(client, '#/rules/d')
    client.set(unreadable)
    expect(await screen.findByText(/"pairs": null/)).toBeTruthy()
  })

  it('is not called deleted, and unsaved changes are saved as another rule', async () => {
    const client = fakeClient({rules: [aView(savedRule())]})
    await openOptions(client, '#/rules/d')
    fill('Delay', '900')
    client.set(unreadable)
    expect(await screen.findByText('This rule can no longer be read')).toBeTruthy()
    expect(screen.queryByRole('button', {name: 'Restore from trash'})).toBeNull()
    fireEvent.click(screen.getByRole('switch', {name: 'Slow'}))
    press('Save')
    await waitFor(() =>
      expect(client.view().rules.map(({rule}) => [rule?.name, rule?.status])).toEqual([
        [undefined, undefined],
        ['Slow', 'Inactive'],
      ]),
    )
    await waitFor(() => expect(screen.queryByText('This rule can no longer be read')).toBeNull())
  })
})
