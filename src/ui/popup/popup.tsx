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
import type {PopupBrowserAdapter} from './browser-adapter'
import type {Signal} from '@preact/signals'
import {focusSearch} from '../components/search-field'

type PopupKeyDependencies = {
  readonly searchText: Signal<string>
  readonly isLoading: () => boolean
  readonly close: () => void
}

/** Opens the first match. While rules load it waits for one, until the next user input. */
function openFirstMatch(isLoading: () => boolean): void {
  const open = () => {
    const button = document.querySelector<HTMLElement>('.popup-main .popup-row-main')
    button?.click()
    return button !== null
  }
  if (open() || !isLoading()) return
  const controller = new AbortController()
  const observer = new MutationObserver(() => {
    if (open()) controller.abort()
  })
  observer.observe(document.body, {childList: true, subtree: true})
  controller.signal.addEventListener('abort', () => observer.disconnect())
  for (const type of ['keydown', 'input', 'pointerdown'])
    document.addEventListener(type, () => controller.abort(), {capture: true, signal: controller.signal})
}

/** Escape clears the search, then closes the popup. Enter opens the first match. */
const createPopupKeyHandler =
  ({searchText, isLoading, close}: PopupKeyDependencies) =>
  (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return
    if (event.key === 'Escape') {
      if (searchText.peek() === '') return close()
      event.preventDefault()
      searchText.value = ''
      focusSearch()
    } else if (
      event.key === 'Enter' &&
      searchText.peek().trim() !== '' &&
      (event.target as Element).matches('[type=search]')
    ) {
      event.preventDefault()
      openFirstMatch(isLoading)
    }
  }

/** Renders the popup and keeps it up to date. Returns a stop function. */
export function mountPopup(
  root: HTMLElement,
  {client, browserAdapter}: {readonly client: WorkerClient; readonly browserAdapter: PopupBrowserAdapter},
): () => void {
  const library = createLibraryState(client, createFirstFrame())
  const settings = createSettings()
  const applied = createApplied({browserAdapter, library})
  const state = createPopupState({library, browserAdapter, applied})
  const actions = createPopupActions({library, client, browserAdapter, state})
  const stopWatching = applied.watch()
  const onKey = createPopupKeyHandler({
    searchText: state.searchText,
    isLoading: () => !library.isComplete.peek() || state.readyLibrary.peek() === null,
    close: browserAdapter.close,
  })
  document.addEventListener('keydown', onKey)
  root.classList.add('popup')
  render(
    <PageProvider value={{library, client, browserAdapter, settings, applied}}>
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
