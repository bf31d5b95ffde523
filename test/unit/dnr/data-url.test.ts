import {describe, expect, it} from 'vitest'
import {largestDataUrl} from '../../../src/model/rules/redirect'
import {createDataUrl} from '../../../src/dnr/data-url'

const lead = 'data:text/plain;charset=utf-8;base64,'.length
/** In bytes: base64 writes three bytes as four characters. */
const room = Math.floor((largestDataUrl - lead) / 4) * 3
const readable = largestDataUrl - 'data:text/plain;charset=utf-8,'.length
const urlOf = (text: string) => {
  const made = createDataUrl('text/plain', text)
  return 'url' in made ? made.url : made.size
}

describe('createDataUrl', () => {
  it('percent-encodes a short text', () => {
    expect(urlOf('a b')).toBe('data:text/plain;charset=utf-8,a%20b')
    expect(urlOf('a\uD800')).toBe('data:text/plain;charset=utf-8,a%EF%BF%BD')
  })

  it.each(['"', '"é', '<>'])('uses base64 up to the size limit, then returns the size: %s', piece => {
    const bytes = new TextEncoder().encode(piece).length
    const most = piece.repeat(Math.floor(room / bytes))
    const made = urlOf(most)
    expect(made).toMatch(/^data:text\/plain;charset=utf-8;base64,/)
    expect(String(made).length).toBeLessThanOrEqual(largestDataUrl)
    expect(atob(String(made).split(',')[1] ?? '').length).toBe((most.length * bytes) / piece.length)
    const more = urlOf(`${most}${piece}`)
    expect(more).toBeGreaterThan(largestDataUrl)
    expect(more).toBeLessThan(largestDataUrl + 8)
  })

  it('percent-encodes letters up to the limit, then returns the base64 size', () => {
    expect(urlOf('a'.repeat(readable))).toBe(`data:text/plain;charset=utf-8,${'a'.repeat(readable)}`)
    expect(urlOf('a'.repeat(readable + 1))).toBe(lead + Math.ceil((readable + 1) / 3) * 4)
  })
})
