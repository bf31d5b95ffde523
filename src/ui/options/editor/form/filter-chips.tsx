import {Plus, X} from 'lucide-preact'
import {useLayoutEffect, useRef, useState, useEffect} from 'preact/hooks'
import {
  operators,
  requestMethods,
  resourceTypes,
  type Source,
  type PayloadFilter,
  type ResourceType,
  type SourceFilter,
} from '../../../../model/source'
import {TextField} from '../../../components/fields/text-field'
import {useField} from '../../../hooks/use-field'
import {ErrorText} from '../../../components/error-text'
import {IconButton} from '../../../components/icon-button'
import {Menu} from '../../../components/menu'
import {SegmentedText} from '../../../components/segmented-text'
import {Select} from '../../../components/select'
import {toPlainText} from '../../../text-segments'
import {isJsonEqual} from '../../../json-equality'
import {commonTexts} from '../../../../locales/common'
import {editorTexts} from '../../../../locales/editor'
import {
  formatFilter,
  setFilter,
  filterKinds,
  isEmptyFilter,
  getFilterPositions,
  addFilter,
  removeFilter,
  type FilterPosition,
  type FilterKind,
} from '../model/filters'

type FilterValue = SourceFilter[FilterKind]
type FilterEditorProps = {
  readonly value: FilterValue
  readonly kind: FilterKind
  readonly at: string
  readonly change: (update: (now: FilterValue) => FilterValue) => void
  readonly close: () => void
}

const toTexts = (value: FilterValue): string[] => (Array.isArray(value) ? value : [])
const isPayload = (value: FilterValue): value is PayloadFilter => value !== undefined && !Array.isArray(value)
const typesByUse: readonly ResourceType[] = [
  'main_frame',
  'sub_frame',
  'xmlhttprequest',
  'script',
  'stylesheet',
  'image',
  'font',
  'media',
  'websocket',
  'ping',
  'object',
  'csp_report',
  'webtransport',
  'webbundle',
  'other',
]

function FilterEditor({value, kind, at, change, close}: FilterEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  const texts = toTexts(value)
  const changeTexts = (update: (now: string[]) => string[]) => change(now => update(toTexts(now)))
  return (
    <div
      class="filter-editor"
      ref={box}
      role="group"
      aria-label={editorTexts(`filterNames.${kind}`)}
      onKeyDown={event => {
        const isDone = event.key === 'Escape' || (event.key === 'Enter' && (event.target as Element).matches('input'))
        if (!isDone) return
        event.preventDefault()
        close()
      }}
    >
      {kind === 'pageDomains' && <Domains at={at} value={texts} change={changeTexts} />}
      {kind === 'requestMethod' && (
        <Choices
          value={texts}
          all={[...new Set([...requestMethods, ...texts])].map(each => [each, each])}
          change={changeTexts}
        />
      )}
      {kind === 'resourceType' && (
        <Choices
          value={texts}
          all={[
            ...typesByUse.map(type => [type, commonTexts(`resource.${type}`)] as const),
            ...texts.filter(each => !resourceTypes.some(known => known === each)).map(each => [each, each] as const),
          ]}
          change={changeTexts}
        />
      )}
      {kind === 'requestPayload' && isPayload(value) && (
        <Payload at={at} value={value} change={update => change(now => (isPayload(now) ? update(now) : now))} />
      )}
      <button type="button" class="button button-small" onClick={close}>
        {editorTexts('filterDone')}
      </button>
    </div>
  )
}

type FilterInputProps<Value> = {readonly value: Value; readonly change: (update: (now: Value) => Value) => void}

const domainsIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean)

function Domains({at, value, change}: FilterInputProps<string[]> & {readonly at: string}) {
  const [typed, setTyped] = useState(value.join(', '))
  return (
    <TextField
      at={at}
      name={editorTexts('filterNames.pageDomains')}
      placeholder={editorTexts('domainsHint')}
      // The typed text, or a comma would vanish.
      value={isJsonEqual(domainsIn(typed), value) ? typed : value.join(', ')}
      change={next => {
        setTyped(next)
        change(() => domainsIn(next))
      }}
    />
  )
}

type ChoicesProps = FilterInputProps<string[]> & {readonly all: readonly (readonly [value: string, label: string])[]}

const Choices = ({value, all, change}: ChoicesProps) => (
  <div class="choices">
    {all.map(([each, label]) => (
      <label key={each} class="check">
        <input
          type="checkbox"
          checked={value.includes(each)}
          onChange={event => {
            const {checked} = event.currentTarget
            change(now => [...now.filter(other => other !== each), ...(checked ? [each] : [])])
          }}
        />
        {label}
      </label>
    ))}
  </div>
)

const Payload = ({at, value, change}: FilterInputProps<PayloadFilter> & {readonly at: string}) => (
  <>
    <div class="joined joined-three">
      <TextField
        at={`${at}.key`}
        name={editorTexts('payloadKey')}
        placeholder={editorTexts('payloadKeyHint')}
        value={value.key}
        change={key => change(now => ({...now, key}))}
      />
      <Select
        name={editorTexts('payloadOperator')}
        value={value.operator ?? 'Equals'}
        options={operators.map(operator => [operator, commonTexts(`operator.${operator}`)])}
        change={operator => change(now => ({...now, operator}))}
      />
      <TextField
        at={`${at}.value`}
        name={editorTexts('payloadValue')}
        value={value.value}
        change={next => change(now => ({...now, value: next}))}
      />
    </div>
    <p class="hint">{editorTexts('payloadBatch')}</p>
  </>
)

type FiltersProps = {
  readonly source: Source
  readonly at: string
  readonly change: (update: (now: Source) => Source, undoText?: string) => void
}

const getPositionKey = ({index, kind}: FilterPosition) => `${index}.${kind}`

export function Filters({source, at, change}: FiltersProps) {
  const [open, setOpen] = useState<string | null>(null)
  const positions = getFilterPositions(source)
  const used = new Set(positions.map(position => position.kind))
  const openPosition = positions.find(position => getPositionKey(position) === open)
  const box = useRef<HTMLDivElement>(null)
  const focusNext = useRef<string | null>(null)
  useLayoutEffect(() => {
    const next = focusNext.current
    focusNext.current = null
    if (next !== null) box.current?.querySelector<HTMLElement>(next)?.focus()
  })
  const remove = (position: FilterPosition, undoText?: string) => {
    focusNext.current = '.add-filter'
    setOpen(null)
    change(now => removeFilter(now, position), undoText)
  }
  const close = () => {
    if (openPosition && isEmptyFilter(source, openPosition)) return remove(openPosition)
    focusNext.current = `[data-filter="${open}"]`
    setOpen(null)
  }
  return (
    <div class="filters" role="group" aria-label={editorTexts('filters')} ref={box}>
      {positions.map(position => (
        <FilterChip
          key={getPositionKey(position)}
          source={source}
          position={position}
          at={at}
          isOpen={getPositionKey(position) === open}
          toggle={() => (open === getPositionKey(position) ? close() : setOpen(getPositionKey(position)))}
          remove={undoText => remove(position, undoText)}
        />
      ))}
      {used.size < filterKinds.length && (
        <Menu
          name={editorTexts('addFilter')}
          menuName={editorTexts('addFilter')}
          class="add-button add-filter"
          items={() =>
            filterKinds
              .filter(kind => !used.has(kind))
              .map(kind => ({
                id: kind,
                label: editorTexts(`filterNames.${kind}`),
                choose: () => {
                  change(now => addFilter(now, kind))
                  setOpen(getPositionKey({index: 0, kind}))
                },
              }))
          }
        >
          <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
          {editorTexts('addFilter')}
        </Menu>
      )}
      {openPosition && (
        <FilterEditor
          key={open}
          value={source.filters?.[openPosition.index]?.[openPosition.kind]}
          kind={openPosition.kind}
          at={`${at}.filters[${openPosition.index}].${openPosition.kind}`}
          change={update =>
            change(now => setFilter(now, openPosition, update(now.filters?.[openPosition.index]?.[openPosition.kind])))
          }
          close={close}
        />
      )}
    </div>
  )
}

type FilterChipProps = {
  readonly source: Source
  readonly position: FilterPosition
  readonly at: string
  readonly isOpen: boolean
  readonly toggle: () => void
  readonly remove: (undoText?: string) => void
}

function FilterChip({source, position: {index, kind}, at, isOpen, toggle, remove}: FilterChipProps) {
  // A closed chip shows the faults of its fields.
  const path = `${at}.filters[${index}].${kind}`
  const listField = useField(path)
  const keyField = useField(`${path}.key`)
  const faultField = listField.fault === undefined ? keyField : listField
  const {fault} = faultField
  const value = formatFilter(source.filters?.[index], kind)
  const name = editorTexts('filterText', {name: editorTexts(`filterOn.${kind}`), value: toPlainText(value)})
  return (
    <>
      <span class="filter-chip" data-danger={fault === undefined ? undefined : ''}>
        <button
          type="button"
          data-filter={getPositionKey({index, kind})}
          aria-expanded={isOpen}
          data-invalid={fault !== undefined && !isOpen ? '' : undefined}
          aria-describedby={fault === undefined || isOpen ? undefined : faultField.errorId}
          onClick={toggle}
        >
          <span class="filter-kind">{editorTexts(`filterOn.${kind}`)}</span> <SegmentedText phrase={value} />
        </button>
        <IconButton
          icon={X}
          size={14}
          name={editorTexts('filterRemove', {name})}
          onClick={() =>
            remove(isEmptyFilter(source, {index, kind}) ? undefined : editorTexts('filterRemoved', {name}))
          }
        />
      </span>
      {fault !== undefined && !isOpen && <ErrorText id={faultField.errorId}>{fault}</ErrorText>}
    </>
  )
}
