// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import type {RuleView} from '../../../src/model/views'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {choose, closePage, fill, openOptions, press, toggle} from './page'

afterEach(closePage)

const goTo = (id: string, name: string, value: string, groupId = '') => {
  const source = {key: 'url', operator: 'Contains', value} as const
  const pairs = [{source, destinationType: 'url', destination: `https://${id}.test/`}]
  return aView(aRule('Redirect', {id, name, groupId, pairs} as never))
}
const upper = (groupId = '') => goTo('upper', 'API to localhost', 'api.shop.test/', groupId)
const lower = () => goTo('lower', 'Legacy API', 'api.shop.test/v1/')
const open = async (hash: string, rules: readonly RuleView[] = [upper(), lower()]) => {
  const client = fakeClient({groups: [aGroup('Checkout')], rules})
  await openOptions(client, hash)
  return client
}
const row = (name: string) => screen.getByRole('row', {name: new RegExp(name)})
const isMarked = (name: string) => within(row(name)).queryByText('Overridden') !== null
const expectMarked = (name: string, marked = true) => waitFor(() => expect(isMarked(name)).toBe(marked))
const queryCallout = () =>
  [...document.querySelectorAll<HTMLElement>('.callout')].find(each => each.textContent.includes('Overridden'))
const expectCallout = (text: string | RegExp = '') =>
  waitFor(() => {
    const found = queryCallout()
    if (!found) throw new Error('No callout says Overridden')
    expect(found.textContent).toMatch(text)
    return found
  })
const expectNoCallout = () => waitFor(() => expect(queryCallout()).toBeUndefined())
const getButtons = () =>
  within(queryCallout() ?? document.body)
    .getAllByRole('button')
    .map(each => each.textContent)
const findTester = () => screen.findByRole('region', {name: 'Tester'})
const expectVerdict = (text: string) =>
  waitFor(() => expect(document.querySelector('.tester .verdict')?.textContent).toContain(text))
const getGroup = () => screen.getByLabelText<HTMLSelectElement>('Group')

describe('an overridden rule', () => {
  it('is marked and found by the filter, and only active rules override it', async () => {
    await open('#/rules')
    await expectMarked('Legacy API')
    expect(isMarked('API to localhost')).toBe(false)
    const description = document.getElementById(row('Legacy API').getAttribute('aria-describedby') ?? '')
    expect(description?.textContent).toMatch(/“API to localhost” acts first/)
    toggle('API to localhost')
    await expectMarked('Legacy API', false)
    toggle('API to localhost')
    await expectMarked('Legacy API')
    press('1 problem')
    await waitFor(() => expect(document.querySelectorAll('.rule-row')).toHaveLength(1))
    toggle('Legacy API')
    await waitFor(() => expect(screen.queryByText('Overridden')).toBeNull())
  })

  it('names the other rule in its form, moves above it and back, and opens it', async () => {
    await open('#/rules/lower')
    const callout = await expectCallout(/“API to localhost” acts first on every request that this rule matches\./)
    await findTester()
    fill('Test a URL', 'https://api.shop.test/v1/')
    await expectVerdict('API to localhost is above this rule and acts first.')
    within(callout).getByRole('button', {name: 'Move above it'}).focus()
    press('Move above it', within(callout))
    await expectNoCallout()
    await waitFor(() => expect(document.activeElement).toBe(getGroup()))
    await expectVerdict('Matchesgoes to https://lower.test/')
    fireEvent.keyDown(getGroup(), {key: 'z', ctrlKey: true})
    press('Show rule', within(await expectCallout()))
    await waitFor(() => expect(screen.getByRole('heading', {level: 1}).textContent).toBe('Edit API to localhost'))
    await expectNoCallout()
  })

  it('moves into the group of the other rule from the form and from the tester', async () => {
    await open('#/rules/lower', [upper('Group_Checkout'), lower()])
    const callout = await expectCallout()
    expect(getButtons()).toEqual(['Move above it', 'Show rule'])
    press('Move above it', within(callout))
    await screen.findByText('“Legacy API” moved to position 1 of 2 in “Checkout”')
    await expectNoCallout()
    expect(getGroup().value).toBe('Group_Checkout')
    press('Undo')
    await expectCallout()
    await waitFor(() => expect(getGroup().value).toBe(''))
    const tester = await findTester()
    fill('Test a URL', 'https://api.shop.test/v1/')
    await waitFor(() => press('Move above it', within(tester)))
    await expectVerdict('Matchesgoes to https://lower.test/')
  })

  it('is the shorter of two Delays, in any order', async () => {
    const wait = (name: string, delay: number) => {
      const source = {key: 'host', operator: 'Equals', value: 'dd.test'} as const
      return aView(aRule('Delay', {id: name, name, pairs: [{source, delay}]}))
    }
    await open('#/rules', [wait('Short', 100), wait('Long', 2_900)])
    await expectMarked('Short')
    location.hash = '#/rules/Short'
    await expectCallout(/“Long” waits longer \(2,900 ms\) on every request that this rule matches\./)
    expect(getButtons()).toEqual(['Show rule'])
    fill('Delay', '3000')
    press('Save')
    await expectNoCallout()
  })

  it('is marked before it is saved', async () => {
    await open('#/rules/new/Redirect')
    choose('Source key', 'URL')
    choose('Source operator', 'contains')
    fill('Source value', 'api.shop.test/v2/')
    fill('Destination', 'https://new.test/')
    await expectCallout(/“(?:API to localhost|Legacy API)” acts first/)
    expect(getButtons()).toEqual(['Show rule'])
    fill('Source value', 'else.test')
    await expectNoCallout()
    fill('Source value', 'api.shop.test/v2/')
    await expectCallout()
    press('Save')
    await waitFor(() => expect(getButtons()).toEqual(['Move above it', 'Show rule']))
  })
})

it('the tester turns on all rules and the rule where that is the reason', async () => {
  const source = {key: 'host', operator: 'Equals', value: 'api.test'} as const
  const rule = aRule('Cancel', {id: 'stop', name: 'Stop', status: 'Inactive', pairs: [{source}]})
  const client = await open('#/rules/stop', [aView(rule)])
  await client.ask('rules.pause', {paused: true})
  const tester = within(await findTester())
  await expectVerdict('All rules are paused.')
  press('Turn rules on', tester)
  await expectVerdict('This rule is off.')
  expect(client.view().paused).toBe(false)
  press('Turn it on', tester)
  await expectVerdict('Matchesstops the request')
})
