import '../styles/tokens.css'
import '../styles/components.css'
import '../styles/panel.css'
import {render} from 'preact'
import type {WorkerClient} from '../../contract/messages'
import {createActivity} from '../activity/state'
import {PageProvider} from '../parts/library-context'
import {createApplied} from '../state/applied'
import {createLibraryState} from '../state/library'
import {createSettings} from '../state/settings'
import {PanelPage} from './panel-page'
import {createRecorder} from './recorder'
import type {PanelSurface} from './surface'

/** Draws the panel of DevTools, which watches the inspected tab as long as it is there; returns how to stop. */
export function mountPanel(
  root: HTMLElement,
  {client, surface}: {readonly client: WorkerClient; readonly surface: PanelSurface},
): () => void {
  const settings = createSettings()
  const library = createLibraryState(client)
  const applied = createApplied({surface, library})
  const activity = createActivity({port: surface.activity, library})
  const recorder = createRecorder({
    onFinished: surface.onFinished,
    isLive: () => activity.isLive.peek(),
  })
  /** What leads to a place of the options page opens it beside. */
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null
    if (!link) return
    event.preventDefault()
    surface.openOptions(link.getAttribute('href') ?? '')
  }
  root.addEventListener('click', onClick)
  root.classList.add('panel')
  render(
    <PageProvider value={{library, client, surface, settings, applied}}>
      <PanelPage activity={activity} recorder={recorder} surface={surface} />
    </PageProvider>,
    root,
  )
  return () => {
    root.removeEventListener('click', onClick)
    recorder.stop()
    activity.stop()
    library.stop()
    settings.stop()
    render(null, root)
  }
}
