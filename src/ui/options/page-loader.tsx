import {useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import type {ComponentChildren} from 'preact'
import {useEffect, useMemo} from 'preact/hooks'
import {usePage} from '../state/page-context'
import {NotFoundPage} from './not-found-page'
import type {Route} from './route'

/** The pages without parameters. Each is loaded when it is first opened. */
const pageLoaders = {
  rules: async () => (await import('./rules/rules-page')).RulesPage,
  groups: async () => (await import('./groups/groups-page')).GroupsPage,
  trash: async () => (await import('./trash/trash-page')).TrashPage,
  settings: async () => (await import('./settings/settings-page')).SettingsPage,
  import: async () => (await import('./import/import-page')).ImportPage,
  activity: async () => (await import('./activity/activity-page')).ActivityPage,
  account: async () => (await import('./account/account-page')).AccountPage,
  automation: async () => (await import('./automation/automation-page')).AutomationPage,
}

async function loadPage(route: Route, editor: EditorLoader): Promise<ComponentChildren> {
  switch (route.page) {
    case 'new': {
      const {NewRulePage} = await import('./new-rule/new-rule-page')
      return <NewRulePage at={route.at} />
    }
    case 'rule':
    case 'new-rule': {
      const {Page, drafts} = await editor.load()
      if (route.page === 'new-rule') await drafts.prepare(route.type, route.draft)
      // Without a key, so that a new rule stays in the same form after saving.
      return <Page route={route} drafts={drafts} />
    }
    case 'nowhere':
      return <NotFoundPage />
    default: {
      const Page = await pageLoaders[route.page]()
      return <Page />
    }
  }
}

/** The previous page stays until the next one is loaded. */
export function usePageLoader(route: ReadonlySignal<Route>) {
  const dependencies = usePage()
  const editor = useMemo(() => createEditorLoader(dependencies), [dependencies])
  useEffect(() => editor.stop, [editor])
  const page = useSignal<ComponentChildren>(null)
  const hasFailed = useSignal(false)
  useSignalEffect(() => {
    const requested = route.value
    const isCurrent = () => route.peek() === requested
    const load = async () => {
      try {
        const next = await loadPage(requested, editor)
        if (!isCurrent()) return
        page.value = next
        hasFailed.value = false
      } catch {
        if (isCurrent()) hasFailed.value = true
      }
    }
    void load()
  })
  useSignalEffect(() => {
    if (dependencies.library.isComplete.value && route.value.page === 'rules') editor.loadIdly()
  })
  return {page, hasFailed}
}

type EditorLoader = ReturnType<typeof createEditorLoader>

/** Loads the rule editor and the drafts. After an error the next call tries again. */
function createEditorLoader({browserAdapter, library, client}: ReturnType<typeof usePage>) {
  let loading: ReturnType<typeof read> | undefined
  let isStopped = false
  async function read() {
    const {EditorPage: Page, createDrafts} = await import('./editor')
    const drafts = createDrafts({storedValues: browserAdapter.storedValues, library, client})
    await drafts.whenReady
    return {Page, drafts}
  }
  function load() {
    loading ??= read().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
  async function loadAndTidy(): Promise<void> {
    try {
      const {drafts} = await load()
      await drafts.removeStale()
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
      loading?.then(
        ({drafts}) => drafts.stop(),
        () => undefined,
      )
    },
  }
}
