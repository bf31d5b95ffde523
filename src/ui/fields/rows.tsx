import {ArrowDown, ArrowUp, Plus, X} from 'lucide-preact'
import type {ComponentChildren} from 'preact'
import {useLayoutEffect, useRef} from 'preact/hooks'
import {IconButton} from '../parts/icon-button'
import {formWords} from '../words'
import {ListFault} from './text-field'

type RowsProps<Item> = {
  readonly at: string
  readonly items: readonly Item[]
  readonly change: (update: (now: readonly Item[]) => readonly Item[]) => void
  readonly fresh: () => Item
  /** What one row is called: "header change". */
  readonly noun: string
  readonly draw: (item: Item, at: string, set: (update: (now: Item) => Item) => void) => ComponentChildren
  /** The order of the rows means something. */
  readonly isOrdered?: boolean
}

/** Changes one below the other; Enter in the last one adds another. */
export function Rows<Item>({at, items, change, fresh, noun, draw, isOrdered = false}: RowsProps<Item>) {
  const rows = useRef<HTMLDivElement>(null)
  const wasAdded = useRef(false)
  const add = () => {
    wasAdded.current = true
    change(now => [...now, fresh()])
  }
  // As soon as it is drawn: a moment later the focus would be taken from where someone types by then.
  useLayoutEffect(() => {
    if (wasAdded.current) rows.current?.querySelector<HTMLElement>('.change-row:last-of-type input')?.focus()
    wasAdded.current = false
  }, [items.length])
  const moved = (from: number, to: number) =>
    change(now => {
      const next = [...now]
      next.splice(to, 0, ...next.splice(from, 1))
      return next
    })
  return (
    <div class="changes" ref={rows}>
      {items.map((item, index) => (
        <div
          class="change-row"
          // Rows have no identity of their own; their fields hold no state that could go astray.
          key={index}
          role="group"
          aria-label={formWords.row(noun, index + 1)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || index !== items.length - 1 || !(event.target as Element).matches('input'))
              return
            event.preventDefault()
            add()
          }}
        >
          {draw(item, `${at}[${index}]`, update =>
            change(now => now.map((each, i) => (i === index ? update(each) : each))),
          )}
          <span class="change-row-buttons">
            {isOrdered && (
              <>
                <IconButton
                  icon={ArrowUp}
                  name={formWords.rowUp(noun, index + 1)}
                  disabled={index === 0}
                  onClick={() => moved(index, index - 1)}
                />
                <IconButton
                  icon={ArrowDown}
                  name={formWords.rowDown(noun, index + 1)}
                  disabled={index === items.length - 1}
                  onClick={() => moved(index, index + 1)}
                />
              </>
            )}
            <IconButton
              icon={X}
              name={formWords.rowRemove(noun, index + 1)}
              onClick={() => change(now => now.filter((_, i) => i !== index))}
            />
          </span>
        </div>
      ))}
      <ListFault at={at} />
      <button type="button" class="add-button" onClick={add}>
        <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
        {formWords.rowAdd(noun)}
      </button>
    </div>
  )
}
