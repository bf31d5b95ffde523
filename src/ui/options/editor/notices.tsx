import {useComputed, type ReadonlySignal} from '@preact/signals'
import {useRef} from 'preact/hooks'
import {useForm} from '../../fields/use-field'
import {Callout} from '../../parts/callout'
import {usePage} from '../../parts/library-context'
import {when} from '../../numbers'
import {draftWords} from '../../words'
import {createTrashSteps} from '../trash/steps'
import type {Session} from './drafts'

/** The button that was pressed goes away: the focus goes to what comes next. */
function decide({currentTarget}: {readonly currentTarget: HTMLElement}, act: () => void): void {
  act()
  currentTarget.closest('form')?.querySelector<HTMLElement>('[data-save]')?.focus()
}

type NoticesProps = {
  readonly session: Session
  readonly isGone: boolean
  /** Someone types or presses something just now. */
  readonly isBusy: ReadonlySignal<boolean>
}

/** A value as it was last when nobody was busy: what comes or goes above a field moves it from under whoever types there. */
function useAtRest<T>(value: ReadonlySignal<T>, isBusy: ReadonlySignal<boolean>): T {
  const held = useRef(value.peek())
  const now = value.value
  if (!isBusy.value) held.current = now
  return held.current
}

/** What happened to the rule elsewhere while it was being written here. */
export function Notices({session, isGone, isBusy}: NoticesProps) {
  const {library, client} = usePage()
  const {draft} = session
  const {clashes, base} = draft
  const {step} = useForm()
  function takeTheirs() {
    const [written, keys] = [draft.written(), draft.keys()]
    clashes.takeTheirs()
    // What clashed then clashes again, or Save would write over theirs.
    step(draftWords.tookTheirs, () => draft.takeUp(written, null, keys))
  }
  const count = clashes.count.value
  const id = session.id()
  // It is there, so nothing of it can be restored.
  const isUnreadable = id !== undefined && Boolean(library.rowOf(id)?.value.record)
  const {restore} = createTrashSteps(library, client)
  const offered = useAtRest(
    useComputed(() => ({isNew: draft.isNew.value, older: session.older.value})),
    isBusy,
  )
  // Of a new rule that was saved meanwhile another draft is no other version.
  const older = offered.isNew === draft.isNew.value ? offered.older : undefined
  return (
    <>
      {session.isUnkept() && (
        <Callout tone="danger" title={draftWords.notKeptTitle} role="alert">
          <p>{draftWords.notKeptText}</p>
        </Callout>
      )}
      {older && (
        <Callout tone="note" title={draft.isNew.value ? draftWords.olderTitle : draftWords.otherTitle}>
          <p class="callout-actions">
            <button type="button" class="link-button" onClick={event => decide(event, session.takeOlder)}>
              {draftWords.continueFrom(when(older.at, Date.now()))}
            </button>
          </p>
        </Callout>
      )}
      {isGone && isUnreadable && (
        <Callout tone="danger" title={draftWords.unreadTitle} role="alert">
          <p>{draftWords.unread}</p>
        </Callout>
      )}
      {isGone && id !== undefined && !isUnreadable && (
        <Callout tone="danger" title={draftWords.goneTitle} role="alert">
          <p>{draftWords.gone}</p>
          <p class="callout-actions">
            <button
              type="button"
              class="link-button"
              onClick={event => decide(event, () => void restore({id, name: base.peek().name}))}
            >
              {draftWords.restore}
            </button>
          </p>
        </Callout>
      )}
      {count > 0 && !isGone && (
        <Callout tone="warn" title={draftWords.clashTitle} role="alert">
          <p>{draftWords.clash(count)}</p>
          {clashes.deleted.value.map(n => (
            <p key={n}>{n === null ? draftWords.deletedHere : draftWords.deletedThere(n)}</p>
          ))}
          <p class="callout-actions">
            <button type="button" class="link-button" data-clash onClick={event => decide(event, takeTheirs)}>
              {draftWords.takeTheirs}
            </button>
            <button type="button" class="link-button" onClick={event => decide(event, clashes.keepMine)}>
              {draftWords.keepMine}
            </button>
          </p>
        </Callout>
      )}
    </>
  )
}
