import {useComputed} from '@preact/signals'
import {Copy, Download, Folder, Power, Trash2, X} from 'lucide-preact'
import {useEffect, useRef, useState} from 'preact/hooks'
import {ErrorText} from '../../components/error-text'
import {IconButton} from '../../components/icon-button'
import {Menu} from '../../components/menu'
import type {LibraryState} from '../../state/library'
import {isOn} from '../../state/sections'
import {common, copyWords, formatWords, groupsWords, rulesWords} from '../../words'
import type {FileShape} from '../import/export-rules'
import {useFoot} from '../../hooks/use-foot'
import type {List} from './list'

async function exportRules(library: LibraryState, ids: readonly string[], shape: FileShape): Promise<void> {
  const {exportSelected} = await import('../import/export-rules')
  await exportSelected(library, ids, shape)
}

const shapes = ['own', 'requestly'] as const

type SelectionBarProps = {
  readonly list: List
  readonly toList: () => void
  readonly cover: (height: number) => void
}

export function SelectionBar({list, toList, cover}: SelectionBarProps) {
  const {model, library, actions} = list
  const ids = model.selected.value
  const [isNaming, setNaming] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const wasNaming = useRef(false)
  const isMaking = useRef(false)
  useEffect(() => {
    if (wasNaming.current && !isNaming && document.activeElement === document.body)
      bar.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
    wasNaming.current = isNaming
  }, [isNaming])
  useFoot(bar, ids.length > 0, cover)
  useEffect(() => {
    if (ids.length === 0) setNaming(false)
  }, [ids.length])
  const areAllOff = useComputed(() => {
    void library.changes.value
    return model.selected.value.every(id => {
      const view = library.rowOf(id)?.peek()
      return !view || !isOn(view)
    })
  }).value
  const toTeam = actions.copiesToTeam(ids)
  const isAnyReadable = ids.some(id => library.rowOf(id)?.value.rule)
  // The status region must exist before its text, or screen readers do not announce it.
  const said = (
    <span class="unseen" role="status">
      {ids.length > 0 && rulesWords.someSelected(ids.length)}
    </span>
  )
  if (ids.length === 0) return said
  const leave = () => {
    actions.selectNone()
    toList()
  }
  return (
    <>
      {said}
      <div
        class="selection-bar"
        ref={bar}
        role="toolbar"
        aria-label={rulesWords.selection}
        onKeyDown={event => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.preventDefault()
          leave()
        }}
      >
        <b>{rulesWords.someSelected(ids.length)}</b>
        {isNaming ? (
          <NewGroupForm
            create={async name => {
              if (isMaking.current) return
              isMaking.current = true
              const isMade = await actions.moveToNewGroup(ids, name)
              isMaking.current = false
              if (!isMade) return
              setNaming(false)
              toList()
            }}
            cancel={() => setNaming(false)}
          />
        ) : (
          <>
            {isAnyReadable && (
              <>
                <button type="button" class="bar-button" onClick={() => actions.switch(ids, areAllOff)}>
                  <Power size={16} strokeWidth={1.75} aria-hidden="true" />
                  {areAllOff ? rulesWords.turnOn : rulesWords.turnOff}
                </button>
                <Menu
                  name={rulesWords.moveToGroup}
                  menuName={rulesWords.moveToGroup}
                  class="bar-button"
                  items={() => [
                    ...actions.groupsFor(ids).map(({id, name}) => ({
                      id: `g:${id}`,
                      label: name.trim() || common.untitled,
                      choose: () => void actions.moveToGroup(ids, id),
                    })),
                    {id: 'none', label: common.noGroup, choose: () => void actions.moveToGroup(ids, '')},
                    {id: 'new', label: rulesWords.newGroup, choose: () => setNaming(true)},
                  ]}
                >
                  <Folder size={16} strokeWidth={1.75} aria-hidden="true" />
                  {rulesWords.moveToGroup}
                </Menu>
                {list.hasTeam.value && (
                  <button type="button" class="bar-button" onClick={() => actions.copyTo(ids, toTeam)}>
                    <Copy size={16} strokeWidth={1.75} aria-hidden="true" />
                    {copyWords.copyTo(toTeam)}
                  </button>
                )}
              </>
            )}
            <Menu
              name={rulesWords.export}
              menuName={rulesWords.export}
              class="bar-button"
              items={() =>
                shapes.map(shape => ({
                  id: shape,
                  label: formatWords[shape],
                  choose: () => void exportRules(library, ids, shape),
                }))
              }
            >
              <Download size={16} strokeWidth={1.75} aria-hidden="true" />
              {rulesWords.export}
            </Menu>
            <button
              type="button"
              class="bar-button danger"
              aria-keyshortcuts="Delete"
              onClick={() => {
                toList()
                void actions.delete(ids)
              }}
            >
              <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
              {rulesWords.delete}
            </button>
          </>
        )}
        <span class="bar-end">
          <IconButton
            icon={X}
            name={rulesWords.clearSelection}
            tip={common.withKey(rulesWords.clearSelection, 'Esc')}
            onClick={leave}
          />
        </span>
      </div>
    </>
  )
}

type NewGroupFormProps = {readonly create: (name: string) => unknown; readonly cancel: () => void}

function NewGroupForm({create, cancel}: NewGroupFormProps) {
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
        aria-label={rulesWords.newGroupName}
        placeholder={rulesWords.newGroupName}
        aria-invalid={isRefused ? true : undefined}
        aria-describedby={isRefused ? 'bar-name-error' : undefined}
        onInput={() => setRefused(false)}
      />
      {isRefused && <ErrorText id="bar-name-error">{groupsWords.nameless}</ErrorText>}
      <button type="submit" class="button button-small">
        {rulesWords.createAndMove}
      </button>
    </form>
  )
}
