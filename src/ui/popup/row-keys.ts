import {getUnmodifiedKey} from '../hooks/bare-key'
import {getLatinLetter} from '../hooks/keys'
import {isLetterCommand} from '../hooks/typing'
import type {Settings} from '../state/settings'
import type {PopupActions} from './actions'
import {useLayoutEffect, useRef} from 'preact/hooks'
import {focusSearch} from '../components/search-field'
import {usePopup} from './popup-context'

const stopOf = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('[role=switch]') ?? row.querySelector<HTMLElement>('[data-stop], .group-toggle')

const rowsDrawn = () => [...document.querySelectorAll<HTMLElement>('.popup-main [data-row]')]
const keyOf = (row: HTMLElement) => row.dataset['row'] ?? ''

function focusRow(row: HTMLElement | undefined): void {
  if (!row) return
  row.scrollIntoView({block: 'nearest'})
  stopOf(row)?.focus({preventScroll: true})
}

/** The focus follows its row to another section, and goes to the next one when the row is gone; where there is none, to the search. */
export function useKeptFocus(): void {
  const {menu} = usePopup().state
  const last = useRef<{readonly key: string; readonly next: readonly string[]} | null>(null)
  const note = (element: Element | null) => {
    const row = element?.closest<HTMLElement>('[data-row]')
    const rows = rowsDrawn()
    const at = row ? rows.indexOf(row) : -1
    last.current =
      row && at >= 0
        ? {key: keyOf(row), next: [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()].map(keyOf)}
        : null
  }
  // Before the next key: it may lead to a row that was drawn just now, and the one after it may delete that.
  useLayoutEffect(() => {
    const onFocus = ({target}: FocusEvent) => {
      const element = target as Element
      if (menu.peek() === null || !element.closest('[role=menu]')) note(element)
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  useLayoutEffect(() => {
    if (!last.current) return
    const isLost = document.activeElement === document.body
    if (menu.peek() === null && !isLost) return note(document.activeElement)
    const {key, next} = last.current
    const rows = new Map(rowsDrawn().map(row => [keyOf(row), row]))
    if (!isLost && rows.has(menu.peek() ?? '')) return
    const heir = [key, ...next].flatMap(each => rows.get(each) ?? [])[0]
    if (heir) focusRow(heir)
    else focusSearch()
  })
}

type Needs = {
  readonly settings: Settings
  readonly actions: PopupActions
  readonly openMenu: (id: string) => void
  readonly toSearch: () => void
}

const modified = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
const rowsOf = (list: Element) => [...list.querySelectorAll<HTMLElement>('[data-row]')]

export const focusFirstRow = (list: Element | null): void => focusRow(list ? rowsOf(list)[0] : undefined)

/** The keys of a row: arrows between rows and groups, and what can be done to the rule. */
export function createRowKeys({settings, actions, openMenu, toSearch}: Needs) {
  const letters: Readonly<Record<string, string>> = {j: 'ArrowDown', k: 'ArrowUp'}

  function go(list: Element, row: HTMLElement, step: 1 | -1): void {
    const rows = rowsOf(list)
    const at = rows.indexOf(row) + step
    if (at < 0) toSearch()
    else focusRow(rows[at])
  }
  const toggleOf = (row: Element) => row.querySelector<HTMLElement>('.group-toggle')

  function enterOf(row: Element, id: string | undefined): (() => void) | undefined {
    if (id !== undefined) return () => actions.edit(id)
    const toggle = toggleOf(row)
    return toggle ? () => toggle.click() : undefined
  }

  const headOf = (row: HTMLElement) => row.closest('section, .popup-group')?.querySelector<HTMLElement>('[data-group]')

  function sideways(list: Element, row: HTMLElement, open: boolean): void {
    const isHead = row.dataset['group'] !== undefined
    if (!isHead) {
      if (!open) focusRow(headOf(row) ?? undefined)
      return
    }
    const isOpen = row.dataset['open'] !== undefined
    if (isOpen !== open) toggleOf(row)?.click()
    else if (open) go(list, row, 1)
  }

  return (event: KeyboardEvent & {readonly currentTarget: Element}): void => {
    const {currentTarget: list, target} = event
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
    if (!row || event.defaultPrevented) return
    const id = row.dataset['row'] ?? ''
    const key = getUnmodifiedKey(event)
    const isRule = row.dataset['group'] === undefined && row.classList.contains('popup-row')
    const hasRule = isRule && row.querySelector('[role=switch]') !== null
    const isStop = target instanceof Element && target.matches('[role=switch], [data-stop], .group-toggle')
    const menu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => go(list, row, 1),
      ArrowUp: () => go(list, row, -1),
      ArrowLeft: () => sideways(list, row, false),
      ArrowRight: () => sideways(list, row, true),
      Enter: isStop ? enterOf(row, isRule ? id : undefined) : undefined,
      Delete: hasRule ? () => actions.remove(id) : undefined,
    }
    const byLetter: typeof acts = hasRule ? {p: () => actions.pin(id), d: () => actions.duplicate(id)} : {}
    const isLetter = isLetterCommand(event, settings) && !event.shiftKey
    if ((event.ctrlKey || event.metaKey) && getLatinLetter(event) === 'a') event.preventDefault()
    const act = menu
      ? hasRule
        ? () => openMenu(id)
        : undefined
      : modified(event)
        ? undefined
        : (acts[key] ?? (isLetter ? (byLetter[key] ?? acts[letters[key] ?? '']) : undefined))
    if (!act) return
    event.preventDefault()
    if (!event.repeat || /^(Arrow|[jk]$)/.test(key)) act()
  }
}
