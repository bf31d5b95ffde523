import type {ComponentChildren, RefObject} from 'preact'
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks'
import {commonTexts} from '../../locales/common'
import {Hint} from './hint'
import {toAriaKeys} from '../hooks/keys'

export const findItemByLetter = (
  items: readonly HTMLElement[],
  letter: string,
  from: number,
): HTMLElement | undefined =>
  [...items.slice(from), ...items.slice(0, from)].find(item =>
    item.textContent?.trim().toLowerCase().startsWith(letter.toLowerCase()),
  )

function useMenuKeys(list: RefObject<HTMLElement | null>, close: () => void) {
  // The first letter may select the item that was focused on opening.
  const isFresh = useRef(true)
  return (event: KeyboardEvent): void => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    const at = items.findIndex(item => item === document.activeElement)
    const go = (index: number) => items[(index + items.length) % items.length]?.focus()
    const byLetter = () => findItemByLetter(items, event.key, isFresh.current ? at : at + 1)?.focus()
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(items.length - 1),
      Escape: close,
      Tab: close,
    }
    const move = moves[event.key] ?? (/^\S$/.test(event.key) && !event.ctrlKey && !event.metaKey ? byLetter : undefined)
    if (!move) return
    event.preventDefault()
    event.stopPropagation()
    move()
    isFresh.current = false
  }
}

const gap = 4
const inset = 8

function positionBelow(anchor: HTMLElement, box: HTMLElement): void {
  const from = anchor.getBoundingClientRect()
  const {offsetWidth: width, offsetHeight: height} = box
  const below = from.bottom + gap
  const fits = below + height <= window.innerHeight - inset
  const top = fits ? below : Math.max(inset, from.top - gap - height)
  const left = from.left + width <= window.innerWidth - inset ? from.left : Math.max(inset, from.right - width)
  box.style.top = `${top}px`
  box.style.left = `${left}px`
}

export type MenuItem = {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly description?: string | undefined
  readonly icon?: ComponentChildren
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly choose: () => void
}

type MenuProps = {
  readonly name: string
  readonly menuName: string
  /** Called on opening, since a list of a thousand rows has a thousand closed menus. */
  readonly items: () => readonly MenuItem[]
  readonly class: string
  readonly children: ComponentChildren
  readonly wide?: boolean
  readonly keys?: string | undefined
  readonly description?: string | undefined
}

export function Menu({name, menuName, items, children, wide = false, keys, description, ...rest}: MenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <span class="menu-anchor">
      <MenuButton
        button={button}
        name={name}
        class={rest.class}
        isOpen={open}
        set={setOpen}
        description={description}
        keys={keys}
      >
        {children}
      </MenuButton>
      {open && (
        <MenuList
          name={menuName}
          items={items}
          wide={wide}
          anchor={() => button.current}
          close={() => setOpen(false)}
        />
      )}
    </span>
  )
}

type MenuButtonProps = {
  readonly button?: RefObject<HTMLButtonElement | null>
  readonly name: string
  readonly class: string
  readonly isOpen: boolean
  readonly set: (open: boolean) => void
  readonly tabIndex?: number
  readonly children: ComponentChildren
  readonly keys?: string | undefined
  readonly description?: string | undefined
}

export const MenuButton = ({
  name,
  isOpen,
  set,
  children,
  button,
  keys,
  tabIndex,
  description,
  ...rest
}: MenuButtonProps) => (
  <button
    type="button"
    {...(button ? {ref: button} : {})}
    class={rest.class}
    tabIndex={tabIndex}
    aria-label={name}
    aria-description={description}
    aria-keyshortcuts={keys === undefined ? undefined : toAriaKeys(keys)}
    title={keys === undefined ? undefined : commonTexts('withKeys', {name, keys})}
    aria-haspopup="menu"
    aria-expanded={isOpen}
    onClick={() => set(!isOpen)}
    onKeyDown={event => {
      if (event.key !== 'ArrowDown' || event.altKey) return
      event.preventDefault()
      set(true)
    }}
  >
    {children}
  </button>
)

type MenuListProps = {
  readonly name: string
  readonly items: () => readonly MenuItem[]
  readonly wide?: boolean
  /** A function, since the button may be rendered again. */
  readonly anchor: () => HTMLElement | null
  readonly opener?: () => HTMLElement | null
  readonly close: () => void
}

export function MenuList({name, items, wide = false, anchor, opener, close}: MenuListProps) {
  const list = useRef<HTMLDivElement>(null)
  // A key may open a menu while another element than its button has the focus.
  const from = useRef(document.activeElement)
  const before = () =>
    from.current instanceof HTMLElement && from.current !== document.body && from.current.isConnected
      ? from.current
      : anchor()
  const done = () => {
    close()
    ;(opener ?? before)()?.focus()
  }
  const onKeyDown = useMenuKeys(list, done)

  useLayoutEffect(() => {
    const button = anchor()
    if (!list.current || !button) return
    positionBelow(button, list.current)
    list.current.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [])

  useEffect(() => {
    const outside = (event: Event) => {
      const target = event.target as Node | null
      // Effects are cleaned up later than the menu closes, when another one may be open.
      if (!list.current || list.current.contains(target) || anchor()?.contains(target)) return
      close()
    }
    document.addEventListener('pointerdown', outside, true)
    document.addEventListener('focusin', outside)
    window.addEventListener('scroll', outside, true)
    return () => {
      document.removeEventListener('pointerdown', outside, true)
      document.removeEventListener('focusin', outside)
      window.removeEventListener('scroll', outside, true)
    }
  }, [])

  return (
    <div class="menu" data-wide={wide ? '' : undefined} role="menu" aria-label={name} ref={list} onKeyDown={onKeyDown}>
      {items().map(item => (
        <button
          key={item.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          class="menu-item"
          data-danger={item.danger ? '' : undefined}
          aria-disabled={item.disabled ? true : undefined}
          aria-label={item.label}
          aria-description={item.description}
          onClick={() => {
            if (item.disabled) return
            done()
            item.choose()
          }}
        >
          {item.icon}
          <span class="menu-label">{item.label}</span>
          {item.hint && <Hint class="menu-hint" text={item.hint} />}
        </button>
      ))}
    </div>
  )
}
