import {ChevronLeft} from 'lucide-preact'
import {FieldNotes} from '../../../components/fields/text-field'
import {useField} from '../../../hooks/use-field'
import {formatTime} from '../../../format'
import {RuleTypeIcon} from '../../../components/rule-type-icon'
import {Hint} from '../../../components/hint'
import {toAriaKeys, saveKeys, formatKeys} from '../../../hooks/keys'
import {usePage} from '../../../state/page-context'
import {Switch} from '../../../components/switch'
import {hashes} from '../../../routes'
import {createRuleCommands} from '../../../commands/rules'
import {commonTexts} from '../../../../locales/common'
import {editorTexts} from '../../../../locales/editor'
import {PageTitle} from '../../page-title'
import type {Draft} from '../model/draft'
import type {Session} from '../drafts/session'

type HeadProps = {readonly session: Session; readonly save: () => void; readonly discard: () => void}

export function Head({session, save, discard}: HeadProps) {
  const {draft} = session
  const label = commonTexts(`type.${draft.ruleType}.label`)
  const isNew = draft.isNew.value
  const title = isNew ? editorTexts('newTitle', {label}) : draft.rule.value.name || commonTexts('untitled')
  const isUnchanged = !isNew && !draft.isDirty.value
  return (
    <header class="page-head editor-head">
      <a class="icon-button" href={hashes.rules} aria-label={editorTexts('back')} title={editorTexts('back')}>
        <ChevronLeft size={16} strokeWidth={1.75} aria-hidden="true" />
      </a>
      <PageTitle unseen title={title}>
        {isNew ? title : editorTexts('editTitle', {name: title})}
      </PageTitle>
      <RuleTypeIcon type={draft.ruleType} tile />
      <NameField draft={draft} label={label} />
      <SaveState draft={draft} />
      <span class="head-buttons">
        {draft.isDirty.value && (
          <button type="button" class="button button-quiet" onClick={discard}>
            {editorTexts('discard')}
          </button>
        )}
        <button
          type="button"
          data-save
          class={isUnchanged ? 'button button-done' : 'button button-main'}
          aria-label={editorTexts('save')}
          onClick={save}
          aria-keyshortcuts={toAriaKeys(saveKeys)}
          title={isUnchanged ? formatKeys(saveKeys) : undefined}
        >
          {editorTexts('save')} {!isUnchanged && <Hint text={formatKeys(saveKeys)} />}
        </button>
        <StatusSwitch session={session} />
      </span>
    </header>
  )
}

function StatusSwitch({session}: {readonly session: Session}) {
  const {library, client} = usePage()
  const {draft} = session
  const id = draft.isNew.value ? undefined : session.id()
  const row = id === undefined ? undefined : library.getRow(id)
  const {status, groupId} = row?.value.rule ?? draft.fields.value
  const isGroupOff = library.groups.value.some(group => group.id === groupId && group.status === 'Inactive')
  return (
    <span class="head-switch">
      <span aria-hidden="true">{editorTexts('on')}</span>
      <Switch
        name={draft.rule.value.name || commonTexts('untitled')}
        isOn={status === 'Active'}
        isMuted={library.isPaused.value || isGroupOff}
        change={on => {
          if (id !== undefined && row?.value.rule) void createRuleCommands({library, client}).switch([id], on)
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
        aria-label={editorTexts('name')}
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

function SaveState({draft}: {readonly draft: Draft}) {
  const faults = draft.isSaveTried.value ? draft.faults.value.length : 0
  const savedTime = draft.savedAt.value ?? draft.base.value.modificationDate
  const restoredTime = draft.restoredDraftTime.value
  const now = Date.now()
  return (
    <span class="save-state">
      <span role="alert" class="danger">
        {faults > 0 && editorTexts('look', {count: faults})}
      </span>
      {faults === 0 && draft.isDirty.value && (
        <span class="unsaved">
          {restoredTime === null
            ? editorTexts('unsaved')
            : editorTexts('draft.unsavedFrom', {time: formatTime(restoredTime, now)})}
        </span>
      )}
      <span role="status">
        {!draft.isDirty.value && !draft.isNew.value && savedTime
          ? editorTexts('saved', {time: formatTime(savedTime, now)})
          : ''}
      </span>
    </span>
  )
}
