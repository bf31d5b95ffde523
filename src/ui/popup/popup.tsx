import '../styles/tokens.css'
import '../styles/components.css'
import '../styles/popup.css'
import {render} from 'preact'
import type {WorkerClient} from '../../messaging/messages'
import {PageProvider} from '../state/page-context'
import {createApplied} from '../state/applied'
import {createFirstFrame} from '../state/first-frame'
import {createLibraryState} from '../state/library'
import {createSettings} from '../state/settings'
import {createPopupActions} from './actions'
import {PopupProvider} from './popup-context'
import {PopupPage} from './popup-page'
import {createPopupState} from './state'
import type {PopupSurface} from './surface'
import type {Signal} from '@preact/signals'
import {focusSearch} from '../components/search-field'

type Needs = {
  readonly typed: Signal<string>
  readonly isComing: () => boolean
  readonly close: () => void
}

/** Edits the first rule found; where none is drawn yet, as soon as there is one, unless something else is done meanwhile. */
function openFound(isComing: () => boolean): void {
  const open = () => {
    const found = document.querySelector<HTMLElement>('.popup-main .popup-row-main')
    found?.click()
    return found !== null
  }
  if (open() || !isComing()) return
  const waiting = new AbortController()
  const drawing = new MutationObserver(() => {
    if (open()) waiting.abort()
  })
  drawing.observe(document.body, {childList: true, subtree: true})
  waiting.signal.addEventListener('abort', () => drawing.disconnect())
  for (const other of ['keydown', 'input', 'pointerdown'])
    document.addEventListener(other, () => waiting.abort(), {capture: true, signal: waiting.signal})
}

/** The keys of the whole popup from its first frame on: Esc clears the search, then closes; Enter edits the first rule found. */
const pageKeys =
  ({typed, isComing, close}: Needs) =>
  (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return
    if (event.key === 'Escape') {
      if (typed.peek() === '') return close()
      event.preventDefault()
      typed.value = ''
      focusSearch()
    } else if (
      event.key === 'Enter' &&
      typed.peek().trim() !== '' &&
      (event.target as Element).matches('[type=search]')
    ) {
      event.preventDefault()
      openFound(isComing)
    }
  }

export type {PopupSurface} from './surface'

/** Draws the popup and keeps it current; returns how to stop. */
export function mountPopup(
  root: HTMLElement,
  {client, surface}: {readonly client: WorkerClient; readonly surface: PopupSurface},
): () => void {
  const library = createLibraryState(client, createFirstFrame())
  const settings = createSettings()
  const applied = createApplied({browserAdapter: surface, library})
  const state = createPopupState({library, surface, applied})
  const actions = createPopupActions({library, client, surface, state})
  const stopWatching = applied.watch()
  const onKey = pageKeys({
    typed: state.typed,
    isComing: () => !library.isComplete.peek() || state.shelf.peek() === null,
    close: surface.close,
  })
  document.addEventListener('keydown', onKey)
  root.classList.add('popup')
  render(
    <PageProvider value={{library, client, browserAdapter: surface, settings, applied}}>
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
