import {useState} from 'preact/hooks'

const placeOf = (group: string) => `group-name:${group}`

/** What was typed into the name of a group and not kept, which is then typed there no more; null for nothing but spaces. */
export function takeTypedName(group: string): string | null {
  const text = sessionStorage.getItem(placeOf(group))
  sessionStorage.removeItem(placeOf(group))
  return text === null || text.trim() === '' ? null : text
}

/** What is typed into the name of a group and not kept yet, which is there again when this tab is loaded anew. */
export function useTypedName(group: string): readonly [typed: string | null, type: (text: string | null) => void] {
  const place = placeOf(group)
  const [typed, set] = useState(() => sessionStorage.getItem(place))
  function type(text: string | null) {
    set(text)
    if (text === null) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, text)
  }
  return [typed, type]
}
