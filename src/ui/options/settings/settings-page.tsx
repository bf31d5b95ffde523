import {useSignal} from '@preact/signals'
import {useId, useEffect} from 'preact/hooks'
import {getPolicyStatus} from '../../../model/managed-policy'
import {activityLogKey, isLogOn} from '../../request-log/use-request-watch'
import {SegmentedControl} from '../../components/fields/segmented-control'
import {formatNumber, formatBytes} from '../../format'
import {Callout} from '../../components/callout'
import {usePage} from '../../state/page-context'
import {Select} from '../../components/select'
import {Switch} from '../../components/switch'
import {hashes} from '../../routes'
import {themes} from '../../state/settings'
import type {BrowserAccess, QuotaName, QuotaUse} from '../../browser-adapter'
import {commonTexts} from '../../../locales/common'
import {managedTexts} from '../../../locales/managed'
import {settingsTexts} from '../../../locales/settings'
import {ShortcutTable} from '../keys/shortcut-table'
import {useOptions} from '../options-context'
import {PageTitle} from '../page-title'
import {useManagedPolicy, useFetched} from '../../hooks/use-fetched'
import {Backups} from './backups'
import {Section, Setting} from './setting'

export function SettingsPage() {
  const {library} = usePage()
  const {browserAdapter} = useOptions()
  return (
    <>
      <header class="page-head">
        <PageTitle>{settingsTexts('title')}</PageTitle>
      </header>
      <div class="scroll">
        <div class="settings">
          <ManagedPolicy />
          <Appearance />
          <SyncSetting />
          <ActivitySetting />
          <Permissions />
          <Limits />
          <Backups />
          <Section title={settingsTexts('keys')}>
            <ShortcutTable />
            <div class="setting">
              <button type="button" class="link-button" onClick={() => browserAdapter.openBrowserPage('keys')}>
                {settingsTexts('changeKeys')}
              </button>
            </div>
          </Section>
          <Section title={settingsTexts('automation')}>
            <Setting name={settingsTexts('automation')} hint={settingsTexts('automationHint')}>
              <a class="button" href="#/automation">
                {settingsTexts('openAutomation')}
              </a>
            </Setting>
          </Section>
          <Section title={settingsTexts('trash')}>
            <Setting name={settingsTexts('trash')} hint={settingsTexts('inTrash', {count: library.trashedCount.value})}>
              <a class="button" href={hashes.trash}>
                {settingsTexts('openTrash')}
              </a>
            </Setting>
          </Section>
          <Section title={settingsTexts('about')}>
            <Setting
              name={settingsTexts('version', {version: browserAdapter.version})}
              hint={settingsTexts('privacy')}
            />
          </Section>
        </div>
      </div>
    </>
  )
}

function Appearance() {
  const {settings} = usePage()
  const hint = useId()
  return (
    <Section title={settingsTexts('look')}>
      {!settings.isStored.value && (
        <Callout tone="warn" title={settingsTexts('notKept')} role="alert">
          <p>{settingsTexts('notKeptText')}</p>
        </Callout>
      )}
      <Setting name={settingsTexts('theme')} hint={settingsTexts('themeHint')}>
        <SegmentedControl
          name={settingsTexts('theme')}
          value={settings.theme.value}
          options={themes.map(theme => [theme, settingsTexts(`themes.${theme}`)] as const)}
          change={theme => settings.set({theme})}
        />
      </Setting>
      <Setting name={settingsTexts('language')} hint={settingsTexts('languageHint')}>
        {settingsTexts('languageName')}
      </Setting>
      <Setting name={settingsTexts('letterKeys')} hint={settingsTexts('letterKeysHint')} hintId={hint}>
        <Switch
          name={settingsTexts('letterKeys')}
          isOn={settings.letterKeys.value}
          describedBy={hint}
          change={letterKeys => settings.set({letterKeys})}
        />
      </Setting>
    </Section>
  )
}

const offeredIntervals = [1, 2, 5, 10, 15, 30, 60]

function SyncSetting() {
  const {library, client} = usePage()
  const {account} = useOptions()
  const isManaged = useManagedPolicy().syncEvery !== undefined
  const every = account.view.value?.every
  if (every === undefined) return null
  const minutes = [...new Set([...offeredIntervals, every])].toSorted((a, b) => a - b)
  const set = async (chosen: number) => {
    await library.run(() => client.ask('team.every', {minutes: chosen}))
    await account.refresh()
  }
  return (
    <Section title={settingsTexts('sync')}>
      <Setting
        name={settingsTexts('syncEvery')}
        hint={isManaged ? commonTexts('byOrganisation') : settingsTexts('syncEveryHint')}
      >
        {isManaged ? (
          settingsTexts('minutes', {number: every})
        ) : (
          <Select
            name={settingsTexts('syncEvery')}
            value={String(every)}
            options={minutes.map(each => [String(each), settingsTexts('minutes', {number: each})] as const)}
            change={chosen => void set(Number(chosen))}
          />
        )}
      </Setting>
    </Section>
  )
}

function ActivitySetting() {
  const {toasts} = usePage().library
  const {storedValues} = useOptions().browserAdapter
  const isOn = useSignal(true)
  const hint = useId()
  const read = async () => {
    isOn.value = await isLogOn(storedValues)
  }
  useEffect(() => {
    void read()
    return storedValues.onChange((key, value) => {
      if (key === activityLogKey) isOn.value = value !== false
    })
  }, [storedValues])
  const set = (on: boolean) => {
    isOn.value = on
    storedValues.write(activityLogKey, on).catch(error => {
      toasts.reportError(error)
      return read()
    })
  }
  return (
    <Section title={settingsTexts('activity')}>
      <Setting name={settingsTexts('activity')} hint={settingsTexts('activityHint')} hintId={hint}>
        <Switch name={settingsTexts('activity')} isOn={isOn.value} describedBy={hint} change={set} />
      </Setting>
    </Section>
  )
}

const permissionKinds = ['sites', 'files', 'incognito'] as const

function Permissions() {
  const {browserAdapter} = useOptions()
  const {value, reload} = useFetched<BrowserAccess | null>(
    () => browserAdapter.readAccess(),
    null,
    listener => browserAdapter.onAccessChange(listener),
  )
  const wasRefused = useSignal(false)
  const access = value.value
  async function askForSites() {
    // The permission request must come from a click, so nothing is awaited before.
    const isGranted = await browserAdapter.requestSiteAccess().catch(() => false)
    wasRefused.value = !isGranted
    await reload()
  }
  return (
    <Section title={settingsTexts('permissions')}>
      {permissionKinds.map(kind => {
        const name = settingsTexts(`permissionNames.${kind}`)
        const isGranted = access?.[kind]
        const state =
          isGranted === undefined
            ? settingsTexts('unknown')
            : isGranted
              ? settingsTexts(`allowed.${kind}`)
              : settingsTexts(`withheld.${kind}`)
        const isSites = kind === 'sites' && isGranted === false
        return (
          <Setting
            key={kind}
            name={name}
            hint={
              <>
                <span class={isGranted === false && kind === 'sites' ? 'warn' : undefined}>{state}</span>
                <span role={isSites ? 'alert' : undefined}>
                  {isSites && wasRefused.value && ` ${settingsTexts('notAllowed')}`}
                </span>
              </>
            }
          >
            {isSites && (
              <button type="button" class="button" onClick={() => void askForSites()}>
                {settingsTexts('allowSites')}
              </button>
            )}
            <button
              type="button"
              class="button button-quiet"
              aria-label={settingsTexts(`changeAccess.${kind}`)}
              onClick={() => browserAdapter.openBrowserPage('details')}
            >
              {settingsTexts('change')}
            </button>
          </Setting>
        )
      })}
    </Section>
  )
}

const shownLimits: readonly QuotaName[] = ['unsafe', 'dynamic', 'session', 'regex']
const nearlyFull = 0.9

function Meter({limit, use: {used, max}}: {readonly limit: QuotaName; readonly use: QuotaUse}) {
  const text = settingsTexts(`meters.${limit}`, {used: formatNumber(used), most: formatNumber(max)})
  const note = used >= max ? settingsTexts('full') : used >= max * nearlyFull ? settingsTexts('nearlyFull') : undefined
  return (
    <div class="meter" data-tone={note === undefined ? undefined : 'warn'}>
      <p class="meter-text">
        <span>{text}</span>
        {note !== undefined && <span class="warn">{note}</span>}
      </p>
      <div
        role="meter"
        class="meter-track"
        aria-label={text}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={Math.min(used, max)}
        aria-valuetext={note === undefined ? text : `${text}, ${note}`}
      >
        <div class="meter-fill" style={{width: `${Math.min(100, (used / max) * 100)}%`}} />
      </div>
    </div>
  )
}

function Limits() {
  const {client} = usePage()
  const {browserAdapter} = useOptions()
  const onChange = (again: () => void) => client.onChange(again)
  const limits = useFetched<Readonly<Record<QuotaName, QuotaUse>> | null>(
    () => browserAdapter.readQuotas(),
    null,
    onChange,
  ).value.value
  const stored = useFetched<number | undefined>(
    async () => (await navigator.storage.estimate()).usage,
    undefined,
    onChange,
  ).value.value
  return (
    <Section title={settingsTexts('limits')} hint={settingsTexts('limitsHint')}>
      {limits === null ? (
        <div class="setting hint">{settingsTexts('unknown')}</div>
      ) : (
        shownLimits.map(limit => <Meter key={limit} limit={limit} use={limits[limit]} />)
      )}
      {stored !== undefined && (
        <Setting name={settingsTexts('storage')}>{settingsTexts('stored', {size: formatBytes(stored)})}</Setting>
      )}
    </Section>
  )
}

function ManagedPolicy() {
  const managed = useManagedPolicy()
  const account = useOptions().account.view.value ?? null
  const {baseUrl, syncEvery, rulesOn} = managed
  if (baseUrl === undefined && syncEvery === undefined && rulesOn === undefined) return null
  return (
    <Section title={managedTexts('title')} hint={managedTexts('hint')}>
      {baseUrl !== undefined && (
        <Setting
          name={managedTexts('account')}
          hint={managedTexts(`accountIs.${getPolicyStatus(managed, account)}`, {
            set: baseUrl,
            connected: account?.url ?? '',
          })}
        />
      )}
      {rulesOn !== undefined && (
        <Setting name={managedTexts('rulesOn')}>{rulesOn ? managedTexts('on') : managedTexts('off')}</Setting>
      )}
      {syncEvery !== undefined && (
        <Setting name={managedTexts('syncEvery')}>{settingsTexts('minutes', {number: syncEvery})}</Setting>
      )}
    </Section>
  )
}
