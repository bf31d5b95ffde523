import {useSignalEffect} from '@preact/signals'
import {useEffect, useRef, useState} from 'preact/hooks'
import {usePage} from '../parts/library-context'
import {hashes} from '../routes'
import {isStale, syncLineOf} from '../sentences/sync-line'
import {createAccount} from '../state/account'
import {usePopup} from './popup-context'

/** How the team account is doing, in one line that leads to it. Opening the popup looks at the service where that is due. */
export function SyncLine() {
  const {client} = usePage()
  const {actions} = usePopup()
  const [account] = useState(() => createAccount(client))
  const hasAsked = useRef(false)
  useEffect(() => account.stop, [account])
  useSignalEffect(() => {
    const view = account.view.value
    if (!view || hasAsked.current) return
    hasAsked.current = true
    // What goes wrong is in the line itself.
    if (isStale(view, Date.now())) client.ask('team.sync', {}).catch(() => undefined)
  })
  const view = account.view.value
  if (view === undefined) return <span />
  const {text, tone} = syncLineOf(view, Date.now())
  return (
    <button type="button" class="where-kept" data-tone={tone} onClick={() => actions.open(hashes.account)}>
      {text}
    </button>
  )
}
