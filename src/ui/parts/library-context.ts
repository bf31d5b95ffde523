import {createContext} from 'preact'
import {useContext} from 'preact/hooks'
import type {WorkerClient} from '../../contract/messages'
import type {Applied} from '../state/applied'
import type {LibraryState} from '../state/library'
import type {Settings} from '../state/settings'
import type {PageSurface} from '../surface'

type Page = {
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly surface: PageSurface
  readonly settings: Settings
  /** What rules did. */
  readonly applied: Applied
}

const context = createContext<Page | null>(null)
export const PageProvider = context.Provider

/** What every part of a page may need: the library as shown, the worker to ask, the browser around, the person's settings, and what rules did. */
export function usePage(): Page {
  const page = useContext(context)
  if (!page) throw new Error('usePage needs a PageProvider above it')
  return page
}
