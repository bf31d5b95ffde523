import {afterEach, describe, expect, it} from 'vitest'
import {createTexts, setLanguage} from '../../../src/locales/texts'

const en = {
  plain: 'No rules',
  named: 'Rule “{name}”',
  count: '{n, plural, one {# rule} other {# rules}}',
  size: 'Up to {most, number} characters',
  status: 'The server responded with {status}.',
  quoted: "its root is '<'{name}'>'",
  rich: 'When <code>{value}</code> matches',
  outer: 'Not read: {reason}',
}
const texts = createTexts({en, de: {plain: 'Keine Regeln', count: '{n, plural, one {# Regel} other {# Regeln}}'}})

afterEach(() => setLanguage('en'))

describe('createTexts', () => {
  it('returns a text without parameters as it is written', () => {
    expect(texts('plain')).toBe('No rules')
  })

  it('inserts parameters, even those that look like syntax', () => {
    expect(texts('named', {name: '{a} <b>'})).toBe('Rule “{a} <b>”')
    expect(texts('quoted', {name: 'svg'})).toBe('its root is <svg>')
  })

  it('formats plurals and numbers', () => {
    expect([1, 1200].map(n => texts('count', {n}))).toEqual(['1 rule', '1,200 rules'])
    expect(texts('size', {most: 12_345})).toBe('Up to 12,345 characters')
    expect(texts('status', {status: 1404})).toBe('The server responded with 1404.')
  })

  it('throws if a parameter is missing', () => {
    expect(() => texts('named')).toThrow('name')
  })

  it('drops tags from a string and returns them as parts of a list', () => {
    expect(texts('rich', {value: '<i>'})).toBe('When <i> matches')
    expect(texts.parts('rich', {value: '<i>'})).toEqual(['When ', {tag: 'code', text: '<i>'}, ' matches'])
    expect(texts.parts('plain')).toEqual(['No rules'])
  })

  it('formats a message inside a message', () => {
    expect(texts.show({code: 'outer', params: {reason: {code: 'count', params: {n: 2}}}})).toBe('Not read: 2 rules')
  })

  it('shows a code that is not in the catalogue as it is', () => {
    expect(texts.show({code: 'gone' as 'plain'})).toBe('gone')
  })

  it('uses the chosen language, and English where it has no text', () => {
    setLanguage('de')
    expect(texts('plain')).toBe('Keine Regeln')
    expect(texts('count', {n: 1})).toBe('1 Regel')
    expect(texts('size', {most: 1000})).toBe('Up to 1,000 characters')
    setLanguage('xx')
    expect(texts('plain')).toBe('No rules')
  })
})
