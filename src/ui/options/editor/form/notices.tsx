import {useForm} from '../../../hooks/use-field'
import {Callout} from '../../../components/callout'
import {usePage} from '../../../state/page-context'
import {formatTime} from '../../../format'
import {editorTexts} from '../../../../locales/editor'
import {createTrashCommands} from '../../trash/trash-commands'
import type {Session} from '../drafts/session'

function runAndFocusSave({currentTarget}: {readonly currentTarget: HTMLElement}, action: () => void): void {
  action()
  currentTarget.closest('form')?.querySelector<HTMLElement>('[data-save]')?.focus()
}

type NoticesProps = {
  readonly session: Session
  readonly isGone: boolean
}

export function Notices({session, isGone}: NoticesProps) {
  const {library, client} = usePage()
  const {draft} = session
  const {conflicts, base} = draft
  const {reportStep} = useForm()
  function takeTheirs() {
    const [content, keys] = [draft.getContent(), draft.getPairKeys()]
    conflicts.takeTheirs()
    // Undo restores the conflicts, or Save would overwrite theirs.
    reportStep(editorTexts('draft.tookTheirs'), () => draft.restore(content, null, keys))
  }
  const count = conflicts.count.value
  const id = session.id()
  const isUnreadable = id !== undefined && Boolean(library.getRow(id)?.value.record)
  const {restore} = createTrashCommands(library, client)
  const otherDraft = session.otherDraft.value
  return (
    <>
      {otherDraft && (
        <Callout tone="note" title={editorTexts('draft.olderTitle')}>
          <p class="callout-actions">
            <button type="button" class="link-button" onClick={event => runAndFocusSave(event, session.continueOther)}>
              {editorTexts('draft.continueFrom', {time: formatTime(otherDraft.at, Date.now())})}
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
              onClick={event => runAndFocusSave(event, () => void restore({id, name: base.peek().name}))}
            >
              {editorTexts('draft.restore')}
            </button>
          </p>
        </Callout>
      )}
      {count > 0 && !isGone && (
        <Callout tone="warn" title={editorTexts('draft.clashTitle')} role="alert">
          <p>{editorTexts('draft.clash', {count})}</p>
          {conflicts.deleted.value.map(number => (
            <p key={number}>
              {number === null ? editorTexts('draft.deletedHere') : editorTexts('draft.deletedThere', {number})}
            </p>
          ))}
          <p class="callout-actions">
            <button type="button" class="link-button" data-clash onClick={event => runAndFocusSave(event, takeTheirs)}>
              {editorTexts('draft.takeTheirs')}
            </button>
            <button type="button" class="link-button" onClick={event => runAndFocusSave(event, conflicts.keepMine)}>
              {editorTexts('draft.keepMine')}
            </button>
          </p>
        </Callout>
      )}
    </>
  )
}
