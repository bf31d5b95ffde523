import {useForm} from '../../fields/use-field'
import {Callout} from '../../parts/callout'
import {usePage} from '../../parts/library-context'
import {when} from '../../numbers'
import {common, draftWords, trashWords} from '../../words'
import type {Session} from './drafts'

/** The button that was pressed goes away: the focus goes to what comes next. */
function decide({currentTarget}: {readonly currentTarget: HTMLElement}, act: () => void): void {
  act()
  currentTarget.closest('form')?.querySelector<HTMLElement>('[data-save]')?.focus()
}

/** What happened to the rule elsewhere while it was being written here. */
export function Notices({session, isGone}: {readonly session: Session; readonly isGone: boolean}) {
  const {library, client} = usePage()
  const {draft} = session
  const {clashes, base} = draft
  const {step} = useForm()
  function takeTheirs() {
    const [fields, pairs] = [draft.fields.peek(), draft.pairs.peek()]
    clashes.takeTheirs()
    step(draftWords.tookTheirs, () => {
      draft.set(fields)
      draft.setPairs(() => pairs)
    })
  }
  const count = clashes.count.value
  const id = session.id()
  async function restore(gone: string) {
    await library.run(() => client.ask('trash.restore', {ids: [gone]}))
    if (library.rowOf(gone)) library.toasts.report(trashWords.restored(base.peek().name || common.untitled))
  }
  const older = session.older.value
  return (
    <>
      {older && (
        <Callout tone="note" title={draft.isNew.value ? draftWords.olderTitle : draftWords.otherTitle}>
          <p class="callout-actions">
            <button type="button" class="link-button" onClick={event => decide(event, session.takeOlder)}>
              {draftWords.continueFrom(when(older.at, Date.now()))}
            </button>
          </p>
        </Callout>
      )}
      {isGone && id !== undefined && (
        <Callout tone="danger" title={draftWords.goneTitle} role="alert">
          <p>{draftWords.gone}</p>
          <p class="callout-actions">
            <button type="button" class="link-button" onClick={event => decide(event, () => void restore(id))}>
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
