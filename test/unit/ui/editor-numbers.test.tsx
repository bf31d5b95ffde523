// @vitest-environment happy-dom
import {screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {createFakeStoredValues} from './fake-browser-adapter'
import {closePage, fill, openOptions, press} from './page'

afterEach(closePage)

const source = {key: 'host', operator: 'Equals', value: 'a.test'} as const
const rules = [
  aRule('Delay', {id: 'Delay', name: 'Slow', pairs: [{source, delay: 1_000}]}),
  aRule('Response', {id: 'Status code', name: 'Mock', pairs: [{source, type: 'static', value: '[]', statusCode: 402}]}),
]
const getValue = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value

describe('an invalid number', () => {
  for (const name of ['Delay', 'Status code'])
    it(`stays in the field ${name} after a reload and is never sent`, async () => {
      const storedValues = createFakeStoredValues()
      const client = fakeClient({rules: rules.map(each => aView(each))})
      const open = () => openOptions(client, `#/rules/${encodeURIComponent(name)}`, {storedValues})
      await open()
      fill(name, '12x')
      await waitFor(() => expect(storedValues.all.size).toBe(1))
      await open()
      expect(getValue(name)).toBe('12x')
      press('Save')
      await waitFor(() => expect(screen.getByLabelText(name).getAttribute('aria-invalid')).toBe('true'))
      expect(getValue(name)).toBe('12x')
      fill(name, '250')
      press('Save')
      await waitFor(() => expect(client.bodies('rule.update')).toHaveLength(1))
      expect(JSON.stringify(client.bodies('rule.update'))).not.toContain('12x')
    })
})
