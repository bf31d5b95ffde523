import {useSignal, useSignalEffect, type ReadonlySignal} from '@preact/signals'
import {useRef} from 'preact/hooks'
import {Callout} from '../components/callout'
import {Failure} from '../components/failure'
import {usePage} from '../state/page-context'
import {MenuList} from '../components/menu'
import {createNewRuleItems, createTemplateItem} from '../components/new-rule-menu'
import {ToastHost} from '../components/toast-host'
import {hashes} from '../routes'
import {commonTexts} from '../../locales/common'
import {shellTexts} from '../../locales/shell'
import {useNewRuleDrafts} from './new-rule-drafts'
import {useGlobalKeys} from './keys/global-keys'
import {KeyListDialog} from './keys/shortcut-table'
import {Nav} from './nav'
import {usePageLoader} from './page-loader'
import {goTo, type Route} from './route'

export function Shell({route}: {readonly route: ReadonlySignal<Route>}) {
  const {library} = usePage()
  const main = useRef<HTMLElement>(null)
  const {page, hasFailed} = usePageLoader(route)
  const open = useSignal<'keys' | 'new-rule' | null>(null)
  const close = () => {
    open.value = null
  }
  useGlobalKeys({
    route,
    open(what) {
      if (what === 'keys' || getPageHeading() !== null) open.value = what
    },
  })
  useSignalEffect(() => {
    void route.value
    close()
  })
  return (
    <>
      <a
        class="skip-link"
        href="#main"
        onClick={event => {
          // The router owns the hash.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {shellTexts('skip')}
      </a>
      <Nav route={route} />
      <main id="main" ref={main} tabIndex={-1}>
        {library.failure.value !== null && (
          <Failure title={commonTexts('unreachable')} reason={library.failure.value} retry={library.refresh} />
        )}
        {library.engineFailure.value !== null && (
          <Callout tone="danger" title={commonTexts('trouble')}>
            <p>{library.engineFailure.value}</p>
          </Callout>
        )}
        {hasFailed.value && (
          <Callout tone="danger" title={shellTexts('notLoaded')} role="alert">
            <p>{shellTexts('notLoadedText')}</p>
            <button type="button" class="link-button" onClick={() => location.reload()}>
              {shellTexts('reload')}
            </button>
          </Callout>
        )}
        {library.isLoaded.value
          ? page.value
          : // Every page has one heading, even without content.
            library.failure.value !== null && <h1 class="unseen">{commonTexts('product')}</h1>}
      </main>
      {open.value === 'new-rule' && <NewRuleOverlay close={close} />}
      {open.value === 'keys' && <KeyListDialog close={close} />}
      <ToastHost toasts={library.toasts} />
    </>
  )
}

const getPageHeading = (): HTMLElement | null => document.querySelector('main h1')

function NewRuleOverlay({close}: {readonly close: () => void}) {
  const drafts = useNewRuleDrafts()
  return (
    <MenuList
      name={commonTexts('newRuleMenu')}
      wide
      anchor={getPageHeading}
      close={close}
      items={() => [
        ...createNewRuleItems(type => goTo(hashes.newRule(type)), drafts),
        createTemplateItem(() => goTo(hashes.chooseNewRule())),
      ]}
    />
  )
}
