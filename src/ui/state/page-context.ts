import {createRequiredContext} from '../hooks/create-required-context'
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

export const [PageProvider, usePage] = createRequiredContext<Page>('usePage')
