// @vitest-environment happy-dom
import {screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import type {StoredRecord} from '../../../src/model/rule'
import type {TeamQuestion} from '../../../src/model/team'
import {openAccount} from './open-account'
import {aTeam} from './fake-team'
import {closePage, press} from './page'

afterEach(closePage)

const record = (id: string, name: string): StoredRecord => ({
  id,
  name,
  objectType: 'rule',
  ruleType: 'Redirect',
  status: 'Active',
  groupId: '',
  pairs: [
    {
      source: {key: 'url', operator: 'Contains', value: 'shop.test'},
      destinationType: 'url',
      destination: 'http://localhost:3000/',
    },
  ],
})

const aQuestion = (overrides: Partial<TeamQuestion> = {}): TeamQuestion => ({
  kind: 'rule',
  id: 'Redirect_mine',
  name: 'API to localhost',
  ruleType: 'Redirect',
  mine: record('Redirect_mine', 'API to localhost'),
  candidate: {id: 'Redirect_there', record: record('Redirect_there', 'API to dev box')},
  ...overrides,
})

describe('the question about a rule whose creation got no response', () => {
  it('shows both rules', async () => {
    await openAccount(aTeam({questions: [aQuestion()]}))
    expect(screen.getByText('Is this the rule you created?')).toBeTruthy()
    const versions = [...document.querySelectorAll('.conflict-version')].map(each => each.textContent)
    expect(versions.slice(0, 2)).toEqual(['Yours: API to localhost', 'On the server: API to dev box'])
    expect(versions.filter(text => text?.includes('localhost:3000'))).toHaveLength(2)
    expect(screen.getByRole('link', {name: '1 question'})).toBeTruthy()
    expect(screen.getByText('1 question to answer')).toBeTruthy()
  })

  it.each([
    ['Yes, same rule', true],
    ['No, create mine', false],
  ])('is answered by “%s”', async (name, isSame) => {
    const client = await openAccount(aTeam({questions: [aQuestion()]}))
    press(name)
    await waitFor(() => screen.getByText('“API to localhost” answered'))
    expect(client.bodies('team.answer')).toEqual([{id: 'Redirect_mine', candidate: 'Redirect_there', isSame}])
    expect(screen.queryByText('Is this the rule you created?')).toBeNull()
  })

  it('has one answer if the list is incomplete', async () => {
    const client = await openAccount(aTeam({questions: [aQuestion({candidate: null})]}))
    expect(screen.queryByRole('button', {name: /^Yes/})).toBeNull()
    press('Create it again')
    await waitFor(() =>
      expect(client.bodies('team.answer')).toEqual([{id: 'Redirect_mine', candidate: null, isSame: false}]),
    )
  })
})
