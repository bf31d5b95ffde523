import {createContext} from 'preact'
import {useContext} from 'preact/hooks'
import type {WorkerClient} from '../../contract/messages'
import type {LibraryState} from '../state/library'

type Page = {readonly library: LibraryState; readonly client: WorkerClient}

const context = createContext<Page | null>(null)
export const PageProvider = context.Provider

/** What every part of a page may need: the library as shown, and the worker to ask. */
export function usePage(): Page {
  const page = useContext(context)
  if (!page) throw new Error('usePage needs a PageProvider above it')
  return page
}
