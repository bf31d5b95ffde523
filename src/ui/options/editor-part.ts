import type {WorkerClient} from '../../contract/messages'
import type {LibraryState} from '../state/library'
import type {PageSurface} from '../surface'
import type {Drafts} from './editor/drafts'
import type {EditorPage} from './editor/editor-page'

type EditorPart = {readonly Page: typeof EditorPage; readonly drafts: Drafts}
export type EditorLoader = {
  /** Rejects where it cannot be loaded, and tries again when it is asked again. */
  load(): Promise<EditorPart>
  loadIdly(): void
  stop(): void
}

type Needs = {readonly surface: PageSurface; readonly library: LibraryState; readonly client: WorkerClient}

export function createEditorLoader({surface, library, client}: Needs): EditorLoader {
  let loading: Promise<EditorPart> | undefined
  let part: EditorPart | undefined
  let isStopped = false
  async function fetchIt(): Promise<EditorPart> {
    const {EditorPage: Page, createDrafts} = await import('./editor')
    const drafts = createDrafts({kept: surface.kept, library, client})
    await drafts.whenReady
    if (isStopped) drafts.stop()
    part = {Page, drafts}
    return part
  }
  const load = () => {
    loading ??= fetchIt().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  async function loadAndTidy(): Promise<void> {
    try {
      const {drafts} = await load()
      await drafts.tidy()
    } catch {
      // The form reports the error when it is opened.
    }
  }
  return {
    load,
    loadIdly() {
      if (!loading && !isStopped) requestIdleCallback(() => void loadAndTidy())
    },
    stop() {
      isStopped = true
      part?.drafts.stop()
    },
  }
}
