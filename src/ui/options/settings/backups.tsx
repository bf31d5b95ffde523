import {formatReason} from '../../sentences/faults'
import {useSignal} from '@preact/signals'
import type {BackupList, BackupView} from '../../../api/library'
import {Callout} from '../../components/callout'
import {Failure} from '../../components/failure'
import {usePage} from '../../state/page-context'
import {isSameDay, formatTime} from '../../format'
import {settingsTexts} from '../../../locales/settings'
import {useFetched} from '../../hooks/use-fetched'
import {Section, Setting} from './setting'

const shownAtFirst = 5

function formatBackupDate(at: number, today: 'today' | 'todayAlone' = 'today'): string {
  const [now, time] = [Date.now(), new Date(at).toTimeString().slice(0, 5)]
  return isSameDay(at, now)
    ? settingsTexts(`backup.date.${today}`, {time})
    : settingsTexts('backup.dateOfDay', {day: formatTime(at, now), time})
}

const loadExport = () => import('../import/export-rules')

export function Backups() {
  const {library, client} = usePage()
  const showsAll = useSignal(false)
  const {
    value,
    failure: readFailure,
    reload,
  } = useFetched<BackupList | null>(
    () => client.ask('backup.list', {}),
    null,
    listener => client.onChange(listener),
  )
  const {backups, failure} = value.value ?? {backups: [], failure: null}
  async function makeBackup() {
    const isNew = await library.run(() => client.ask('backup.make', {}))
    if (isNew !== undefined)
      library.toasts.report(isNew ? settingsTexts('backup.made') : settingsTexts('backup.nothingNew'))
    await reload()
  }
  async function restore(at: number) {
    await library.toasts.runStep(async ({report}) => {
      const before = await library.run(() => client.ask('backup.restore', {at, undo: false}))
      if (before === undefined) return
      report(settingsTexts('backup.restored', {date: formatBackupDate(at)}), async () => {
        await library.run(() => client.ask('backup.restore', {at: before, undo: true}))
      })
    })
    await reload()
  }
  const shown = showsAll.value ? backups : backups.slice(0, shownAtFirst)
  const localRuleCount = library.rows.value.filter(row => !row.value.isTeam).length
  return (
    <Section title={settingsTexts('backup.title')} hint={settingsTexts('backup.hint')}>
      {failure !== null && (
        <Callout tone="danger" title={settingsTexts('backup.failed')} role="alert">
          <p>{settingsTexts('backup.failedText', {reason: formatReason(failure)})}</p>
        </Callout>
      )}
      {readFailure.value !== null && (
        <Failure title={settingsTexts('backup.unread')} reason={readFailure.value} retry={reload} />
      )}
      <Setting
        name={settingsTexts('backup.now')}
        hint={settingsTexts('backup.holds', {
          rules: localRuleCount,
          groups: library.groups.value.length - library.teamGroups.value.length,
        })}
      >
        <button type="button" class="button" onClick={() => void makeBackup()}>
          {settingsTexts('backup.makeNow')}
        </button>
        <button
          type="button"
          class="button button-quiet"
          aria-label={settingsTexts('backup.downloadNow')}
          onClick={() => void loadExport().then(({exportThisDevice}) => exportThisDevice(library))}
        >
          {settingsTexts('backup.download')}
        </button>
      </Setting>
      {shown.map(backup => (
        <Row key={backup.at} backup={backup} restore={() => void restore(backup.at)} />
      ))}
      {backups.length > shownAtFirst && (
        <div class="setting">
          <button
            type="button"
            class="link-button"
            onClick={() => {
              // The button stays, since a repeated key would press the button that replaces it.
              showsAll.value = !showsAll.peek()
            }}
          >
            {showsAll.value
              ? settingsTexts('backup.showLast', {number: shownAtFirst})
              : settingsTexts('backup.showAll', {number: backups.length})}
          </button>
        </div>
      )}
    </Section>
  )
}

type RowProps = {readonly backup: BackupView; readonly restore: () => void}

function Row({backup: {at, kind, rules, groups}, restore}: RowProps) {
  const {library, client} = usePage()
  const date = formatBackupDate(at)
  return (
    <Setting
      name={formatBackupDate(at, 'todayAlone')}
      hint={settingsTexts('backup.of', {
        held: settingsTexts('backup.holds', {rules, groups}),
        kind: settingsTexts(`backup.kinds.${kind}`),
      })}
    >
      <button type="button" class="button" aria-label={settingsTexts('backup.restoreNamed', {date})} onClick={restore}>
        {settingsTexts('backup.restore')}
      </button>
      <button
        type="button"
        class="button button-quiet"
        aria-label={settingsTexts('backup.downloadNamed', {date})}
        onClick={() => void loadExport().then(({exportBackup}) => exportBackup(library, client, at))}
      >
        {settingsTexts('backup.download')}
      </button>
    </Setting>
  )
}
