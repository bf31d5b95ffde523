import {expect, it} from 'vitest'
import {readRules} from '../../../src/import-export/import-rules'

const entry = (index: number) =>
  JSON.stringify({
    request: {method: 'GET', url: `https://api.shop.test/items/${index}`, headers: [], postData: undefined},
    response: {
      status: 200,
      statusText: 'OK',
      headers: [],
      content: {mimeType: 'application/json', text: `{"id":${index},"text":"${'x'.repeat(5_000)}"}`},
    },
    timings: {wait: -1},
  })

it('reading a large HAR file yields progress and can stop', () => {
  const total = 2_000
  const reading = readRules(
    `{"log":{"entries":[${Array.from({length: total}, (_, index) => entry(index)).join(',')}]}}`,
  )
  const seen: number[] = []
  for (let step = reading.next(); step.done !== true; step = reading.next()) {
    expect(step.value.total).toBe(total)
    seen.push(step.value.done)
    if (step.value.done >= total / 2) break
  }
  expect(seen).toEqual(Array.from({length: 21}, (_, index) => index * 50))
  expect(reading.return(undefined as never).done).toBe(true)
})
