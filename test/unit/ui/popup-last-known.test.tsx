// @vitest-environment happy-dom
import {screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aRule} from './builders'
import type {fakeClient} from './fake-client'
import {fakeSession} from './fake-surface'
import {closePage, openPopup, startPopup, toggle} from './page'
import {lineOf, library, names, tab, times} from './popup-library'

afterEach(closePage)

describe('what was last known', () => {
  /** A worker that does not answer until it is told to. */
  function sleeping(client: ReturnType<typeof fakeClient>) {
    let wake = () => {}
    const awake = new Promise<void>(done => {
      wake = done
    })
    const ask: typeof client.ask = async (name, body) => {
      await awake
      return client.ask(name, body)
    }
    return {client: {ask, onChange: client.onChange, onSync: client.onSync}, wake: () => wake()}
  }
  async function leave(client: ReturnType<typeof fakeClient>) {
    const session = fakeSession()
    await openPopup(client, tab, {matched: times(1024, 3), session})
    await waitFor(async () => expect(await session.read('lastKnown')).toBeTypeOf('string'))
    closePage()
    return session
  }

  it('is shown before the worker answers, with what acted on this tab', async () => {
    const client = library()
    const session = await leave(client)
    startPopup(sleeping(client).client, tab, {matched: times(1024, 3), session})
    await waitFor(() => expect(names('Applied on this tab')).toEqual(['Token']))
    expect(lineOf('Token')).toBe('3 requests · sets Authorization, X-Env, X-More')
  })

  it('is put right when the worker answers', async () => {
    const client = library(aRule('Delay', {id: 'gone', name: 'Gone'}))
    const session = await leave(client)
    const {client: asleep, wake} = sleeping(client)
    client.set({rules: client.view().rules.filter(each => each.id !== 'gone')})
    startPopup(asleep, tab, {matched: times(1024, 3), session})
    await waitFor(() => screen.getByRole('switch', {name: 'Gone'}))
    wake()
    await waitFor(() => expect(screen.queryByRole('switch', {name: 'Gone'})).toBeNull())
    expect(screen.getByRole('switch', {name: 'Token'})).toBeTruthy()
  })

  it('can be switched meanwhile; a rule that is gone is refused with words', async () => {
    const client = library(aRule('Delay', {id: 'gone', name: 'Gone'}))
    const session = await leave(client)
    const {client: asleep, wake} = sleeping(client)
    client.set({rules: client.view().rules.filter(each => each.id !== 'gone')})
    startPopup(asleep, tab, {matched: times(1024, 3), session})
    await waitFor(() => screen.getByRole('switch', {name: 'Gone'}))
    toggle('Token')
    toggle('Gone')
    expect(screen.getByRole('switch', {name: 'Token'}).getAttribute('aria-checked')).toBe('false')
    wake()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/^Not done\. /))
    await waitFor(() => expect(client.view().rules.map(each => each.rule?.status)).toEqual(['Inactive']))
    expect(screen.getByRole('switch', {name: 'Token'}).getAttribute('aria-checked')).toBe('false')
  })

  it('keeps what was switched where the worker took it, also when nothing can be read', async () => {
    const client = library()
    const session = await leave(client)
    const cannotRead: typeof client.ask = (name, body) =>
      name === 'library.read' ? Promise.reject(new Error('No answer.')) : client.ask(name, body)
    const deaf = () => () => undefined
    startPopup({ask: cannotRead, onChange: deaf, onSync: deaf}, tab, {matched: times(1024, 3), session})
    await waitFor(() => screen.getByRole('switch', {name: 'Token'}))
    toggle('Token')
    await waitFor(() => expect(client.bodies('rules.switch')).toHaveLength(1))
    await new Promise(done => setTimeout(done, 20))
    expect(screen.getByRole('switch', {name: 'Token'}).getAttribute('aria-checked')).toBe('false')
  })

  it('of no use is as good as nothing', async () => {
    const session = fakeSession()
    await session.write('lastKnown', '{"paused":')
    await openPopup(library(), tab, {session})
    expect(screen.getByRole('switch', {name: 'Token'})).toBeTruthy()
  })
})
