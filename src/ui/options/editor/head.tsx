import {ChevronLeft} from 'lucide-preact'
import {useField} from '../../fields/use-field'
import {when} from '../../numbers'
import {ErrorText} from '../../parts/error-text'
import {Glyph} from '../../parts/glyph'
import {Hint} from '../../parts/hint'
import {usePage} from '../../parts/library-context'
import {Switch} from '../../parts/switch'
import {hashes} from '../../routes'
import type {Row} from '../../state/library'
import {common, editorWords, typeWords} from '../../words'
import {PageTitle} from '../page-title'
import type {Draft} from './draft'

type HeadProps = {
  readonly draft: Draft
  readonly id: string | undefined
  readonly row: Row | undefined
  readonly discard: () => void
}

export function Head({draft, id, row, discard}: HeadProps) {
  const {library} = usePage()
  const {label} = typeWords[draft.ruleType]
  const {name} = draft.rule.value
  const title = id === undefined ? editorWords.newTitle(label) : draft.base.value.name || common.untitled
  const status = row?.value.rule?.status ?? draft.fields.value.status
  return (
    <header class="page-head editor-head">
      <a class="icon-button" href={hashes.rules} aria-label={editorWords.back} title={editorWords.back}>
        <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
      </a>
      <PageTitle unseen title={title}>
        {id === undefined ? title : editorWords.editTitle(title)}
      </PageTitle>
      <Glyph type={draft.ruleType} tile />
      <NameField draft={draft} label={label} made={name} />
      <SaveState draft={draft} />
      <button
        type="button"
        class="button button-quiet"
        disabled={!draft.isDirty.value && id !== undefined}
        onClick={discard}
      >
        {editorWords.discard}
      </button>
      <button type="submit" class="button button-main" aria-label={editorWords.save} aria-keyshortcuts="Control+S">
        {editorWords.save} <Hint text={editorWords.saveKey} />
      </button>
      <span class="head-switch">
        <span aria-hidden="true">{editorWords.on}</span>
        <Switch
          name={editorWords.on}
          on={status === 'Active'}
          muted={library.paused.value}
          change={on => {
            if (id !== undefined) void library.switchRules([id], on)
            else draft.set({status: on ? 'Active' : 'Inactive'})
          }}
        />
      </span>
    </header>
  )
}

function NameField({draft, label, made}: {readonly draft: Draft; readonly label: string; readonly made: string}) {
  const field = useField('name')
  return (
    <span class="editor-name">
      <input
        aria-label={editorWords.name}
        value={draft.fields.value.name}
        placeholder={made}
        autocomplete="off"
        dir="auto"
        onInput={event => draft.set({name: event.currentTarget.value})}
        {...field.described}
      />
      {field.fault === undefined ? <small>{label}</small> : <ErrorText id={field.errorId}>{field.fault}</ErrorText>}
    </span>
  )
}

/** How the draft stands: what needs a look, what is not saved, or when it was. */
function SaveState({draft}: {readonly draft: Draft}) {
  const faults = draft.isSaveTried.value ? draft.faults.value.length : 0
  const kept = draft.savedAt.value ?? draft.base.value.modificationDate
  return (
    <span class="save-state">
      <span role="alert" class="danger">
        {faults > 0 && editorWords.look(faults)}
      </span>
      {faults === 0 && draft.isDirty.value && <span class="unsaved">{editorWords.unsaved}</span>}
      <span role="status">
        {!draft.isDirty.value && !draft.isNew && kept ? editorWords.saved(when(kept, Date.now())) : ''}
      </span>
    </span>
  )
}
