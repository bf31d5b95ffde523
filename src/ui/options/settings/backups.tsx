import {useSignal} from '@preact/signals'
import {useMemo} from 'preact/hooks'
import type {BackupList, BackupView} from '../../../contract/backups'
import {Callout} from '../../parts/callout'
import {Failure} from '../../parts/failure'
import {usePage} from '../../parts/library-context'
import {createBackupSteps} from '../../steps/backups'
import {backupWords as words} from '../../words'
import {useAsked} from '../use-asked'
import {Section, Setting} from './setting'

/** So many stand there at first. */
const shownAtFirst = 5
/** Loaded when the first file is asked for. */
const files = () => import('../import/export-rules')

/** What can be gone back to, or taken out as a file. */
export function Backups() {
  const {library, client} = usePage()
  const steps = useMemo(() => createBackupSteps({library, client}), [library, client])
  const areAllShown = useSignal(false)
  const unread = useSignal<string | null>(null)
  const read = async () => {
    try {
      const list = await client.ask('backup.list', {})
      unread.value = null
      return list
    } catch (error) {
      unread.value = error instanceof Error ? error.message : String(error)
      throw error
    }
  }
  const asked = useAsked<BackupList | null>(read, null, again => client.onChange(again))
  const {backups, failure} = asked.answer.value ?? {backups: [], failure: null}
  const doing = async (work: Promise<unknown>) => {
    await work
    await asked.again()
  }
  const shown = areAllShown.value ? backups : backups.slice(0, shownAtFirst)
  const own = library.rows.value.filter(row => !row.value.isTeam).length
  return (
    <Section title={words.title} hint={words.hint}>
      {failure !== null && (
        <Callout tone="danger" title={words.failed} role="alert">
          <p>{words.failedText(failure)}</p>
        </Callout>
      )}
      {unread.value !== null && <Failure title={words.unread} reason={unread.value} again={asked.again} />}
      <Setting name={words.now} hint={words.holds(own, library.groups.value.length - library.teamGroups.value.length)}>
        <button type="button" class="button" onClick={() => void doing(steps.make())}>
          {words.makeNow}
        </button>
        <button
          type="button"
          class="button button-quiet"
          aria-label={words.downloadNow}
          onClick={() => void files().then(({exportThisDevice}) => exportThisDevice(library))}
        >
          {words.download}
        </button>
      </Setting>
      {shown.map(backup => (
        <Row key={backup.at} backup={backup} restore={() => void doing(steps.restore(backup.at))} />
      ))}
      {backups.length > shownAtFirst && (
        <div class="setting">
          <button
            type="button"
            class="link-button"
            onClick={() => {
              // It stays: a key that is held would press what comes in its place.
              areAllShown.value = !areAllShown.peek()
            }}
          >
            {areAllShown.value ? words.showLast(shownAtFirst) : words.showAll(backups.length)}
          </button>
        </div>
      )}
    </Section>
  )
}

type RowProps = {readonly backup: BackupView; readonly restore: () => void}

function Row({backup: {at, kind, rules, groups}, restore}: RowProps) {
  const {library, client} = usePage()
  const date = words.date(at, Date.now())
  return (
    <Setting name={words.dateAlone(date)} hint={words.of(words.holds(rules, groups), words.kinds[kind])}>
      <button type="button" class="button" aria-label={words.restoreNamed(date)} onClick={restore}>
        {words.restore}
      </button>
      <button
        type="button"
        class="button button-quiet"
        aria-label={words.downloadNamed(date)}
        onClick={() => void files().then(({exportBackup}) => exportBackup(library, client, at))}
      >
        {words.download}
      </button>
    </Setting>
  )
}
