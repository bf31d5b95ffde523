import {useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import type {ComponentChildren} from 'preact'
import {Nowhere} from './nowhere'
import type {Route} from './route'
import {RulesPage} from './rules/rules-page'

/** The page of a route. All but the rules are loaded when somebody goes there. */
async function pageOf(route: Route): Promise<ComponentChildren> {
  switch (route.page) {
    case 'rules':
      return <RulesPage />
    case 'groups':
    case 'trash':
    case 'settings': {
      const {GroupsPage, SettingsPage, TrashPage} = await import('./other-pages')
      return route.page === 'groups' ? <GroupsPage /> : route.page === 'trash' ? <TrashPage /> : <SettingsPage />
    }
    case 'rule':
    case 'new-rule': {
      const {EditorPage} = await import('./editor/editor-page')
      return route.page === 'rule' ? (
        <EditorPage key={route.id} id={route.id} />
      ) : (
        <EditorPage key={`new/${route.type}`} newType={route.type} host={route.host} />
      )
    }
    case 'nowhere':
      return <Nowhere />
  }
}

/** The page to show. The one before stays until the next one is there, so that nothing flashes between them. */
export function usePlace(route: ReadonlySignal<Route>) {
  const page = useSignal<ComponentChildren>(null)
  const hasFailed = useSignal(false)
  useSignalEffect(() => {
    const asked = route.value
    const isAsked = () => route.peek() === asked
    const load = async () => {
      try {
        const next = await pageOf(asked)
        if (!isAsked()) return
        page.value = next
        hasFailed.value = false
      } catch {
        if (isAsked()) hasFailed.value = true
      }
    }
    void load()
  })
  return {page, hasFailed}
}
