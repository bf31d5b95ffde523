import {Plus, X} from 'lucide-preact'
import type {ComponentChildren} from 'preact'
import {useLayoutEffect, useRef} from 'preact/hooks'
import {IconButton} from '../parts/icon-button'
import {formWords} from '../words'
import {Grip} from './grip'
import {useKeptFocus} from './keep-focus'
import {movedItem, useReorder} from './reorder'
import {ListFault} from './text-field'
import {useForm, type StepSaid} from './use-field'

type RowsProps<Item> = {
  readonly at: string
  readonly items: readonly Item[]
  readonly change: (update: (now: readonly Item[]) => readonly Item[], said?: StepSaid) => void
  readonly fresh: () => Item
  /** What one row is called: "header change". */
  readonly noun: string
  readonly draw: (
    item: Item,
    at: string,
    set: (update: (now: Item) => Item, said?: StepSaid) => void,
  ) => ComponentChildren
}

type Memory = {
  last: number
  /** Rows have no identity of their own; these move with them, so that a field and its focus do as well. */
  keys: readonly number[]
  /** Rows that stood like this before are the same ones when they stand like this again. */
  readonly before: WeakMap<readonly unknown[], readonly number[]>
  readonly list: {current: HTMLDivElement | null}
}

const memories = new WeakMap<readonly unknown[], Memory>()

/** It outlives what is drawn: a condition that was deleted comes back with its rows, and what was done to them before can still be taken back. */
function useMemory(items: readonly unknown[]): Memory {
  const own = useRef<Memory | undefined>(undefined)
  const known = memories.get(items)
  // A copy of a condition begins with the very same rows.
  own.current ??=
    known?.list.current === null ? known : {last: 0, keys: [], before: new WeakMap(), list: {current: null}}
  if (!known) memories.set(items, own.current)
  return own.current
}

function useKeys(memory: Memory, items: readonly unknown[]) {
  const fresh = () => ++memory.last
  const known = memory.before.get(items) ?? memory.keys
  memory.keys = known.length === items.length ? known : items.map((_, index) => memory.keys[index] ?? fresh())
  memory.before.set(items, memory.keys)
  return {
    keys: memory.keys,
    change(update: (now: readonly number[]) => readonly number[]) {
      memory.keys = update(memory.keys)
    },
    fresh,
    // As they are by then: a row is put back long after it was drawn.
    at: (index: number) => memory.keys[index] ?? 0,
    placeOf: (key: number) => memory.keys.indexOf(key),
  }
}

/** Changes one below the other; Enter in the last one adds another. */
export function Rows<Item>({at, items, change, fresh, noun, draw}: RowsProps<Item>) {
  const {step} = useForm()
  const memory = useMemory(items)
  const rows = memory.list
  const focusNext = useRef<number | null>(null)
  const keys = useKeys(memory, items)
  const order = useReorder({
    list: rows,
    items: ':scope > .change-row',
    count: items.length,
    move(from, to) {
      keys.change(now => movedItem(now, from, to))
      change(now => movedItem(now, from, to))
    },
    moved(from, to) {
      const key = keys.at(to)
      step(formWords.rowMoved(noun, from + 1, to + 1), () => {
        const now = keys.placeOf(key)
        if (now < 0 || !rows.current) return 'nothing'
        return order.bring(now, from)
      })
    },
  })
  const add = () => {
    focusNext.current = items.length
    const key = keys.fresh()
    keys.change(now => [...now, key])
    change(now => [...now, fresh()])
    step(formWords.rowAdded(noun), () => {
      const now = keys.placeOf(key)
      if (now < 0 || !rows.current) return 'nothing'
      keys.change(all => all.filter(each => each !== key))
      change(all => all.filter((_, index) => index !== now))
      return undefined
    })
  }
  const remove = (index: number) => {
    const removed = items[index]
    if (removed === undefined) return
    const key = keys.at(index)
    focusNext.current = Math.min(index, items.length - 2)
    keys.change(now => now.filter((_, i) => i !== index))
    change(now => now.filter((_, i) => i !== index))
    step(formWords.rowRemoved(noun, index + 1), () => {
      // Gone with its condition, as long as that is.
      if (!rows.current) return 'nothing'
      focusNext.current = index
      keys.change(now => now.toSpliced(index, 0, key))
      change(now => now.toSpliced(index, 0, removed))
      return undefined
    })
  }
  useKeptFocus(rows, ['.change-row:last-of-type input', '.change-row:last-of-type select', '.add-button'])
  // As soon as it is drawn: a moment later the focus would be taken from where someone types by then.
  useLayoutEffect(() => {
    const next = focusNext.current
    focusNext.current = null
    if (next === null) return
    const row = rows.current?.querySelectorAll(':scope > .change-row')[next]
    const target =
      row?.querySelector('input') ?? row?.querySelector('select') ?? rows.current?.querySelector('.add-button')
    if (target instanceof HTMLElement) target.focus()
  }, [items.length])
  return (
    <div class="changes" ref={rows}>
      {items.map((item, index) => (
        <div
          class="change-row"
          key={keys.keys[index]}
          role="group"
          aria-label={formWords.row(noun, index + 1)}
          data-dragged={order.dragged === index ? '' : undefined}
          onKeyDown={event => {
            order.onKeyDown(event, index)
            if (event.key !== 'Enter' || index !== items.length - 1 || event.ctrlKey || event.metaKey) return
            if (!(event.target as Element).matches('input')) return
            event.preventDefault()
            add()
          }}
        >
          {items.length > 1 && (
            <Grip what={formWords.rowNamed(noun, index + 1)} index={index} count={items.length} order={order} />
          )}
          {draw(item, `${at}[${index}]`, (update, said) =>
            change(now => now.map((each, i) => (i === index ? update(each) : each)), said),
          )}
          <span class="change-row-buttons">
            <IconButton icon={X} name={formWords.rowRemove(noun, index + 1)} onClick={() => remove(index)} />
          </span>
        </div>
      ))}
      <ListFault at={at} />
      <button type="button" class="add-button" onClick={add}>
        <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
        {formWords.rowAdd(noun)}
      </button>
    </div>
  )
}
