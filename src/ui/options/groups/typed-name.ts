import {useState} from 'preact/hooks'

/** What is typed into the name of a group and not kept yet, which is there again when this tab is loaded anew. */
export function useTypedName(group: string): readonly [typed: string | null, type: (text: string | null) => void] {
  const place = `group-name:${group}`
  const [typed, set] = useState(() => sessionStorage.getItem(place))
  function type(text: string | null) {
    set(text)
    if (text === null) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, text)
  }
  return [typed, type]
}
