import type {Page} from '@playwright/test'
import {userAgents} from '../../../src/ui/data/user-agents'
import {expect, where} from '../fixtures'
import {test as base} from '../shared'
import {startUserAgentSite, toldTo, type Told, type UserAgentSite} from './user-agent-site'

/** `native`: the values of Chromium without a rule. */
type Fixtures = {readonly agents: UserAgentSite; readonly tab: Page; readonly native: Told}

export const test = base.extend<Fixtures>({
  // Playwright requires a destructured first argument, even if it is empty.
  // oxlint-disable-next-line no-empty-pattern
  agents: async ({}, use) => {
    const agents = await startUserAgentSite()
    await use(agents)
    await agents.close()
  },
  tab: async ({app}, use) => use(await app.context.newPage()),
  native: async ({tab, agents}, use) => {
    await tab.goto(`${agents.one}/native`)
    await use(await toldTo(tab))
  },
})

export const everywhere = where('url', 'Contains', 'http://')
export const named = (name: string) => userAgents.find(each => each.name === name)?.value ?? ''
export const android = named('Chrome on Android')
export const safari = named('Safari on iOS')

/** Expects the user agent of the last request for the path in the scripts. */
export function agrees(told: Told, agents: UserAgentSite, path: string): void {
  const headers = agents.headersOf(path).at(-1) ?? {}
  const {data} = told
  const brands = data?.brands.map(({brand, version}) => `"${brand}";v="${version}"`).join(', ')
  expect({
    'user-agent': told.userAgent,
    'sec-ch-ua': brands,
    'sec-ch-ua-mobile': data ? `?${Number(data.mobile)}` : undefined,
    'sec-ch-ua-platform': data ? `"${data.platform}"` : undefined,
  }).toEqual({
    'user-agent': headers['user-agent'],
    'sec-ch-ua': headers['sec-ch-ua'],
    'sec-ch-ua-mobile': headers['sec-ch-ua-mobile'],
    'sec-ch-ua-platform': headers['sec-ch-ua-platform'],
  })
}
