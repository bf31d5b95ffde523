import {batch, useSignal} from '@preact/signals'
import {useLayoutEffect, useRef} from 'preact/hooks'
import {getUnmodifiedKey} from './bare-key'
import {usePage} from '../state/page-context'
import {isLetterCommand, isTyping} from './typing'

const steps: Readonly<Record<string, number>> = {ArrowDown: 1, ArrowUp: -1, j: 1, k: -1}
const findRow = (event: Event) =>
  event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
const getRowsPerPage = (row: HTMLElement) =>
  Math.max(1, Math.floor((row.closest('.scroll')?.clientHeight ?? 0) / row.offsetHeight) - 1)
const getControls = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('button, a')]

/**
 * One Tab stop for a list: arrow keys move between rows (`data-row`) and to the controls of a row.
 * The focused row must be drawn.
 */
export function useRovingFocus(ids: readonly string[], reveal: (index: number) => void = () => undefined) {
  const {settings} = usePage()
  const box = useRef<HTMLDivElement>(null)
  const active = useSignal<string | undefined>(undefined)
  const asked = useSignal<{readonly id: string} | null>(null)
  const current = active.value !== undefined && ids.includes(active.value) ? active.value : ids[0]
  const wish = asked.value
  useLayoutEffect(() => {
    if (wish) box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wish.id)}"]`)?.focus()
  }, [wish])
  useLayoutEffect(() => {
    for (const each of box.current?.querySelectorAll<HTMLElement>('[data-row] :is(button, a, input)') ?? [])
      each.tabIndex = -1
  })

  const focus = (id: string | undefined) => {
    if (id === undefined) return
    batch(() => {
      active.value = id
      asked.value = {id}
    })
    reveal(ids.indexOf(id))
  }

  function onKeyDown(event: KeyboardEvent) {
    const row = findRow(event)
    const id = row?.dataset['row']
    if (!row || id === undefined || event.defaultPrevented || isTyping(event)) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const at = ids.indexOf(id)
    const beside = (by: number) => {
      const all = [row, ...getControls(row)]
      all[Math.max(0, all.indexOf(document.activeElement as HTMLElement) + by)]?.focus()
    }
    const step = event.key.length > 1 || isLetterCommand(event, settings) ? steps[getUnmodifiedKey(event)] : undefined
    const leap = (by: number) => focus(ids[Math.min(Math.max(0, at + by), ids.length - 1)])
    if (step !== undefined) focus(ids[at + step])
    else if (event.key === 'PageDown') leap(getRowsPerPage(row))
    else if (event.key === 'PageUp') leap(-getRowsPerPage(row))
    else if (event.key === 'Home') focus(ids[0])
    else if (event.key === 'End') focus(ids.at(-1))
    else if (event.key === 'ArrowRight') beside(1)
    else if (event.key === 'ArrowLeft') beside(-1)
    else return
    event.preventDefault()
  }

  return {
    box,
    current,
    focus,
    after: (id: string): string | undefined => ids[ids.indexOf(id) + 1] ?? ids[ids.indexOf(id) - 1],
    props: {
      ref: box,
      onKeyDown,
      onFocusIn(event: FocusEvent) {
        const id = findRow(event)?.dataset['row']
        if (id !== undefined) active.value = id
      },
    },
  }
}

/** Key repeat is faster than a move, so a repeated key waits for the last move. */
export function createRepeatGuard(): (event: KeyboardEvent, move: () => Promise<unknown>) => void {
  let running = 0
  return ({repeat}, move) => {
    if (repeat && running > 0) return
    running++
    void move().finally(() => running--)
  }
}
