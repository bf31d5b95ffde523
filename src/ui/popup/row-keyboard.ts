import {getUnmodifiedKey} from '../hooks/bare-key'
import {getLatinLetter} from '../hooks/keys'
import {isLetterCommand} from '../hooks/typing'
import type {Settings} from '../state/settings'
import type {PopupActions} from './actions'
import {useLayoutEffect, useRef} from 'preact/hooks'
import {focusSearch} from '../components/search-field'
import {usePopup} from './popup-context'

const getTabStop = (row: Element): HTMLElement | null =>
  row.querySelector<HTMLElement>('[role=switch]') ?? row.querySelector<HTMLElement>('[data-stop], .group-toggle')

const getAllRows = () => [...document.querySelectorAll<HTMLElement>('.popup-main [data-row]')]
const getRowKey = (row: HTMLElement) => row.dataset['row'] ?? ''

function focusRow(row: HTMLElement | undefined): void {
  if (!row) return
  row.scrollIntoView({block: 'nearest'})
  getTabStop(row)?.focus({preventScroll: true})
}

/** Keeps the focus on its row. After a removal the next row gets it, or the search field. */
export function useRowFocus(): void {
  const {openMenu: opensMenu} = usePopup().state
  const last = useRef<{readonly key: string; readonly next: readonly string[]} | null>(null)
  const rememberFocus = (element: Element | null) => {
    const row = element?.closest<HTMLElement>('[data-row]')
    const rows = getAllRows()
    const index = row ? rows.indexOf(row) : -1
    last.current =
      row && index >= 0
        ? {key: getRowKey(row), next: [...rows.slice(index + 1), ...rows.slice(0, index).toReversed()].map(getRowKey)}
        : null
  }
  // A layout effect, since the next key press may already act on a row rendered just now.
  useLayoutEffect(() => {
    const onFocus = ({target}: FocusEvent) => {
      const element = target as Element
      if (opensMenu.peek() === null || !element.closest('[role=menu]')) rememberFocus(element)
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
  useLayoutEffect(() => {
    if (!last.current) return
    const isLost = document.activeElement === document.body
    if (opensMenu.peek() === null && !isLost) return rememberFocus(document.activeElement)
    const {key, next} = last.current
    const rows = new Map(getAllRows().map(row => [getRowKey(row), row]))
    if (!isLost && rows.has(opensMenu.peek() ?? '')) return
    const nextRow = [key, ...next].flatMap(each => rows.get(each) ?? [])[0]
    if (nextRow) focusRow(nextRow)
    else focusSearch()
  })
}

type RowKeyDependencies = {
  readonly settings: Settings
  readonly actions: PopupActions
  readonly openMenu: (id: string) => void
}

const hasModifier = (event: KeyboardEvent) => event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
const getRows = (list: Element) => [...list.querySelectorAll<HTMLElement>('[data-row]')]

export const focusFirstRow = (list: Element | null): void => focusRow(list ? getRows(list)[0] : undefined)

/** Handles arrow keys, which move between rows and groups, and the shortcuts of a rule. */
export function createRowKeyHandler({settings, actions, openMenu}: RowKeyDependencies) {
  const arrowsByLetter: Readonly<Record<string, string>> = {j: 'ArrowDown', k: 'ArrowUp'}

  function moveFocus(list: Element, row: HTMLElement, step: 1 | -1): void {
    const rows = getRows(list)
    const index = rows.indexOf(row) + step
    if (index < 0) focusSearch()
    else focusRow(rows[index])
  }
  const getGroupToggle = (row: Element) => row.querySelector<HTMLElement>('.group-toggle')

  function getEnterAction(row: Element, id: string | undefined): (() => void) | undefined {
    if (id !== undefined) return () => actions.edit(id)
    const toggle = getGroupToggle(row)
    return toggle ? () => toggle.click() : undefined
  }

  const getGroupHeader = (row: HTMLElement) =>
    row.closest('section, .popup-group')?.querySelector<HTMLElement>('[data-group]')

  function collapseOrExpand(list: Element, row: HTMLElement, open: boolean): void {
    const isGroupHeader = row.dataset['group'] !== undefined
    if (!isGroupHeader) {
      if (!open) focusRow(getGroupHeader(row) ?? undefined)
      return
    }
    const isOpen = row.dataset['open'] !== undefined
    if (isOpen !== open) getGroupToggle(row)?.click()
    else if (open) moveFocus(list, row, 1)
  }

  return (event: KeyboardEvent & {readonly currentTarget: Element}): void => {
    const {currentTarget: list, target} = event
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
    if (!row || event.defaultPrevented) return
    const id = row.dataset['row'] ?? ''
    const key = getUnmodifiedKey(event)
    const isRule = row.dataset['group'] === undefined && row.classList.contains('popup-row')
    const hasRule = isRule && row.querySelector('[role=switch]') !== null
    const isTabStop = target instanceof Element && target.matches('[role=switch], [data-stop], .group-toggle')
    const opensMenu = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    const keyActions: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => moveFocus(list, row, 1),
      ArrowUp: () => moveFocus(list, row, -1),
      ArrowLeft: () => collapseOrExpand(list, row, false),
      ArrowRight: () => collapseOrExpand(list, row, true),
      Enter: isTabStop ? getEnterAction(row, isRule ? id : undefined) : undefined,
      Delete: hasRule ? () => actions.remove(id) : undefined,
    }
    const byLetter: typeof keyActions = hasRule ? {p: () => actions.pin(id), d: () => actions.duplicate(id)} : {}
    const isLetter = isLetterCommand(event, settings) && !event.shiftKey
    if ((event.ctrlKey || event.metaKey) && getLatinLetter(event) === 'a') event.preventDefault()
    const act = opensMenu
      ? hasRule
        ? () => openMenu(id)
        : undefined
      : hasModifier(event)
        ? undefined
        : (keyActions[key] ?? (isLetter ? (byLetter[key] ?? keyActions[arrowsByLetter[key] ?? '']) : undefined))
    if (!act) return
    event.preventDefault()
    if (!event.repeat || /^(Arrow|[jk]$)/.test(key)) act()
  }
}
