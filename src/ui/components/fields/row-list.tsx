import {formTexts} from '../../../locales/forms'
import {Plus, X} from 'lucide-preact'
import {Fragment, type ComponentChildren} from 'preact'
import {useLayoutEffect, useRef} from 'preact/hooks'
import {IconButton} from '../icon-button'
import {useFocusFallback} from '../../hooks/use-focus-fallback'
import {Grip, moveItem, useReorder} from './reorder'
import {ListFault} from './text-field'
import {useForm} from '../../hooks/use-field'

/** The names by which the texts select. */
const itemNames = {
  headers: 'headerChange',
  parameters: 'parameterChange',
  'answer-headers': 'responseHeader',
} as const

type RowListProps<Item> = {
  readonly at: string
  readonly items: readonly Item[]
  readonly change: (update: (now: readonly Item[]) => readonly Item[], text?: string) => void
  readonly createItem: () => Item
  readonly kind: keyof typeof itemNames
  readonly headings: readonly (string | undefined)[]
  /** By default the position in the list. */
  readonly getPath?: (index: number) => string
  /** Rows with a checkbox that switches them on and off. */
  readonly activity?: {readonly isOn: (item: Item) => boolean; readonly set: (item: Item, isOn: boolean) => Item}
  /** What a row breaks. */
  readonly getNote?: (item: Item) => string | undefined
  readonly renderItem: (
    item: Item,
    at: string,
    set: (update: (now: Item) => Item, text?: string) => void,
  ) => ComponentChildren
}

const textInput = 'input:not([type=checkbox])'

/** Rows have no ids. These keys move with them, so that the focus stays. */
function useRowKeys(count: number) {
  const last = useRef(0)
  const keys = useRef<readonly number[]>([])
  if (keys.current.length !== count)
    keys.current = Array.from({length: count}, (_, at) => keys.current[at] ?? ++last.current)
  return {
    all: keys.current,
    change(update: (now: readonly number[]) => readonly number[]) {
      keys.current = update(keys.current)
    },
  }
}

const Headings = ({kind, headings}: Pick<RowListProps<unknown>, 'kind' | 'headings'>) => (
  <div class="change-heads" data-kind={kind} aria-hidden="true">
    {headings.map(head => head !== undefined && <span key={head}>{head}</span>)}
  </div>
)

type RowSwitchProps = {readonly name: string; readonly isOn: boolean; readonly change: (isOn: boolean) => void}

const RowSwitch = ({name, isOn, change}: RowSwitchProps) => (
  <label class="row-switch">
    <input type="checkbox" aria-label={name} checked={isOn} onChange={event => change(event.currentTarget.checked)} />
  </label>
)

export function RowList<Item>({
  at,
  items,
  change,
  createItem,
  kind,
  headings,
  getPath = index => `${at}[${index}]`,
  activity,
  getNote,
  renderItem,
}: RowListProps<Item>) {
  const noun = itemNames[kind]
  const {reportStep} = useForm()
  const rows = useRef<HTMLDivElement>(null)
  const focusNext = useRef<{readonly row: number; readonly on: 'field' | 'button'} | null>(null)
  const keys = useRowKeys(items.length)
  const order = useReorder({
    list: rows,
    items: ':scope > .change-row',
    count: items.length,
    move(from, to) {
      keys.change(now => moveItem(now, from, to))
      change(now => moveItem(now, from, to))
    },
    onMoved: (from, to) => reportStep(formTexts('row.moved', {item: noun, from: from + 1, to: to + 1})),
  })
  const add = () => {
    focusNext.current = {row: items.length, on: 'field'}
    change(now => [...now, createItem()])
  }
  const remove = (index: number) => {
    const removed = items[index]
    const key = keys.all[index]
    if (removed === undefined || key === undefined) return
    // Not a field: the browser would handle Ctrl Z there, and the row would stay removed.
    focusNext.current = {row: Math.min(index, items.length - 2), on: 'button'}
    keys.change(now => now.toSpliced(index, 1))
    change(now => now.toSpliced(index, 1))
    reportStep(formTexts('row.removed', {item: noun, number: index + 1}), () => {
      focusNext.current = {row: index, on: 'field'}
      keys.change(now => now.toSpliced(index, 0, key))
      change(now => now.toSpliced(index, 0, removed))
    })
  }
  useFocusFallback(rows, [`.change-row:last-of-type ${textInput}`, '.change-row:last-of-type select', '.add-button'])
  // A layout effect, or the focus could move while the user types.
  useLayoutEffect(() => {
    const next = focusNext.current
    focusNext.current = null
    if (next === null) return
    const row = rows.current?.querySelectorAll(':scope > .change-row')[next.row]
    const field =
      next.on === 'field' ? (row?.querySelector<HTMLElement>(textInput) ?? row?.querySelector('select')) : undefined
    const target =
      field ?? row?.querySelector('.change-row-buttons button') ?? rows.current?.querySelector('.add-button')
    if (target instanceof HTMLElement) target.focus()
  }, [items.length])
  return (
    <>
      {items.length > 0 && <Headings kind={kind} headings={activity ? ['', ...headings] : headings} />}
      <div class="changes" ref={rows}>
        {items.map((item, index) => (
          <Fragment key={keys.all[index]}>
            <div
              class="change-row"
              role="group"
              aria-label={formTexts('row.name', {item: noun, number: index + 1})}
              data-off={activity && !activity.isOn(item) ? '' : undefined}
              data-dragged={order.dragged === index ? '' : undefined}
              onKeyDown={event => {
                order.onKeyDown(event, index)
                if (event.key !== 'Enter' || index !== items.length - 1 || event.ctrlKey || event.metaKey) return
                if (!(event.target as Element).matches(textInput)) return
                event.preventDefault()
                add()
              }}
            >
              {items.length > 1 && (
                <Grip
                  name={formTexts('row.move', {item: noun, number: index + 1})}
                  index={index}
                  count={items.length}
                  order={order}
                />
              )}
              {activity && (
                <RowSwitch
                  name={formTexts('row.on', {item: noun, number: index + 1})}
                  isOn={activity.isOn(item)}
                  change={isOn => change(now => now.map((each, i) => (i === index ? activity.set(each, isOn) : each)))}
                />
              )}
              {renderItem(item, getPath(index), (update, text) =>
                change(now => now.map((each, i) => (i === index ? update(each) : each)), text),
              )}
              <span class="change-row-buttons">
                <IconButton
                  icon={X}
                  name={formTexts('row.remove', {item: noun, number: index + 1})}
                  onClick={() => remove(index)}
                />
              </span>
            </div>
            {getNote?.(item) !== undefined && <p class="hint row-note">{getNote(item)}</p>}
          </Fragment>
        ))}
        <ListFault at={at} />
        <button type="button" class="add-button" onClick={add}>
          <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
          {formTexts('row.add', {item: noun})}
        </button>
      </div>
    </>
  )
}
