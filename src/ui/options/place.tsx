import {useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import type {ComponentChildren} from 'preact'
import {useEffect, useMemo} from 'preact/hooks'
import {usePage} from '../parts/library-context'
import {createEditorLoader, type EditorLoader} from './editor-part'
import {Nowhere} from './nowhere'
import type {Route} from './route'
import {RulesPage} from './rules/rules-page'

/** The page of a route. What is in it is loaded when somebody goes there. */
async function pageOf(route: Route, editor: EditorLoader): Promise<ComponentChildren> {
  switch (route.page) {
    case 'rules': {
      const {RulesGrid} = await import('./other-pages')
      return <RulesPage Grid={RulesGrid} />
    }
    case 'groups':
    case 'trash':
    case 'settings': {
      const {GroupsPage, SettingsPage, TrashPage} = await import('./other-pages')
      return route.page === 'groups' ? <GroupsPage /> : route.page === 'trash' ? <TrashPage /> : <SettingsPage />
    }
    case 'import': {
      const {ImportPage} = await import('./import/import-page')
      return <ImportPage />
    }
    case 'activity': {
      const {ActivityPage} = await import('./activity/activity-page')
      return <ActivityPage />
    }
    case 'account': {
      const {AccountPage} = await import('./account/account-page')
      return <AccountPage />
    }
    case 'new': {
      const {NewRulePage} = await import('./new-rule/new-rule-page')
      return <NewRulePage at={route.at} />
    }
    case 'automation': {
      const {AutomationPage} = await import('./automation/automation-page')
      return <AutomationPage />
    }
    case 'rule':
    case 'new-rule': {
      const {Page, drafts} = await editor.load()
      if (route.page === 'new-rule') await drafts.prepare(route.type, route.draft)
      // Without a key: a new rule that is saved goes on in the same form.
      return <Page route={route} drafts={drafts} />
    }
    case 'nowhere':
      return <Nowhere />
  }
}

/** The page to show. The one before stays until the next one is there, so that nothing flashes between them. */
export function usePlace(route: ReadonlySignal<Route>) {
  const needs = usePage()
  const editor = useMemo(() => createEditorLoader(needs), [needs])
  useEffect(() => editor.stop, [editor])
  const page = useSignal<ComponentChildren>(null)
  const hasFailed = useSignal(false)
  useSignalEffect(() => {
    const asked = route.value
    const isAsked = () => route.peek() === asked
    const load = async () => {
      try {
        const next = await pageOf(asked, editor)
        if (!isAsked()) return
        page.value = next
        hasFailed.value = false
      } catch {
        if (isAsked()) hasFailed.value = true
      }
    }
    void load()
  })
  useSignalEffect(() => {
    if (needs.library.isWhole.value && route.value.page === 'rules') editor.loadIdly()
  })
  return {page, hasFailed}
}
