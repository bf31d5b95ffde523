import {createContext} from 'preact'
import {useContext} from 'preact/hooks'
import type {WorkerClient} from '../../messaging/messages'
import type {Applied} from './applied'
import type {LibraryState} from './library'
import type {Settings} from './settings'
import type {PageBrowserAdapter} from '../browser-adapter'

type Page = {
  readonly library: LibraryState
  readonly client: WorkerClient
  readonly browserAdapter: PageBrowserAdapter
  readonly settings: Settings
  readonly applied: Applied
}

const context = createContext<Page | null>(null)
export const PageProvider = context.Provider

export function usePage(): Page {
  const page = useContext(context)
  if (!page) throw new Error('usePage needs a PageProvider above it')
  return page
}
