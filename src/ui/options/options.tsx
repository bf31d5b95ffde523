import '../styles/tokens.css'
import '../styles/components.css'
import '../styles/options.css'
import {render} from 'preact'
import type {WorkerClient} from '../../messaging/messages'
import {DraftMarksProvider} from '../state/draft-marks-context'
import {PageProvider} from '../state/page-context'
import {createAccount} from '../state/account'
import {createApplied} from '../state/applied'
import {createDraftMarks} from '../state/draft-marks'
import {createFirstFrame} from '../state/first-frame'
import {createLibraryState} from '../state/library'
import {createSettings} from '../state/settings'
import type {OptionsBrowserAdapter} from '../browser-adapter'
import {createOverriddenRules} from './overridden-rules'
import {OptionsProvider} from './options-context'
import {createRouter} from './route'
import {createListView} from './rules/filter'
import {Shell} from './shell'

/** Renders the options page and keeps it up to date. Returns a stop function. */
export function mountOptions(
  root: HTMLElement,
  {client, browserAdapter}: {readonly client: WorkerClient; readonly browserAdapter: OptionsBrowserAdapter},
): () => void {
  const settings = createSettings()
  // The rest of a large library is read after the first frame.
  const library = createLibraryState(client, createFirstFrame())
  const account = createAccount(client)
  const overridden = createOverriddenRules(library)
  const applied = createApplied({browserAdapter, library})
  const stopWatching = applied.watch()
  const router = createRouter()
  const {marks, stop: stopMarks} = createDraftMarks(browserAdapter.storedValues)
  root.classList.add('options')
  render(
    <PageProvider value={{library, client, browserAdapter, settings, applied}}>
      <DraftMarksProvider value={marks}>
        <OptionsProvider
          value={{browserAdapter, account, overridden, listView: createListView(), hasMoved: router.hasMoved}}
        >
          <Shell route={router.route} />
        </OptionsProvider>
      </DraftMarksProvider>
    </PageProvider>,
    root,
  )
  return () => {
    stopWatching()
    router.stop()
    stopMarks()
    account.stop()
    overridden.stop()
    library.stop()
    settings.stop()
    render(null, root)
  }
}
