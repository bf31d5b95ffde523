// @vitest-environment happy-dom
import {screen, waitFor} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, openOptions, press} from './page'

afterEach(closePage)

it.each(['Add', 'Modify'] as const)(
  'a parameter change that came as %s is shown as Set and keeps its type',
  async type => {
    const [pair] = aRule('QueryParam').pairs
    if (!pair) throw new Error('no pair')
    const rule = aRule('QueryParam', {
      id: 'q',
      name: 'Query',
      pairs: [{...pair, modifications: [{type, param: 'a', value: '1'}]}],
    })
    const client = fakeClient({rules: [aView(rule)]})
    await openOptions(client, '#/rules/q')
    expect(screen.getByLabelText<HTMLSelectElement>('Do').selectedOptions[0]?.textContent).toBe('Set')
    fill('Value', '2')
    press('Save')
    await waitFor(() => expect(client.bodies('rule.update')).toHaveLength(1))
    expect(client.bodies('rule.update')[0]?.payload['pairs']).toMatchObject([{modifications: [{type, value: '2'}]}])
  },
)
