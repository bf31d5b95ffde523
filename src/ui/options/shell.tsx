import type {ReadonlySignal} from '@preact/signals'
import {useRef} from 'preact/hooks'
import {Callout} from '../parts/callout'
import {usePage} from '../parts/library-context'
import {ToastHost} from '../parts/toast-host'
import {common, shellWords} from '../words'
import {EditorPage} from './editor/editor-page'
import {GroupsPage} from './groups/groups-page'
import {Nav} from './nav'
import {Nowhere} from './nowhere'
import type {Route} from './route'
import {RulesPage} from './rules/rules-page'
import {TrashPage} from './trash-page'

function Place({route}: {readonly route: Route}) {
  switch (route.page) {
    case 'rules':
      return <RulesPage />
    case 'groups':
      return <GroupsPage />
    case 'trash':
      return <TrashPage />
    case 'rule':
      return <EditorPage key={route.id} id={route.id} />
    case 'new-rule':
      return <EditorPage key={`new/${route.type}`} newType={route.type} host={route.host} />
    case 'nowhere':
      return <Nowhere />
  }
}

export function Shell({route}: {readonly route: ReadonlySignal<Route>}) {
  const {library} = usePage()
  const main = useRef<HTMLElement>(null)
  return (
    <>
      <a
        class="skip-link"
        href="#main"
        onClick={event => {
          // The address belongs to the router.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {shellWords.skip}
      </a>
      <Nav route={route} />
      <main id="main" ref={main} tabIndex={-1}>
        {library.failure.value !== null && (
          <Callout tone="danger" title={common.unreachable} role="alert">
            <p>{library.failure.value}</p>
            <button type="button" class="link-button" onClick={() => void library.refresh()}>
              {common.tryAgain}
            </button>
          </Callout>
        )}
        {library.trouble.value !== null && (
          <Callout tone="danger" title={common.trouble}>
            <p>{library.trouble.value}</p>
          </Callout>
        )}
        {library.loaded.value && <Place route={route.value} />}
      </main>
      <ToastHost toasts={library.toasts} />
    </>
  )
}
