import {screen, within} from '@testing-library/preact'
import {aGroup, aRule, aView} from './builders'
import {fakeClient} from './fake-client'

export const now = Date.now()
export const tab = 'https://shop.test/checkout'
export const createMatches = (browserRule: number, count: number, tabId = 7) =>
  Array.from({length: count}, (_, index) => ({browserRule, tabId, time: now - 1000 - index}))
export const getNames = (region: string) =>
  within(screen.getByRole('region', {name: region}))
    .queryAllByRole('switch')
    .map(each => each.getAttribute('aria-label'))
export const getSecondLine = (name: string) =>
  screen.getByRole('switch', {name}).closest('li')?.querySelector('.popup-row-second')?.textContent

export const shop = aGroup('Shop')
const onHost = (value: string) => ({
  source: {key: 'host' as const, operator: 'Equals' as const, value},
})
const sets = (...headers: string[]) =>
  headers.map(header => ({header, type: 'Modify' as const, value: 'x', target: 'Request' as const}))
export const token = aView(
  aRule('Headers', {
    id: 't',
    name: 'Token',
    groupId: shop.id,
    pairs: [{...onHost('shop.test'), modifications: sets('Authorization', 'X-Env', 'X-More')}],
  }),
  {browserRules: [1024]},
)
export const library = (...more: Parameters<typeof aView>[0][]) =>
  fakeClient({groups: [shop], rules: [token, ...more.map(rule => aView(rule))]})
