import {useComputed} from '@preact/signals'
import {Copy, Download, Folder, Power, Trash2, X} from 'lucide-preact'
import {useEffect, useRef, useState} from 'preact/hooks'
import {ErrorText} from '../../components/error-text'
import {IconButton} from '../../components/icon-button'
import {Menu} from '../../components/menu'
import type {LibraryState} from '../../state/library'
import {isRuleActive} from '../../state/sections'
import {commandTexts} from '../../../locales/commands'
import {commonTexts} from '../../../locales/common'
import {groupsTexts} from '../../../locales/groups'
import {importTexts} from '../../../locales/import'
import {rulesTexts} from '../../../locales/rules'
import type {ExportFormat} from '../import/export-rules'
import {useToastOffset} from '../../hooks/use-toast-offset'
import type {RuleListData} from './rule-list-data'

async function exportRules(library: LibraryState, ids: readonly string[], shape: ExportFormat): Promise<void> {
  const {exportSelected} = await import('../import/export-rules')
  await exportSelected(library, ids, shape)
}

const shapes = ['own', 'requestly'] as const

type SelectionBarProps = {
  readonly list: RuleListData
  readonly focusList: () => void
  readonly onHeight: (height: number) => void
}

export function SelectionBar({list, focusList, onHeight}: SelectionBarProps) {
  const {model, actions} = list
  const ids = model.selected.value
  const [isNaming, setNaming] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const wasNaming = useRef(false)
  const isCreating = useRef(false)
  useEffect(() => {
    if (wasNaming.current && !isNaming && document.activeElement === document.body)
      bar.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
    wasNaming.current = isNaming
  }, [isNaming])
  useToastOffset(bar, ids.length > 0, onHeight)
  useEffect(() => {
    if (ids.length === 0) setNaming(false)
  }, [ids.length])
  // The status region must exist before its text, or screen readers do not announce it.
  const status = (
    <span class="unseen" role="status">
      {ids.length > 0 && rulesTexts('someSelected', {count: ids.length})}
    </span>
  )
  if (ids.length === 0) return status
  const clearSelection = () => {
    actions.selectNone()
    focusList()
  }
  return (
    <>
      {status}
      <div
        class="selection-bar"
        ref={bar}
        role="toolbar"
        aria-label={rulesTexts('selection')}
        onKeyDown={event => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.preventDefault()
          clearSelection()
        }}
      >
        <b>{rulesTexts('someSelected', {count: ids.length})}</b>
        {isNaming ? (
          <NewGroupForm
            create={async name => {
              if (isCreating.current) return
              isCreating.current = true
              const isMoved = await actions.moveToNewGroup(ids, name)
              isCreating.current = false
              if (!isMoved) return
              setNaming(false)
              focusList()
            }}
            cancel={() => setNaming(false)}
          />
        ) : (
          <SelectionActions list={list} ids={ids} nameGroup={() => setNaming(true)} focusList={focusList} />
        )}
        <span class="bar-end">
          <IconButton
            icon={X}
            name={rulesTexts('clearSelection')}
            tip={commonTexts('withKey', {what: rulesTexts('clearSelection'), key: 'Esc'})}
            onClick={clearSelection}
          />
        </span>
      </div>
    </>
  )
}

type SelectionActionsProps = {
  readonly list: RuleListData
  readonly ids: readonly string[]
  readonly nameGroup: () => void
  readonly focusList: () => void
}

function SelectionActions({list, ids, nameGroup, focusList}: SelectionActionsProps) {
  const {model, library, actions} = list
  const areAllOff = useComputed(() => {
    void library.revision.value
    return model.selected.value.every(id => {
      const view = library.getRow(id)?.peek()
      return !view || !isRuleActive(view)
    })
  }).value
  const toTeam = actions.shouldCopyToTeam(ids)
  const isAnyReadable = ids.some(id => library.getRow(id)?.value.rule)
  return (
    <>
      {isAnyReadable && (
        <>
          <button type="button" class="bar-button" onClick={() => actions.switch(ids, areAllOff)}>
            <Power size={16} strokeWidth={1.75} aria-hidden="true" />
            {areAllOff ? rulesTexts('turnOn') : rulesTexts('turnOff')}
          </button>
          <Menu
            name={rulesTexts('moveToGroup')}
            menuName={rulesTexts('moveToGroup')}
            class="bar-button"
            items={() => [
              ...actions.getTargetGroups(ids).map(({id, name}) => ({
                id: `g:${id}`,
                label: name.trim() || commonTexts('untitled'),
                choose: () => void actions.moveToGroup(ids, id),
              })),
              {id: 'none', label: commonTexts('noGroup'), choose: () => void actions.moveToGroup(ids, '')},
              {id: 'new', label: rulesTexts('newGroup'), choose: nameGroup},
            ]}
          >
            <Folder size={16} strokeWidth={1.75} aria-hidden="true" />
            {rulesTexts('moveToGroup')}
          </Menu>
          {list.hasTeam.value && (
            <button type="button" class="bar-button" onClick={() => actions.copyTo(ids, toTeam)}>
              <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
              {commandTexts('copy.copyTo', {team: toTeam})}
            </button>
          )}
        </>
      )}
      <Menu
        name={rulesTexts('export')}
        menuName={rulesTexts('export')}
        class="bar-button"
        items={() =>
          shapes.map(shape => ({
            id: shape,
            label: importTexts(`format.${shape}`),
            choose: () => void exportRules(library, ids, shape),
          }))
        }
      >
        <Download size={16} strokeWidth={1.75} aria-hidden="true" />
        {rulesTexts('export')}
      </Menu>
      <button
        type="button"
        class="bar-button danger"
        aria-keyshortcuts="Delete"
        onClick={() => {
          focusList()
          void actions.delete(ids)
        }}
      >
        <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
        {rulesTexts('delete')}
      </button>
    </>
  )
}

function NewGroupForm({create, cancel}: {readonly create: (name: string) => unknown; readonly cancel: () => void}) {
  const field = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(false)
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      class="bar-form"
      onSubmit={event => {
        event.preventDefault()
        const name = field.current?.value.trim() ?? ''
        setRefused(name === '')
        if (name === '') field.current?.focus()
        else create(name)
      }}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        cancel()
      }}
    >
      <input
        ref={field}
        class="field"
        aria-label={rulesTexts('newGroupName')}
        placeholder={rulesTexts('newGroupName')}
        aria-invalid={isRefused ? true : undefined}
        aria-describedby={isRefused ? 'bar-name-error' : undefined}
        onInput={() => setRefused(false)}
      />
      {isRefused && <ErrorText id="bar-name-error">{groupsTexts('nameless')}</ErrorText>}
      <button type="submit" class="button button-small">
        {rulesTexts('createAndMove')}
      </button>
    </form>
  )
}
