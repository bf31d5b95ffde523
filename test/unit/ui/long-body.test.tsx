// @vitest-environment happy-dom
import {screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, fill, openOptions, press} from './page'

afterEach(closePage)

const long = `begin ${'0123456789'.repeat(30_000)} end`
const body = () => screen.getByLabelText('Response body') as HTMLTextAreaElement
const open = async (value: string) => {
  const pairs = [{source: {key: 'host', operator: 'Equals', value: 'a.test'}, type: 'static', value}]
  const client = fakeClient({rules: [aView(aRule('Response', {id: 'r', name: 'Long', pairs} as never))]})
  await openOptions(client, '#/rules/r')
  return client
}

describe('a very long body', () => {
  it('shows only its beginning but is saved completely', async () => {
    const client = await open(long)
    expect(long.startsWith(body().value)).toBe(true)
    expect(body().value.length).toBeLessThan(long.length / 10)
    expect(body().readOnly).toBe(true)
    expect(screen.queryByText('Unsaved changes')).toBeNull()
    fill('Status code', '201')
    press('Save')
    await waitFor(() => expect(client.bodies('rule.update')).toHaveLength(1))
    expect(client.bodies('rule.update')[0]?.payload['pairs']).toMatchObject([{value: long}])
  })

  it('is shown completely, with the focus, for editing', async () => {
    await open(long)
    press('Edit all of it')
    await waitFor(() => expect(body().value).toBe(long))
    expect(body().readOnly).toBe(false)
    expect(document.activeElement).toBe(body())
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  it('is not shortened during typing', async () => {
    await open('short')
    fill('Response body', long)
    await waitFor(() => expect(screen.getByText('Unsaved changes')).toBeTruthy())
    expect(body().value).toBe(long)
  })
})
