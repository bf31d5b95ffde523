import {useSignal} from '@preact/signals'
import {useId, useEffect} from 'preact/hooks'
import {getPolicyStatus} from '../../../model/managed-policy'
import {activityLogPlace, isLogOn} from '../../request-log/use-watching'
import {Toggle} from '../../components/fields/toggle'
import {grouped} from '../../numbers'
import {Callout} from '../../components/callout'
import {usePage} from '../../state/library-context'
import {Select} from '../../components/select'
import {Switch} from '../../components/switch'
import {hashes} from '../../routes'
import {themes} from '../../state/settings'
import type {Access, Limit, Use} from '../../surface'
import {common, managedWords, settingsWords as words} from '../../words'
import {ShortcutTable} from '../keys/shortcut-table'
import {useOptions} from '../options-context'
import {PageTitle} from '../page-title'
import {useManaged, useAsked} from '../../hooks/use-asked'
import {Backups} from './backups'
import {Section, Setting} from './setting'

export function SettingsPage() {
  const {library} = usePage()
  const {surface} = useOptions()
  return (
    <>
      <header class="page-head">
        <PageTitle>{words.title}</PageTitle>
      </header>
      <div class="scroll">
        <div class="settings">
          <Managed />
          <Appearance />
          <SyncSetting />
          <ActivitySetting />
          <Permissions />
          <Limits />
          <Backups />
          <Section title={words.keys}>
            <ShortcutTable />
            <div class="setting">
              <button type="button" class="link-button" onClick={() => surface.openBrowserPage('keys')}>
                {words.changeKeys}
              </button>
            </div>
          </Section>
          <Section title={words.automation}>
            <Setting name={words.automation} hint={words.automationHint}>
              <a class="button" href="#/automation">
                {words.openAutomation}
              </a>
            </Setting>
          </Section>
          <Section title={words.trash}>
            <Setting name={words.trash} hint={words.inTrash(library.trashed.value)}>
              <a class="button" href={hashes.trash}>
                {words.openTrash}
              </a>
            </Setting>
          </Section>
          <Section title={words.about}>
            <Setting name={words.version(surface.version)} hint={words.privacy} />
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
    <Section title={words.look}>
      {!settings.isKept.value && (
        <Callout tone="warn" title={words.notKept} role="alert">
          <p>{words.notKeptText}</p>
        </Callout>
      )}
      <Setting name={words.theme} hint={words.themeHint}>
        <Toggle
          name={words.theme}
          value={settings.theme.value}
          options={themes.map(theme => [theme, words.themes[theme]] as const)}
          change={theme => settings.set({theme})}
        />
      </Setting>
      <Setting name={words.language} hint={words.languageHint}>
        {words.languageName}
      </Setting>
      <Setting name={words.letterKeys} hint={words.letterKeysHint} hintId={hint}>
        <Switch
          name={words.letterKeys}
          on={settings.letterKeys.value}
          describedBy={hint}
          change={letterKeys => settings.set({letterKeys})}
        />
      </Setting>
    </Section>
  )
}

const offered = [1, 2, 5, 10, 15, 30, 60]

function SyncSetting() {
  const {library, client} = usePage()
  const {account} = useOptions()
  const isManaged = useManaged().syncEvery !== undefined
  const every = account.view.value?.every
  if (every === undefined) return null
  const minutes = [...new Set([...offered, every])].toSorted((a, b) => a - b)
  const set = async (chosen: number) => {
    await library.run(() => client.ask('team.every', {minutes: chosen}))
    await account.refresh()
  }
  return (
    <Section title={words.sync}>
      <Setting name={words.syncEvery} hint={isManaged ? common.byOrganisation : words.syncEveryHint}>
        {isManaged ? (
          words.minutes(every)
        ) : (
          <Select
            name={words.syncEvery}
            value={String(every)}
            options={minutes.map(each => [String(each), words.minutes(each)] as const)}
            change={chosen => void set(Number(chosen))}
          />
        )}
      </Setting>
    </Section>
  )
}

function ActivitySetting() {
  const {toasts} = usePage().library
  const {kept} = useOptions().surface
  const isOn = useSignal(true)
  const hint = useId()
  const read = async () => {
    isOn.value = await isLogOn(kept)
  }
  useEffect(() => {
    void read()
    return kept.onChange((key, value) => {
      if (key === activityLogPlace) isOn.value = value !== false
    })
  }, [kept])
  const set = (on: boolean) => {
    isOn.value = on
    kept.write(activityLogPlace, on).catch(error => {
      toasts.refuse(error)
      return read()
    })
  }
  return (
    <Section title={words.activity}>
      <Setting name={words.activity} hint={words.activityHint} hintId={hint}>
        <Switch name={words.activity} on={isOn.value} describedBy={hint} change={set} />
      </Setting>
    </Section>
  )
}

const kinds = ['sites', 'files', 'incognito'] as const

function Permissions() {
  const {surface} = useOptions()
  const {answer, again} = useAsked<Access | null>(
    () => surface.access(),
    null,
    listener => surface.onAccess(listener),
  )
  const wasRefused = useSignal(false)
  const access = answer.value
  async function askForSites() {
    // The permission request must come from a click, so nothing is awaited before.
    const given = await surface.askForSites().catch(() => false)
    wasRefused.value = !given
    await again()
  }
  return (
    <Section title={words.permissions}>
      {kinds.map(kind => {
        const name = words.permissionNames[kind]
        const isGiven = access?.[kind]
        const state = isGiven === undefined ? words.unknown : isGiven ? words.allowed[kind] : words.withheld[kind]
        const isSites = kind === 'sites' && isGiven === false
        return (
          <Setting
            key={kind}
            name={name}
            hint={
              <>
                <span class={isGiven === false && kind === 'sites' ? 'warn' : undefined}>{state}</span>
                <span role={isSites ? 'alert' : undefined}>
                  {isSites && wasRefused.value && ` ${words.notAllowed}`}
                </span>
              </>
            }
          >
            {isSites && (
              <button type="button" class="button" onClick={() => void askForSites()}>
                {words.allowSites}
              </button>
            )}
            <button
              type="button"
              class="button button-quiet"
              aria-label={words.changeNamed(name)}
              onClick={() => surface.openBrowserPage('details')}
            >
              {words.change}
            </button>
          </Setting>
        )
      })}
    </Section>
  )
}

const shown: readonly Limit[] = ['unsafe', 'dynamic', 'session', 'regex']
const nearlyFull = 0.9

function Meter({limit, use: {used, most}}: {readonly limit: Limit; readonly use: Use}) {
  const text = words.meters[limit](grouped(used), grouped(most))
  const note = used >= most ? words.full : used >= most * nearlyFull ? words.nearlyFull : undefined
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
        aria-valuemax={most}
        aria-valuenow={Math.min(used, most)}
        aria-valuetext={note === undefined ? text : `${text}, ${note}`}
      >
        <div class="meter-fill" style={{width: `${Math.min(100, (used / most) * 100)}%`}} />
      </div>
    </div>
  )
}

function Limits() {
  const {client} = usePage()
  const {surface} = useOptions()
  const onChange = (again: () => void) => client.onChange(again)
  const limits = useAsked<Readonly<Record<Limit, Use>> | null>(() => surface.limits(), null, onChange).answer.value
  const stored = useAsked<number | undefined>(
    async () => (await navigator.storage.estimate()).usage,
    undefined,
    onChange,
  ).answer.value
  return (
    <Section title={words.limits} hint={words.limitsHint}>
      {limits === null ? (
        <div class="setting hint">{words.unknown}</div>
      ) : (
        shown.map(limit => <Meter key={limit} limit={limit} use={limits[limit]} />)
      )}
      {stored !== undefined && <Setting name={words.storage}>{words.stored(stored)}</Setting>}
    </Section>
  )
}

function Managed() {
  const managed = useManaged()
  const account = useOptions().account.view.value ?? null
  const {baseUrl, syncEvery, rulesOn} = managed
  if (baseUrl === undefined && syncEvery === undefined && rulesOn === undefined) return null
  return (
    <Section title={managedWords.title} hint={managedWords.hint}>
      {baseUrl !== undefined && (
        <Setting
          name={managedWords.account}
          hint={managedWords.accountIs[getPolicyStatus(managed, account)](baseUrl, account?.url ?? '')}
        />
      )}
      {rulesOn !== undefined && (
        <Setting name={managedWords.rulesOn}>{rulesOn ? managedWords.on : managedWords.off}</Setting>
      )}
      {syncEvery !== undefined && <Setting name={managedWords.syncEvery}>{words.minutes(syncEvery)}</Setting>}
    </Section>
  )
}
