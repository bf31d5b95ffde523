import '../styles/tokens.css'
import '../styles/components.css'
import '../styles/popup.css'
import {render} from 'preact'
import type {WorkerClient} from '../../contract/messages'
import {PageProvider} from '../parts/library-context'
import {createApplied} from '../state/applied'
import {createLibraryState} from '../state/library'
import {createSettings} from '../state/settings'
import {PopupPage} from './popup-page'
import type {PopupSurface} from './surface'

export type {PopupSurface} from './surface'

/** Draws the popup and keeps it current; returns how to stop. */
export function mountPopup(
  root: HTMLElement,
  {client, surface}: {readonly client: WorkerClient; readonly surface: PopupSurface},
): () => void {
  const library = createLibraryState(client)
  const settings = createSettings()
  const applied = createApplied({surface, library})
  const stopWatching = applied.watch()
  root.classList.add('popup')
  render(
    <PageProvider value={{library, client, surface, settings, applied}}>
      <PopupPage surface={surface} />
    </PageProvider>,
    root,
  )
  return () => {
    stopWatching()
    library.stop()
    settings.stop()
    render(null, root)
  }
}
