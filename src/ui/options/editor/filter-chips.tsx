import {Plus, X} from 'lucide-preact'
import type {ComponentChildren} from 'preact'
import {useLayoutEffect, useRef, useState} from 'preact/hooks'
import type {Source} from '../../../contract/source'
import {useField} from '../../fields/use-field'
import {ErrorText} from '../../parts/error-text'
import {IconButton} from '../../parts/icon-button'
import {Menu} from '../../parts/menu'
import {PhraseText} from '../../parts/phrase-text'
import {phrase, plain} from '../../phrase'
import {editorWords} from '../../words'
import {FilterEditor} from './filter-editor'
import {filterText} from './filter-text'
import {
  changedFilter,
  filterKinds,
  isEmptyFilter,
  placesOf,
  withFilter,
  withoutFilter,
  type FilterPlace,
} from './filters'

type FiltersProps = {
  readonly source: Source
  readonly at: string
  readonly change: (update: (now: Source) => Source, said?: string) => void
  readonly children?: ComponentChildren
}

const keyOf = ({index, kind}: FilterPlace) => `${index}.${kind}`

/** The filters as chips; one at a time is open for editing, in place. */
export function Filters({source, at, change, children}: FiltersProps) {
  const [open, setOpen] = useState<string | null>(null)
  const places = placesOf(source)
  const used = new Set(places.map(place => place.kind))
  const openPlace = places.find(place => keyOf(place) === open)
  const box = useRef<HTMLDivElement>(null)
  const focusNext = useRef<string | null>(null)
  // What was opened gives the focus back to its chip, and what is gone to what adds another.
  useLayoutEffect(() => {
    const next = focusNext.current
    focusNext.current = null
    if (next !== null) box.current?.querySelector<HTMLElement>(next)?.focus()
  })
  const remove = (place: FilterPlace, said?: string) => {
    focusNext.current = '.add-filter'
    setOpen(null)
    change(now => withoutFilter(now, place), said)
  }
  // One that narrows nothing does not stay.
  const close = () => {
    if (openPlace && isEmptyFilter(source, openPlace)) return remove(openPlace)
    focusNext.current = `[data-filter="${open}"]`
    setOpen(null)
  }
  return (
    <div class="filters" role="group" aria-label={editorWords.filters} ref={box}>
      {places.map(place => (
        <FilterChip
          key={keyOf(place)}
          source={source}
          place={place}
          at={at}
          isOpen={keyOf(place) === open}
          toggle={() => (open === keyOf(place) ? close() : setOpen(keyOf(place)))}
          remove={said => remove(place, said)}
        />
      ))}
      {used.size < filterKinds.length && (
        <Menu
          name={editorWords.addFilter}
          menuName={editorWords.addFilter}
          class="add-button add-filter"
          items={() =>
            filterKinds
              .filter(kind => !used.has(kind))
              .map(kind => ({
                id: kind,
                label: editorWords.filterNames[kind],
                choose: () => {
                  change(now => withFilter(now, kind))
                  setOpen(keyOf({index: 0, kind}))
                },
              }))
          }
        >
          <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
          {editorWords.addFilter}
        </Menu>
      )}
      {children}
      {openPlace && (
        <FilterEditor
          key={open}
          value={source.filters?.[openPlace.index]?.[openPlace.kind]}
          kind={openPlace.kind}
          at={`${at}.filters[${openPlace.index}].${openPlace.kind}`}
          change={update =>
            change(now => changedFilter(now, openPlace, update(now.filters?.[openPlace.index]?.[openPlace.kind])))
          }
          close={close}
        />
      )}
    </div>
  )
}

type FilterChipProps = {
  readonly source: Source
  readonly place: FilterPlace
  readonly at: string
  readonly isOpen: boolean
  readonly toggle: () => void
  readonly remove: (said?: string) => void
}

function FilterChip({source, place: {index, kind}, at, isOpen, toggle, remove}: FilterChipProps) {
  // A closed chip stands for its fields, so that their faults are not said elsewhere.
  const path = `${at}.filters[${index}].${kind}`
  const own = useField(path)
  const key = useField(`${path}.key`)
  const faulty = own.fault === undefined ? key : own
  const {fault} = faulty
  const value = filterText(source.filters?.[index], kind)
  const text = phrase`${editorWords.filterOn[kind]} ${value}`
  return (
    <>
      <span class="filter-chip" data-danger={fault === undefined ? undefined : ''}>
        <button
          type="button"
          data-filter={keyOf({index, kind})}
          aria-expanded={isOpen}
          data-invalid={fault !== undefined && !isOpen ? '' : undefined}
          aria-describedby={fault === undefined || isOpen ? undefined : faulty.errorId}
          onClick={toggle}
        >
          <span class="filter-kind">{editorWords.filterOn[kind]}</span> <PhraseText phrase={value} />
        </button>
        <IconButton
          icon={X}
          size={14}
          name={editorWords.filterRemove(plain(text))}
          onClick={() =>
            remove(isEmptyFilter(source, {index, kind}) ? undefined : editorWords.filterRemoved(plain(text)))
          }
        />
      </span>
      {fault !== undefined && !isOpen && <ErrorText id={faulty.errorId}>{fault}</ErrorText>}
    </>
  )
}
