// @vitest-environment happy-dom
import {waitFor} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, openPopup} from './page'

afterEach(closePage)

const rules = Array.from({length: 200}, (_, at) => aView(aRule('Cancel', {id: `c${at}`, name: `Rule ${at}`})))
const rowsIn = (place: Element) => place.querySelectorAll('.popup-row').length

it('the first rows come without what appears on hover only, which is there a moment later', async () => {
  const buttons = (place: Element) => place.querySelectorAll('.popup-row [aria-haspopup=menu]').length
  const seen: number[] = []
  const watch = new MutationObserver(() => {
    if (rowsIn(document.body) > 0) seen.push(buttons(document.body))
  })
  watch.observe(document, {subtree: true, childList: true})
  await openPopup(fakeClient({rules: rules.slice(0, 3)}))
  await waitFor(() => expect(buttons(document.body)).toBe(3))
  watch.disconnect()
  expect(seen[0]).toBe(0)
})

it('of many rules the first frame holds those in sight, and a moment later there are some around them', async () => {
  const seen: number[] = []
  const watch = new MutationObserver(() => {
    const count = rowsIn(document.body)
    if (count > 0) seen.push(count)
  })
  watch.observe(document, {subtree: true, childList: true})
  await openPopup(fakeClient({rules}))
  await waitFor(() => expect(rowsIn(document.body)).toBe(16))
  watch.disconnect()
  // 480 pixels of 40 each.
  expect(seen[0]).toBeLessThanOrEqual(12)
  expect(seen).toContain(12)
})
