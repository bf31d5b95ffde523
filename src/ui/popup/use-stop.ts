import {useState} from 'preact/hooks'

/** One tab stop for a section: where the focus was last, or its first row. */
export function useStop(keys: readonly string[]) {
  const [last, setLast] = useState<string>()
  const current = last !== undefined && keys.includes(last) ? last : keys[0]
  const onFocusIn = (event: FocusEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
    if (row?.dataset['row'] !== undefined) setLast(row.dataset['row'])
  }
  return {current, onFocusIn}
}

/** A group's head among the rows of its section. */
export const headKey = (groupId: string): string => `group ${groupId}`
