import '../styles/tokens.css'
import '../styles/components.css'
import '../styles/popup.css'
import {render} from 'preact'
import type {WorkerClient} from '../../contract/messages'
import {PageProvider} from '../parts/library-context'
import {createApplied} from '../state/applied'
import {createFirstFrame} from '../state/first-frame'
import {createLibraryState} from '../state/library'
import {createSettings} from '../state/settings'
import {createPopupActions} from './actions'
import {pageKeys} from './page-keys'
import {PopupProvider} from './popup-context'
import {PopupPage} from './popup-page'
import {createPopupState} from './state'
import type {PopupSurface} from './surface'

export type {PopupSurface} from './surface'

/** Draws the popup and keeps it current; returns how to stop. */
export function mountPopup(
  root: HTMLElement,
  {client, surface}: {readonly client: WorkerClient; readonly surface: PopupSurface},
): () => void {
  const library = createLibraryState(client, createFirstFrame())
  const settings = createSettings()
  const applied = createApplied({surface, library})
  const state = createPopupState({library, surface, applied})
  const actions = createPopupActions({library, client, surface, state})
  const stopWatching = applied.watch()
  const onKey = pageKeys({
    typed: state.typed,
    isComing: () => !library.isWhole.peek() || state.shelf.peek() === null,
    close: surface.close,
  })
  document.addEventListener('keydown', onKey)
  root.classList.add('popup')
  render(
    <PageProvider value={{library, client, surface, settings, applied}}>
      <PopupProvider value={{state, actions}}>
        <PopupPage />
      </PopupProvider>
    </PageProvider>,
    root,
  )
  return () => {
    document.removeEventListener('keydown', onKey)
    stopWatching()
    state.stop()
    library.stop()
    settings.stop()
    render(null, root)
  }
}
