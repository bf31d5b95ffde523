import {useSignal} from '@preact/signals'
import type {BackupList, BackupView} from '../../../api/library'
import {Callout} from '../../components/callout'
import {Failure} from '../../components/failure'
import {usePage} from '../../state/library-context'
import {backupWords as words} from '../../words'
import {useAsked} from '../../hooks/use-asked'
import {Section, Setting} from './setting'

const shownAtFirst = 5
const files = () => import('../import/export-rules')

export function Backups() {
  const {library, client} = usePage()
  const areAllShown = useSignal(false)
  const {
    answer,
    failure: unread,
    again,
  } = useAsked<BackupList | null>(
    () => client.ask('backup.list', {}),
    null,
    listener => client.onChange(listener),
  )
  const {backups, failure} = answer.value ?? {backups: [], failure: null}
  async function make() {
    const isNew = await library.run(() => client.ask('backup.make', {}))
    if (isNew !== undefined) library.toasts.report(isNew ? words.made : words.nothingNew)
    await again()
  }
  async function restore(at: number) {
    await library.toasts.step(async ({report}) => {
      const before = await library.run(() => client.ask('backup.restore', {at, undo: false}))
      if (before === undefined) return
      report(words.restored(words.date(at, Date.now())), async () => {
        await library.run(() => client.ask('backup.restore', {at: before, undo: true}))
      })
    })
    await again()
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
      {unread.value !== null && <Failure title={words.unread} reason={unread.value} again={again} />}
      <Setting name={words.now} hint={words.holds(own, library.groups.value.length - library.teamGroups.value.length)}>
        <button type="button" class="button" onClick={() => void make()}>
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
        <Row key={backup.at} backup={backup} restore={() => void restore(backup.at)} />
      ))}
      {backups.length > shownAtFirst && (
        <div class="setting">
          <button
            type="button"
            class="link-button"
            onClick={() => {
              // The button stays: a repeated key would press another one in its place.
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
