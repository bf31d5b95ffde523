// @vitest-environment happy-dom
import {fireEvent, screen, waitFor, within} from '@testing-library/preact'
import {afterEach, describe, expect, it, vi} from 'vitest'
import {createSettings} from '../../../src/ui/state/settings'
import type {OptionsBrowserAdapter} from '../../../src/ui/browser-adapter'
import {fakeClient} from './fake-client'
import {createFakeStoredValues} from './fake-browser-adapter'
import {closePage, isSwitchOn, openOptions, press, toggle} from './page'

afterEach(() => {
  closePage()
  localStorage.clear()
  delete document.documentElement.dataset['theme']
})

const open = async (browserAdapter: Partial<OptionsBrowserAdapter> = {}) => {
  const client = fakeClient()
  await openOptions(client, '#/settings', browserAdapter)
  return client
}
const shown = () => document.documentElement.dataset['theme']
const pick = (name: string) => fireEvent.click(screen.getByRole('radio', {name}))

describe('the theme', () => {
  it('is applied, stored and reset to the system theme', async () => {
    await open()
    expect(screen.getByRole<HTMLInputElement>('radio', {name: 'System'}).checked).toBe(true)
    pick('Dark')
    await waitFor(() => expect(shown()).toBe('dark'))
    expect(JSON.parse(localStorage.getItem('switchyard.settings') ?? '')).toMatchObject({theme: 'dark'})
    pick('System')
    await waitFor(() => expect(shown()).toBeUndefined())
  })

  it('follows another page', () => {
    const settings = createSettings()
    localStorage.setItem('switchyard.settings', JSON.stringify({theme: 'light', letterKeys: false}))
    dispatchEvent(new StorageEvent('storage', {key: 'switchyard.settings'}))
    expect([shown(), settings.theme.value, settings.letterKeys.value]).toEqual(['light', 'light', false])
    settings.stop()
  })

  it.each(['', 'null', '7', '{"theme":"pink"}', '{'])('is the system theme if %j is stored', storedValues => {
    localStorage.setItem('switchyard.settings', storedValues)
    const settings = createSettings()
    expect([settings.theme.value, settings.letterKeys.value]).toEqual(['system', true])
    settings.stop()
  })
})

it('a setting that cannot be stored applies to this page only, and a warning says so', async () => {
  await open()
  const denied = () => {
    throw new DOMException('Access is denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', {getItem: denied, setItem: denied})
  pick('Dark')
  await waitFor(() => expect(shown()).toBe('dark'))
  const title = await screen.findByText('Chrome did not save this setting')
  expect(title.closest('[role=alert]')?.textContent).toMatch(/It applies until you close or reload this page/)
  vi.unstubAllGlobals()
  pick('Light')
  await waitFor(() => expect(shown()).toBe('light'))
  await waitFor(() => expect(screen.queryByText('Chrome did not save this setting')).toBeNull())
})

it('the language is shown as text, since there is only one', async () => {
  await open()
  expect(screen.getByText('English')).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
})

describe('single-key shortcuts', () => {
  it('do nothing once they are turned off', async () => {
    await open()
    toggle('One-key shortcuts')
    await waitFor(() => expect(isSwitchOn('One-key shortcuts')).toBe(false))
    for (const key of ['?', 'n', 'g', 'r']) fireEvent.keyDown(document.body, {key})
    await Promise.resolve()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('menu')).toBeNull()
    expect(location.hash).toBe('#/settings')
  })
})

describe('permissions', () => {
  it('are shown with a way to change each', async () => {
    const openBrowserPage = vi.fn<OptionsBrowserAdapter['openBrowserPage']>()
    await open({readAccess: async () => ({sites: true, files: false, incognito: false}), openBrowserPage})
    await waitFor(() => expect(screen.getByText('Allowed: rules apply on every site.')).toBeTruthy())
    expect(screen.getByText(/Turn on “Allow access to file URLs”/)).toBeTruthy()
    expect(screen.getByText(/Turn on “Allow in Incognito”/)).toBeTruthy()
    expect(screen.queryByRole('button', {name: 'Allow on all sites'})).toBeNull()
    press('Change access to local files')
    expect(openBrowserPage).toHaveBeenCalledWith('details')
  })

  it('can be requested for all sites, and a rejection is shown', async () => {
    let sites = false
    const answers = [false, true]
    const requestSiteAccess = async () => (sites = answers.shift() ?? false)
    await open({readAccess: async () => ({sites, files: true, incognito: true}), requestSiteAccess})
    await waitFor(() => press('Allow on all sites'))
    await waitFor(() => expect(screen.getByText(/Chrome did not allow it/)).toBeTruthy())
    press('Allow on all sites')
    await waitFor(() => expect(screen.getByText('Allowed: rules apply on every site.')).toBeTruthy())
  })

  it('are read again when the page becomes visible and when Chrome reports a change', async () => {
    let files = false
    let tell = () => undefined as void
    await open({
      readAccess: async () => ({sites: true, files, incognito: true}),
      onAccessChange(listener) {
        tell = listener
        return () => undefined
      },
    })
    await waitFor(() => expect(screen.getByText(/Turn on “Allow access to file URLs”/)).toBeTruthy())
    files = true
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(screen.getByText(/redirects can use local files/)).toBeTruthy())
    files = false
    tell()
    await waitFor(() => expect(screen.getByText(/Turn on “Allow access to file URLs”/)).toBeTruthy())
  })

  it('are shown as unknown if Chrome does not answer', async () => {
    await open({readAccess: () => Promise.reject(new Error('no'))})
    await waitFor(() => expect(screen.getAllByText('Not reported by Chrome').length).toBeGreaterThan(0))
  })
})

describe('limits', () => {
  const limits = (unsafe: number, regex: number): Awaited<ReturnType<OptionsBrowserAdapter['readQuotas']>> => ({
    unsafe: {used: unsafe, max: 5_000},
    dynamic: {used: unsafe + 40, max: 30_000},
    session: {used: 3, max: 5_000},
    regex: {used: regex, max: 1_000},
  })

  it('are shown as labelled meters and warn from 90 percent', async () => {
    await open({readQuotas: async () => limits(812, 900)})
    await waitFor(() => expect(screen.getAllByRole('meter')).toHaveLength(4))
    const meter = screen.getByRole('meter', {name: '812 of 5,000 browser rules'})
    expect([meter.getAttribute('aria-valuenow'), meter.getAttribute('aria-valuemax')]).toEqual(['812', '5000'])
    expect(screen.getByText('852 of 30,000 including rules that only block')).toBeTruthy()
    expect(screen.getByText('3 of 5,000 kept until Chrome closes')).toBeTruthy()
    expect(screen.getAllByText('Nearly full')).toHaveLength(1)
    expect(screen.getByRole('meter', {name: '900 of 1,000 regex rules'}).getAttribute('aria-valuetext')).toContain(
      'Nearly full',
    )
  })

  it('are read again after a change, and say when they are full', async () => {
    let used = 4_499
    const client = await open({readQuotas: async () => limits(used, 0)})
    await waitFor(() => screen.getByText('4,499 of 5,000 browser rules'))
    expect(screen.queryByText('Nearly full')).toBeNull()
    used = 5_000
    client.set({})
    await waitFor(() => expect(screen.getByText('Full: further rules are ignored')).toBeTruthy())
  })
})

describe('shortcuts', () => {
  it("are listed in one table, with the current keys of Chrome's commands", async () => {
    const openBrowserPage = vi.fn<OptionsBrowserAdapter['openBrowserPage']>()
    await open({
      openBrowserPage,
      readCommands: async () => [
        {description: '', keys: 'Alt+Shift+S'},
        {description: 'Rules on', keys: ''},
      ],
    })
    const table = await waitFor(() => screen.getByRole('table', {name: 'Browser'}))
    expect(within(table).getByRole('row', {name: 'Open the popup Alt Shift S'})).toBeTruthy()
    expect(within(table).getByRole('row', {name: 'Rules on None'})).toBeTruthy()
    expect(screen.getByRole('row', {name: 'Undo Ctrl Z'})).toBeTruthy()
    expect(screen.getByRole('row', {name: 'Groups g then g'})).toBeTruthy()
    press('Change in Chrome')
    expect(openBrowserPage).toHaveBeenCalledWith('keys')
  })

  it('use Cmd and Option on a Mac', async () => {
    vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel')
    await open()
    expect(screen.getByRole('row', {name: 'Undo Cmd Z'})).toBeTruthy()
    expect(screen.getByRole('row', {name: 'Move up or down Option ↑ ↓'})).toBeTruthy()
    vi.restoreAllMocks()
  })
})

it('the trash is linked with its size, and the version is shown', async () => {
  const client = await open({version: '9.8.7'})
  expect(screen.getByText('Empty')).toBeTruthy()
  client.set({trashed: 3})
  expect(screen.getByText('Version 9.8.7')).toBeTruthy()
  expect(screen.getByText('No telemetry. Nothing leaves this browser but your own sync.')).toBeTruthy()
  fireEvent.click(screen.getByRole('link', {name: 'Open trash'}))
  await waitFor(() => expect(screen.getByRole('heading', {level: 1, name: 'Trash'})).toBeTruthy())
})

it('an Activity switch that cannot be stored reverts and says why', async () => {
  const storedValues = {...createFakeStoredValues(), write: () => Promise.reject(new Error('The disk is full.'))}
  await openOptions(fakeClient(), '#/settings', {storedValues})
  const log = screen.getByRole('switch', {name: 'Activity log'})
  fireEvent.click(log)
  await waitFor(() => expect(document.querySelector('.toasts')?.textContent).toContain('Not done. The disk is full.'))
  await waitFor(() => expect(log.getAttribute('aria-checked')).toBe('true'))
})
