import type {ComponentChildren} from 'preact'
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks'
import {placeBeside} from './place'
import {useMenuKeys} from './menu-keys'

export type MenuItem = {
  readonly id: string
  readonly label: string
  readonly hint?: string
  readonly glyph?: ComponentChildren
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly choose: () => void
}

type MenuProps = {
  /** The accessible name of the button; its content may be an icon only. */
  readonly name: string
  readonly menuName: string
  /** Asked for when the menu opens: a list of a thousand rows has a thousand closed menus. */
  readonly items: () => readonly MenuItem[]
  readonly class: string
  readonly children: ComponentChildren
  readonly wide?: boolean
}

/** A button that opens a menu. After Esc or a choice the focus is back on the button. */
export function Menu({name, menuName, items, children, wide = false, ...rest}: MenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  const close = (refocus: boolean) => {
    setOpen(false)
    if (refocus) button.current?.focus()
  }
  const onKeyDown = useMenuKeys(list, () => close(true))

  useLayoutEffect(() => {
    if (!open || !list.current || !button.current) return
    placeBeside(button.current, list.current)
    list.current.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [open])

  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      const target = event.target as Node | null
      if (list.current?.contains(target) || button.current?.contains(target)) return
      close(false)
    }
    document.addEventListener('pointerdown', outside, true)
    document.addEventListener('focusin', outside)
    window.addEventListener('scroll', outside, true)
    return () => {
      document.removeEventListener('pointerdown', outside, true)
      document.removeEventListener('focusin', outside)
      window.removeEventListener('scroll', outside, true)
    }
  }, [open])

  return (
    <span class="menu-anchor">
      <button
        type="button"
        ref={button}
        class={rest.class}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' || event.altKey) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {children}
      </button>
      {open && (
        <div
          class="menu"
          data-wide={wide ? '' : undefined}
          role="menu"
          aria-label={menuName}
          ref={list}
          onKeyDown={onKeyDown}
        >
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
              onClick={() => {
                if (item.disabled) return
                close(true)
                item.choose()
              }}
            >
              {item.glyph}
              <span class="menu-label">{item.label}</span>
              {item.hint && <span class="menu-hint">{item.hint}</span>}
            </button>
          ))}
        </div>
      )}
    </span>
  )
}
