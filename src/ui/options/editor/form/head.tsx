import {ChevronLeft} from 'lucide-preact'
import {FieldNotes} from '../../../components/fields/text-field'
import {useField} from '../../../hooks/use-field'
import {when} from '../../../numbers'
import {Glyph} from '../../../components/glyph'
import {Hint} from '../../../components/hint'
import {ariaKeys, saveKeys, shownKeys} from '../../../hooks/keys'
import {usePage} from '../../../state/library-context'
import {Switch} from '../../../components/switch'
import {hashes} from '../../../routes'
import {createRuleSteps} from '../../../commands/rules'
import {common, draftWords, editorWords, typeWords} from '../../../words'
import {PageTitle} from '../../page-title'
import type {Draft} from '../model/draft'
import type {Session} from '../drafts/drafts'

type HeadProps = {readonly session: Session; readonly save: () => void; readonly discard: () => void}

export function Head({session, save, discard}: HeadProps) {
  const {draft} = session
  const {label} = typeWords[draft.ruleType]
  const isNew = draft.isNew.value
  const title = isNew ? editorWords.newTitle(label) : draft.rule.value.name || common.untitled
  const isQuiet = !isNew && !draft.isDirty.value
  return (
    <header class="page-head editor-head">
      <a class="icon-button" href={hashes.rules} aria-label={editorWords.back} title={editorWords.back}>
        <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
      </a>
      <PageTitle unseen title={title}>
        {isNew ? title : editorWords.editTitle(title)}
      </PageTitle>
      <Glyph type={draft.ruleType} tile />
      <NameField draft={draft} label={label} />
      <SaveState session={session} />
      <span class="head-buttons">
        {draft.isDirty.value && (
          <button type="button" class="button button-quiet" onClick={discard}>
            {editorWords.discard}
          </button>
        )}
        <button
          type="button"
          data-save
          class={isQuiet ? 'button button-done' : 'button button-main'}
          aria-label={editorWords.save}
          onClick={save}
          aria-keyshortcuts={ariaKeys(saveKeys)}
          title={isQuiet ? shownKeys(saveKeys) : undefined}
        >
          {editorWords.save} {!isQuiet && <Hint text={shownKeys(saveKeys)} />}
        </button>
        <OnSwitch session={session} />
      </span>
    </header>
  )
}

function OnSwitch({session}: {readonly session: Session}) {
  const {library, client} = usePage()
  const {draft} = session
  const id = draft.isNew.value ? undefined : session.id()
  const row = id === undefined ? undefined : library.rowOf(id)
  const {status, groupId} = row?.value.rule ?? draft.fields.value
  const isGroupOff = library.groups.value.some(group => group.id === groupId && group.status === 'Inactive')
  return (
    <span class="head-switch">
      <span aria-hidden="true">{editorWords.on}</span>
      <Switch
        name={draft.rule.value.name || common.untitled}
        on={status === 'Active'}
        muted={library.paused.value || isGroupOff}
        change={on => {
          if (id !== undefined && row?.value.rule) void createRuleSteps({library, client}).switch([id], on)
          else draft.set({status: on ? 'Active' : 'Inactive'})
        }}
      />
    </span>
  )
}

function NameField({draft, label}: {readonly draft: Draft; readonly label: string}) {
  const field = useField('name')
  return (
    <span class="editor-name">
      <input
        aria-label={editorWords.name}
        value={draft.fields.value.name}
        placeholder={draft.rule.value.name}
        title={draft.rule.value.name}
        autocomplete="off"
        dir="auto"
        onInput={event => draft.set({name: event.currentTarget.value})}
        {...field.described}
      />
      {field.fault === undefined && <small>{label}</small>}
      <FieldNotes field={field} />
    </span>
  )
}

function SaveState({session}: {readonly session: Session}) {
  const {draft} = session
  const faults = draft.isSaveTried.value ? draft.faults.value.length : 0
  const kept = draft.savedAt.value ?? draft.base.value.modificationDate
  const from = draft.takenUpFrom.value
  const now = Date.now()
  return (
    <span class="save-state">
      <span role="alert" class="danger">
        {faults > 0 && editorWords.look(faults)}
      </span>
      {faults === 0 && draft.isDirty.value && (
        <span class={session.isUnkept() ? 'unsaved danger' : 'unsaved'}>
          {session.isUnkept()
            ? draftWords.notKept
            : from === null
              ? editorWords.unsaved
              : draftWords.unsavedFrom(when(from, now))}
        </span>
      )}
      <span role="status">
        {!draft.isDirty.value && !draft.isNew.value && kept ? editorWords.saved(when(kept, now)) : ''}
      </span>
    </span>
  )
}
