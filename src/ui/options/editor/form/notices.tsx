import {computed, type ReadonlySignal} from '@preact/signals'
import {useMemo} from 'preact/hooks'
import {useForm} from '../../../hooks/use-field'
import {Callout} from '../../../components/callout'
import {usePage} from '../../../state/page-context'
import {formatTime} from '../../../format'
import {editorTexts} from '../../../../locales/editor'
import {createTrashSteps} from '../../trash/steps'
import {heldWhile} from './busy'
import type {Session} from '../drafts/drafts'

function decide({currentTarget}: {readonly currentTarget: HTMLElement}, act: () => void): void {
  act()
  currentTarget.closest('form')?.querySelector<HTMLElement>('[data-save]')?.focus()
}

type NoticesProps = {
  readonly session: Session
  readonly isGone: boolean
  readonly isBusy: ReadonlySignal<boolean>
}

export function Notices({session, isGone, isBusy}: NoticesProps) {
  const {library, client} = usePage()
  const {draft} = session
  const {clashes, base} = draft
  const {reportStep} = useForm()
  function takeTheirs() {
    const [written, keys] = [draft.written(), draft.keys()]
    clashes.takeTheirs()
    // The clashes come back, or Save would overwrite theirs.
    reportStep(editorTexts('draft.tookTheirs'), () => draft.takeUp(written, null, keys))
  }
  const count = clashes.count.value
  const id = session.id()
  const isUnreadable = id !== undefined && Boolean(library.getRow(id)?.value.record)
  const {restore} = createTrashSteps(library, client)
  const offered = useMemo(
    () =>
      heldWhile(
        isBusy,
        computed(() => ({isNew: draft.isNew.value, older: session.older.value})),
      ),
    [session],
  ).value
  // Once a new rule is saved, drafts of other new rules are no versions of it.
  const older = offered.isNew === draft.isNew.value ? offered.older : undefined
  return (
    <>
      {session.isUnkept() && (
        <Callout tone="danger" title={editorTexts('draft.notKeptTitle')} role="alert">
          <p>{editorTexts('draft.notKeptText')}</p>
        </Callout>
      )}
      {older && (
        <Callout
          tone="note"
          title={draft.isNew.value ? editorTexts('draft.olderTitle') : editorTexts('draft.otherTitle')}
        >
          <p class="callout-actions">
            <button type="button" class="link-button" onClick={event => decide(event, session.takeOlder)}>
              {editorTexts('draft.continueFrom', {time: formatTime(older.at, Date.now())})}
            </button>
          </p>
        </Callout>
      )}
      {isGone && isUnreadable && (
        <Callout tone="danger" title={editorTexts('draft.unreadTitle')} role="alert">
          <p>{editorTexts('draft.unread')}</p>
        </Callout>
      )}
      {isGone && id !== undefined && !isUnreadable && (
        <Callout tone="danger" title={editorTexts('draft.goneTitle')} role="alert">
          <p>{editorTexts('draft.gone')}</p>
          <p class="callout-actions">
            <button
              type="button"
              class="link-button"
              onClick={event => decide(event, () => void restore({id, name: base.peek().name}))}
            >
              {editorTexts('draft.restore')}
            </button>
          </p>
        </Callout>
      )}
      {count > 0 && !isGone && (
        <Callout tone="warn" title={editorTexts('draft.clashTitle')} role="alert">
          <p>{editorTexts('draft.clash', {count})}</p>
          {clashes.deleted.value.map(n => (
            <p key={n}>
              {n === null ? editorTexts('draft.deletedHere') : editorTexts('draft.deletedThere', {number: n})}
            </p>
          ))}
          <p class="callout-actions">
            <button type="button" class="link-button" data-clash onClick={event => decide(event, takeTheirs)}>
              {editorTexts('draft.takeTheirs')}
            </button>
            <button type="button" class="link-button" onClick={event => decide(event, clashes.keepMine)}>
              {editorTexts('draft.keepMine')}
            </button>
          </p>
        </Callout>
      )}
    </>
  )
}
