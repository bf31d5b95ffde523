// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {button, openAccount} from './open-account'
import {aRule} from './builders'
import {aConflict, aTeam} from './fake-team'
import {closePage, press} from './page'

afterEach(closePage)

describe('a sync conflict', () => {
  const group = (name: string) => within(screen.getByRole('radiogroup', {name}))

  it('shows both versions, highlights the differences and lists merged fields', async () => {
    await openAccount(aTeam({conflicts: [aConflict()]}))
    expect(screen.getByText('2 fields changed on both sides, 1 merged')).toBeTruthy()
    const [mine, theirs] = group('Does').getAllByRole('radio')
    expect(mine?.closest('label')?.textContent).toBe('Yours: to http://localhost:3000/$1')
    expect(theirs?.closest('label')?.textContent).toBe('Team’s: to http://dev.shop.test:8080/$1')
    expect([...document.querySelectorAll('mark')].map(each => each.textContent)).toEqual([
      'localhost:3000',
      'dev.shop.test:8080',
      'localhost',
      'dev box',
    ])
    expect(screen.getByText('No group, changed by you only, merged')).toBeTruthy()
  })

  it('stores the selection once every field has a choice', async () => {
    const client = await openAccount(aTeam({conflicts: [aConflict()]}))
    fireEvent.click(group('Does').getAllByRole('radio')[0] as HTMLElement)
    press('Keep selected')
    expect(client.bodies('team.settle')).toEqual([])
    fireEvent.click(group('Name').getAllByRole('radio')[1] as HTMLElement)
    press('Keep selected')
    await waitFor(() => screen.getByText('“API to localhost” resolved'))
    expect(client.bodies('team.settle')).toEqual([{id: 'Redirect_1', choice: {pairs: 'mine', name: 'theirs'}}])
  })

  it('can be settled with one side, or by keeping both rules', async () => {
    for (const [name, choice] of [
      ['All mine', 'mine'],
      ['All theirs', 'theirs'],
      ['Keep both as two rules', 'both'],
    ] as const) {
      const client = await openAccount(aTeam({conflicts: [aConflict()]}))
      press(name)
      await waitFor(() => expect(client.bodies('team.settle')).toEqual([{id: 'Redirect_1', choice}]))
    }
  })

  it('has two buttons if one side deleted the rule, then focuses the next conflict', async () => {
    const deleted = aConflict({id: 'd', name: 'Accept-Language de', theirs: null, fields: [], merged: []})
    const client = await openAccount(aTeam({conflicts: [deleted, aConflict()]}))
    expect(screen.getByText('Deleted by the team, changed here')).toBeTruthy()
    button('Keep and send again').focus()
    press('Keep and send again')
    await waitFor(() => expect(client.bodies('team.settle')).toEqual([{id: 'd', choice: 'mine'}]))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('API to localhost'))
  })

  it('shows conditions and actions separately, with filters and header values', async () => {
    const record = (domain: string, value: string) => ({
      ...aRule('Headers', {
        name: 'Token',
        pairs: [
          {
            source: {key: 'host', operator: 'Equals', value: 'shop.test', filters: [{pageDomains: [domain]}]},
            modifications: [{header: 'X-Env', type: 'Modify', value, target: 'Response'}],
          },
        ],
      }),
    })
    const conflict = aConflict({
      ruleType: 'Headers',
      mine: record('a.test', 'one'),
      theirs: record('b.test', 'two'),
      fields: ['pairs'],
      merged: [],
    })
    await openAccount(aTeam({conflicts: [conflict]}))
    const [mine] = group('When and does').getAllByRole('radio')
    expect(mine?.closest('label')?.textContent).toBe(
      'Yours: Host equals shop.test · Page on a.test\nsets X-Env: one in the response',
    )
  })

  it('shows the raw records if their descriptions are equal', async () => {
    const one = aConflict()
    const withOwn = (own: number) => ({
      ...one.mine,
      pairs: ((one.mine ?? {})['pairs'] as object[]).map(pair => ({...pair, own})),
    })
    await openAccount(aTeam({conflicts: [{...one, mine: withOwn(1), theirs: withOwn(2), fields: ['pairs']}]}))
    const marks = [...document.querySelectorAll('mark')].map(each => each.textContent)
    expect(marks).toEqual(['1', '2'])
    expect(group('Conditions').getAllByRole('radio')).toHaveLength(2)
  })
})
