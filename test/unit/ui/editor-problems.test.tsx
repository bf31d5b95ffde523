// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import type {Problem} from '../../../src/model/problems'
import {shortenUrls} from '../../../src/ui/sentences/redirect-loop'
import {aGroup, aRule, aView} from './builders'
import {fakeClient, type FakeClient} from './fake-client'
import {choose, fill, closePage, openOptions, press} from './page'

afterEach(closePage)

const host = (value: string) => ({key: 'host', operator: 'Equals', value}) as const
const named = (id: string, name: string, problems: readonly Problem[] = [], groupId = '') =>
  aView(aRule('Cancel', {id: `Cancel_${id}`, name, groupId}), {problems})
const rail = () => screen.getByRole('complementary')
const callout = (title: string) =>
  waitFor(() => {
    const found = within(rail()).getByText(title).closest<HTMLElement>('.callout')
    if (!found) throw new Error('no callout has this title')
    return found
  })

describe('a rule with a payload filter', () => {
  it('works in part, and can be limited to fetch and XHR', async () => {
    const source = {...host('pay.test'), filters: [{requestPayload: {key: 'a', value: '1'}}]}
    const rule = aRule('Cancel', {id: 'Cancel_1', pairs: [{source}]})
    await openOptions(fakeClient({rules: [aView(rule)]}), '#/rules/Cancel_1')
    const said = await callout('Works in part')
    expect(said.textContent).toContain('Payload filters work for fetch and XHR only. Other requests are not changed.')
    const worksFor = () => screen.getByText('Works for').parentElement?.textContent
    expect(worksFor()).toContain('fetch and XHR. Not in workers.')
    press('Limit to fetch and XHR', within(said))
    await waitFor(() => expect(within(rail()).queryByText('Works in part')).toBeNull())
    expect(screen.getByText('fetch and XHR')).toBeTruthy()
    press('Undo')
    await callout('Works in part')
  })
})

it('a Response for a page offers to name pages in its Type filter', async () => {
  const rule = aRule('Response', {id: 'r', pairs: [{source: host('shop.test'), type: 'static', value: '<p>'}]})
  await openOptions(fakeClient({rules: [aView(rule)]}), '#/rules/r')
  const title = 'Works for fetch and XHR only'
  const note = await callout(title)
  expect(note.textContent).toContain('Without a Type filter this rule does not answer pages.')
  press('Add Type page', within(note))
  await waitFor(() => expect(within(rail()).queryByText(title)).toBeNull())
  expect(screen.getByText('page, fetch and XHR')).toBeTruthy()
  press('Undo')
  await callout(title)
})

describe('a limit of the type', () => {
  it.each(['Delay', 'UserAgent'] as const)('of a %s rule is stated once, without a callout', async type => {
    await openOptions(fakeClient({rules: [aView(aRule(type, {id: 'r'}))]}), '#/rules/r')
    const label = await screen.findByText('Works for')
    await new Promise(later => setTimeout(later, 400))
    expect(label.parentElement?.textContent).toContain('workers')
    expect(rail().querySelector('.callout')).toBeNull()
  })
})

describe('a problem of one field', () => {
  const field = (name: string) => screen.getByLabelText(name)
  const below = (name: string) => {
    const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map(id => document.getElementById(id)?.textContent).join(' ')
  }
  const leave = (name: string) => fireEvent.blur(field(name))

  it('is corrected by one click where only the scheme is missing', async () => {
    const client = fakeClient()
    await openOptions(client, '#/rules/new/Cancel')
    choose('Source key', 'URL')
    choose('Source operator', 'matches wildcard')
    fill('Source value', 'api.shop.test/*')
    leave('Source value')
    await waitFor(() => expect(below('Source value')).toMatch(/starts with its scheme/))
    press('Use *://api.shop.test/*')
    expect((field('Source value') as HTMLInputElement).value).toBe('*://api.shop.test/*')
    await waitFor(() => expect(below('Source value')).toBe(''))
    press('Undo')
    await waitFor(() => expect((field('Source value') as HTMLInputElement).value).toBe('api.shop.test/*'))
  })

  it('is shown below the field once it was left, and the rule can be saved', async () => {
    const client = fakeClient()
    await openOptions(client, '#/rules/new/Redirect')
    choose('Source key', 'Host')
    choose('Source operator', 'equals')
    fill('Source value', 'shop.test')
    fill('Destination', 'http://localhost:3000/$1')
    await new Promise(later => setTimeout(later, 400))
    expect(below('Destination')).toBe('')
    leave('Destination')
    await waitFor(() => expect(below('Destination')).toMatch(/^\$1 is always empty: the condition captures nothing\. /))
    expect(field('Destination').getAttribute('aria-invalid')).toBeNull()
    expect(within(rail()).queryByText(/is always empty/)).toBeNull()
    press('Save')
    await waitFor(() => expect(client.bodies('rule.create')).toHaveLength(1))
    choose('Source operator', 'matches wildcard')
    fill('Source value', 'shop.*')
    await waitFor(() => expect(below('Destination')).toBe(''))
  })

  it('is shown at once on a saved rule and updated during typing', async () => {
    const source = {key: 'url', operator: 'Wildcard_Matches', value: 'api.shop.test/*'} as const
    const rule = aRule('Cancel', {id: 'Cancel_1', pairs: [{source}]})
    await openOptions(fakeClient({rules: [aView(rule)]}), '#/rules/Cancel_1')
    const sentence = 'A URL starts with its scheme: enter *://api.shop.test/*'
    await waitFor(() => expect(below('Source value')).toBe(sentence))
    const tester = await screen.findByRole('region', {name: 'Tester'})
    await waitFor(() => expect(tester.textContent).toContain(`No URL matches this rule. ${sentence}`))
    expect(within(tester).getByLabelText<HTMLInputElement>('Test a URL').value).toBe('')
    fill('Source value', '*://api.shop.test/*')
    await waitFor(() => expect(below('Source value')).toBe(''))
    await waitFor(() =>
      expect(within(tester).getByLabelText<HTMLInputElement>('Test a URL').value).toBe('https://api.shop.test/x'),
    )
  })

  it('is shown below “To” for the replacement of a Replace', async () => {
    const source = {key: 'host', operator: 'Equals', value: 'shop.test'} as const
    const rule = aRule('Replace', {id: 'Replace_1', pairs: [{source, from: '/v\\d/', to: 'w$1'}]})
    await openOptions(fakeClient({rules: [aView(rule)]}), '#/rules/Replace_1')
    await waitFor(() => expect(below('To')).toBe('$1 is always empty: the regex captures nothing. Use a group: (…).'))
  })
})

it('the hint of a destination names a capture only if the operator has captures', async () => {
  await openOptions(fakeClient(), '#/rules/new/Redirect')
  const hints = ['equals', 'contains', 'matches wildcard', 'matches regex'].map(operator => {
    choose('Source operator', operator)
    return screen.getByLabelText<HTMLInputElement>('Destination').placeholder
  })
  expect(hints.map(hint => hint.includes('$1'))).toEqual([false, false, true, true])
})

describe('a new rule', () => {
  it.each([
    ['Cancel', 'Source value', 's'],
    ['Headers', 'Source value', 's'],
    ['QueryParam', 'Parameter', 'p'],
  ] as const)('of type %s is not shown as left out once its %s has text', async (type, field, text) => {
    await openOptions(fakeClient(), `#/rules/new/${type}`)
    await screen.findByText('Browser rules')
    // By now it has been validated as an empty rule.
    await new Promise(later => setTimeout(later, 500))
    const told = new Set<string | null>()
    const watch = new MutationObserver(() => told.add(rail().querySelector('.callout')?.textContent ?? null))
    watch.observe(rail(), {childList: true, subtree: true, characterData: true})
    fill(field, text)
    await new Promise(later => setTimeout(later, 500))
    watch.disconnect()
    expect([...told].filter(each => each !== null)).toEqual([])
    expect(screen.getByText('Works for').parentElement?.textContent).not.toContain('Nothing')
  })
})

describe('a rule of a redirect loop', () => {
  const loop: Problem = {
    code: 'loop',
    urls: ['https://a.test/', 'https://b.test/x', 'https://a.test/'],
    rules: ['Cancel_out', 'Cancel_back'],
  }
  const title = 'Ignored: it would redirect in a loop'

  it('shows the rules of the loop and opens the next one', async () => {
    await openOptions(
      fakeClient({rules: [named('back', 'Back to a'), named('out', 'Out', [loop])]}),
      '#/rules/Cancel_out',
    )
    const said = await callout(title)
    const way = 'a.test → b.test/x (this rule) → a.test (“Back to a”).'
    expect(said.textContent).toContain(way)
    const tester = await screen.findByRole('region', {name: 'Tester'})
    const linked = 'a.test → b.test/x (this rule) → a.test (Back to a).'
    await waitFor(() => expect(tester.textContent).toContain(`It would redirect in a loop: ${linked}`))
    press('Show rule', within(said))
    await waitFor(() => expect(screen.getByRole('heading', {level: 1}).textContent).toContain('Back to a'))
  })

  it('says so in its row', async () => {
    await openOptions(fakeClient({rules: [named('back', 'Back to a'), named('out', 'Out', [loop])]}), '#/rules')
    expect(screen.getByText('Ignored').title).toBe(`${title}. a.test → b.test/x (this rule) → a.test (“Back to a”).`)
  })

  it('shows the loop before it is saved, until its destination changes', async () => {
    const client = fakeClient({rules: [named('back', 'Back to a')]})
    client.setCircle({...loop, rules: ['new', 'Cancel_back']})
    await openOptions(client, '#/rules/new/Redirect')
    expect(client.bodies('rule.circle')).toEqual([])
    fill('Source value', 'https://a.test/')
    fill('Destination', 'https://b.test/')
    const said = await callout(title)
    expect(said.textContent).toContain('a.test → b.test/x (this rule) → a.test (“Back to a”).')
    expect(within(said).getByRole('button', {name: 'Show rule'})).toBeTruthy()
    expect(screen.getByText('Works for').parentElement?.textContent).toContain('Nothing')
    expect(client.bodies('rule.circle').at(-1)).toMatchObject({
      id: 'new',
      payload: {pairs: [{destination: 'https://b.test/'}]},
    })
    client.setCircle(null)
    fill('Destination', 'https://c.test/')
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
  })

  it('is checked one request at a time, and only while it is valid', async () => {
    const client = fakeClient({rules: [named('back', 'Back to a')]})
    let answer = () => {}
    const slow: FakeClient = {
      ...client,
      async ask(name, body) {
        if (name === 'rule.circle') await new Promise<void>(resolve => (answer = resolve))
        return client.ask(name, body)
      },
    }
    await openOptions(slow, '#/rules/new/Redirect')
    fill('Source value', 'https://a.test/')
    const later = () => new Promise(resolve => setTimeout(resolve, 400))
    await later()
    expect(client.bodies('rule.circle')).toEqual([])
    for (const name of ['b', 'c', 'd']) {
      fill('Destination', `https://${name}.test/`)
      await later()
    }
    answer()
    await later()
    answer()
    await waitFor(() => expect(client.bodies('rule.circle')).toHaveLength(2))
    expect(client.bodies('rule.circle').at(-1)).toMatchObject({payload: {pairs: [{destination: 'https://d.test/'}]}})
  })

  it('offers no other rule if it loops alone', async () => {
    const alone = {...loop, urls: ['https://a.test/', 'http://a.test/'], rules: ['Cancel_out']}
    await openOptions(fakeClient({rules: [named('out', 'Out', [alone])]}), '#/rules/Cancel_out')
    const said = await callout(title)
    expect(said.textContent).toContain('https://a.test → http://a.test (this rule).')
    expect(within(said).queryByRole('button')).toBeNull()
  })
})

it('a long URL of a loop is shortened to its start and end', () => {
  const long = `https://b.test/${'way/'.repeat(30)}end`
  expect(shortenUrls(['https://a.test/', long])).toEqual([
    'a.test',
    `b.test/${'way/'.repeat(30).slice(0, 33)}…${long.slice(-20)}`,
  ])
})

describe('a rule over a limit', () => {
  const over: Problem = {code: 'over-limit', pair: 0, params: {limit: 2, number: 3, kind: 'regex'}}
  const title = 'Over Chrome’s limit'
  const ids = (client: FakeClient) => client.view().rules.map(({id, rule}) => `${rule?.groupId}/${id}`)

  /** A worker that has only the first two rules of the list in force. */
  async function open(
    groups: readonly string[],
    others: readonly (readonly [id: string, group: string])[],
    own: string,
  ) {
    const rules = others.map(([id, group]) => named(id, `Rule ${id}`, [], group === '' ? '' : `Group_${group}`))
    const client = fakeClient({groups: groups.map(name => aGroup(name)), rules})
    const validation = () => {
      const order = ['', ...groups].toReversed()
      const sorted = client
        .view()
        .rules.toSorted(
          (a, b) => order.indexOf((b.rule?.groupId ?? '').slice(6)) - order.indexOf((a.rule?.groupId ?? '').slice(6)),
        )
      return sorted.map((view, at) => ({...view, problems: at < 2 ? [] : [over]}))
    }
    const {ask} = client
    client.set({rules: validation()})
    await openOptions(
      {
        ...client,
        async ask(name, body) {
          const answer = await ask(name, body)
          if (name === 'rules.move') client.set({rules: validation()})
          return answer
        },
      },
      `#/rules/Cancel_${own}`,
    )
    return client
  }

  it('moves to the top of its group if that is enough, and the focus moves on', async () => {
    const client = await open(
      ['A'],
      [
        ['1', 'A'],
        ['2', 'A'],
        ['3', 'A'],
      ],
      '3',
    )
    const button = within(await callout(title)).getByRole('button', {name: 'Move up'})
    button.focus()
    button.click()
    await waitFor(() => expect(screen.getByText('Moved to the top of its group')).toBeTruthy())
    expect(ids(client)).toEqual(['Group_A/Cancel_3', 'Group_A/Cancel_1', 'Group_A/Cancel_2'])
    expect(within(rail()).queryByText(title)).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('combobox', {name: 'Group'}))
  })

  it('moves to the top of the first group if the rules above take all; Undo reverts', async () => {
    const client = await open(
      ['A', 'B'],
      [
        ['1', 'A'],
        ['2', 'A'],
        ['3', 'B'],
        ['4', 'B'],
      ],
      '4',
    )
    const before = ids(client)
    press('Move to the top of “A”', within(await callout(title)))
    await waitFor(() => expect(screen.getByText('“Rule 4” moved to position 1 of 3 in “A”')).toBeTruthy())
    expect(ids(client)[0]).toBe('Group_A/Cancel_4')
    press(/^Undo/)
    await waitFor(() => expect(ids(client)).toEqual(before))
    await callout(title)
  })

  it('moves only to the top of its group if that has room', async () => {
    const client = await open(
      ['A', 'B'],
      [
        ['1', 'A'],
        ['2', 'B'],
        ['3', 'B'],
      ],
      '3',
    )
    press('Move up', within(await callout(title)))
    await waitFor(() => expect(ids(client)).toEqual(['Group_A/Cancel_1', 'Group_B/Cancel_3', 'Group_B/Cancel_2']))
  })

  it('keeps its unsaved changes when it moves', async () => {
    const client = await open(
      ['A', 'B'],
      [
        ['1', 'A'],
        ['2', 'A'],
        ['3', 'B'],
      ],
      '3',
    )
    fill('Description', 'Half written')
    press('Move to the top of “A”', within(await callout(title)))
    await waitFor(() => expect(ids(client)[0]).toBe('Group_A/Cancel_3'))
    expect(screen.getByDisplayValue('Half written')).toBeTruthy()
    const group = () => screen.getByRole<HTMLSelectElement>('combobox', {name: 'Group'}).value
    await waitFor(() => expect(group()).toBe('Group_A'))
  })
})

it('a loop made by the draft is shown in the tester, with its rules', async () => {
  const redirect = (id: string, name: string, from: string, to: string) =>
    aView(
      aRule('Redirect', {
        id: `Redirect_${id}`,
        name,
        pairs: [{source: host(from), destinationType: 'url', destination: to}],
      }),
    )
  const rules = [
    redirect('back', 'Back to a', 'b.test', 'https://a.test/'),
    redirect('out', 'Out', 'a.test', 'https://c.test/'),
  ]
  await openOptions(fakeClient({rules}), '#/rules/Redirect_out')
  await screen.findByLabelText('Test a URL')
  fill('Test a URL', 'https://a.test/')
  fill('Destination', 'https://b.test/')
  await waitFor(() =>
    expect(screen.getByRole('region', {name: 'Tester'}).querySelector('.verdict')?.textContent).toContain(
      'RefusedIt would redirect in a loop: a.test → b.test (this rule) → a.test (Back to a).',
    ),
  )
  expect(screen.getByRole('link', {name: 'Back to a'}).getAttribute('href')).toBe('#/rules/Redirect_back')
})
