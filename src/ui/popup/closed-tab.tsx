import {hashes} from '../routes'
import {popupWords as words} from '../words'
import {usePopup} from './popup-context'

/** Of a page whose address Chrome does not tell: it is the browser's own, or of a site that the person has not allowed. */
export function ClosedTab() {
  const {state, actions} = usePopup()
  const isAllowed = state.isAllowed.value
  if (isAllowed === null) return null
  return (
    <p class="popup-closed">
      {isAllowed ? (
        words.closedTab
      ) : (
        <>
          {words.notAllowed}{' '}
          <button type="button" class="link-button" onClick={() => actions.open(hashes.settings)}>
            {words.toPermissions}
          </button>
        </>
      )}
    </p>
  )
}
