import {useState} from 'preact/hooks'
import {usePage} from '../parts/library-context'
import {matcherOf} from '../search'
import {groupIdOf} from '../state/sections'
import {common, popupWords} from '../words'
import {PopupRow} from './popup-row'

// Drawing a thousand rows at the first letter would be felt.
const firstShown = 100

export function FoundRules({typed, edit}: {readonly typed: string; readonly edit: (id: string) => void}) {
  const {library} = usePage()
  const [isWhole, setWhole] = useState(false)
  const matches = matcherOf(typed)
  const found = library.rows.value.filter(row => matches(row.value))
  const offGroups = new Set(library.groups.value.filter(group => group.status === 'Inactive').map(group => group.id))
  const paused = library.paused.value
  if (found.length === 0)
    return (
      <p class="empty" role="status">
        {common.noMatch(typed.trim())}
      </p>
    )
  return (
    <section class="popup-section" aria-label={popupWords.found(found.length)}>
      <h2>
        <span role="status">{popupWords.found(found.length)}</span>
        <small aria-hidden="true">{popupWords.foundKeys}</small>
      </h2>
      <ul>
        {found.slice(0, isWhole ? undefined : firstShown).map(row => (
          <PopupRow
            key={row.peek().id}
            row={row}
            edit={edit}
            typed={typed}
            muted={paused || offGroups.has(groupIdOf(row.peek()))}
          />
        ))}
      </ul>
      {!isWhole && found.length > firstShown && (
        <button type="button" class="popup-more link-button" onClick={() => setWhole(true)}>
          {popupWords.showMore(found.length - firstShown)}
        </button>
      )}
    </section>
  )
}
