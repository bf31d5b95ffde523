// @vitest-environment happy-dom
import {waitFor} from '@testing-library/preact'
import {afterEach, expect, it} from 'vitest'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {closePage, startPopup} from './page'

afterEach(closePage)

it('only visible rows and a few around them are rendered', async () => {
  const rules = Array.from({length: 300}, (_, n) => aView(aRule('Cancel', {name: `Rule ${n}`})))
  startPopup(fakeClient({rules}))
  const drawn = () => document.querySelectorAll('.popup-row').length
  await waitFor(() => expect(drawn()).toBeGreaterThan(0))
  // 480 pixels hold 12 rows of 40 pixels; four more are rendered around them.
  expect(drawn()).toBeLessThanOrEqual(16)
})
