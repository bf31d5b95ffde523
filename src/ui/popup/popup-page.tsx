import {useSignal, useSignalEffect} from '@preact/signals'
import {ExternalLink, Activity} from 'lucide-preact'
import type {RefObject} from 'preact'
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks'
import {IconButton} from '../components/icon-button'
import {usePage} from '../state/page-context'
import {Logo} from '../components/logo'
import {NewRuleMenu} from '../components/new-rule-menu'
import {SearchField, focusSearch} from '../components/search-field'
import {Switch} from '../components/switch'
import {commonTexts} from '../../locales/common'
import {popupTexts} from '../../locales/popup'
import {FirstRun} from './first-run'
import {Floating} from './floating'
import {FoundRules} from './found-rules'
import {Library} from './library'
import {usePopup} from './popup-context'
import {createRowKeys, focusFirstRow} from './row-keys'
import type {Sight} from './row-list'
import {hashes} from '../routes'
import {isSyncDue, getSyncStatus} from '../sentences/sync-status'
import {createAccount} from '../state/account'
import {Callout} from '../components/callout'
import {Failure} from '../components/failure'

function RulesOn() {
  const {state, actions} = usePopup()
  const shelf = state.shelf.value
  const paused = shelf?.isPaused.value === true
  return (
    <span class="global-switch" data-off={paused ? '' : undefined} data-waiting={shelf ? undefined : ''}>
      <span aria-hidden="true">{commonTexts('rulesOn')}</span>
      <Switch
        name={commonTexts('rulesOn')}
        isOn={!paused}
        lockedReason={state.isSet.value ? commonTexts('byOrganisation') : undefined}
        change={on => void actions.pause(!on)}
      />
    </span>
  )
}

/** Leads from the search to the first row; where none is drawn yet, as soon as there is one, if the search still has the focus. */
function useToFound(main: RefObject<HTMLElement | null>): () => void {
  const {shelf} = usePopup().state
  const isAsked = useRef(false)
  const go = () => {
    isAsked.current = !shelf.value
    if (!isAsked.current) focusFirstRow(main.current)
  }
  useLayoutEffect(() => {
    if (isAsked.current && document.activeElement?.matches('[type=search]')) go()
  }, [shelf.value])
  return go
}

export function PopupPage() {
  const {library, settings} = usePage()
  const {state, actions} = usePopup()
  const {typed} = state
  const shelf = state.shelf.value
  const main = useRef<HTMLElement>(null)
  const sight = useSignal<Sight>({top: 0, height: 0})
  const look = () => {
    const each = main.current
    if (each) sight.value = {top: each.scrollTop, height: each.clientHeight}
  }
  useEffect(look, [])
  const lookedFor = useRef(typed.value)
  useEffect(() => {
    if (lookedFor.current === typed.value) return
    lookedFor.current = typed.value
    if (main.current) main.current.scrollTop = 0
    look()
  }, [typed.value])

  const toFound = useToFound(main)
  const onKeyDown = createRowKeys({
    settings,
    actions,
    toSearch: focusSearch,
    openMenu(id) {
      state.menu.value = id
    },
  })
  const isFirstRun = library.isComplete.value && library.ruleCount.value === 0
  const isSearching = typed.value.trim() !== ''
  return (
    <>
      <header class="popup-head">
        <Logo />
        <h1>{commonTexts('product')}</h1>
        <RulesOn />
      </header>
      {!isFirstRun && (
        <div class="popup-tools">
          <SearchField
            value={typed.value}
            change={text => {
              typed.value = text
            }}
            hint={shelf ? popupTexts('searchIn', {count: shelf.ruleCount.value}) : commonTexts('search')}
            focusFirst
            focusResults={toFound}
          />
          <NewRuleMenu choose={actions.create} />
        </div>
      )}
      <main class="popup-main" ref={main} onKeyDown={onKeyDown} onScroll={look}>
        <Trouble />
        {isFirstRun && <FirstRun create={actions.create} />}
        {!isFirstRun && shelf && !isSearching && <Library shelf={shelf} sight={sight} />}
        {!isFirstRun && shelf && isSearching && <FoundRules shelf={shelf} typed={typed.value} sight={sight} />}
      </main>
      <footer class="popup-foot">
        <Foot />
        <IconButton icon={ExternalLink} name={popupTexts('options')} onClick={actions.openAll} />
      </footer>
      <Floating />
    </>
  )
}

function Foot() {
  const {actions} = usePopup()
  return (
    <>
      <SyncLine />
      <IconButton icon={Activity} name={popupTexts('activity')} onClick={() => actions.open(hashes.activity)} />
    </>
  )
}

/** How the team account is doing, in one line that leads to it. Opening the popup looks at the service where that is due. */
function SyncLine() {
  const {client} = usePage()
  const {actions} = usePopup()
  const [account] = useState(() => createAccount(client))
  const hasAsked = useRef(false)
  useEffect(() => account.stop, [account])
  useSignalEffect(() => {
    const view = account.view.value
    if (!view || hasAsked.current) return
    hasAsked.current = true
    if (isSyncDue(view, Date.now())) client.ask('team.sync', {}).catch(() => undefined)
  })
  const view = account.view.value
  if (view === undefined) return <span />
  const {text, tone} = getSyncStatus(view, Date.now())
  return (
    <button type="button" class="where-kept" data-tone={tone} onClick={() => actions.open(hashes.account)}>
      {text}
    </button>
  )
}

/** What concerns no single rule: the worker does not answer, or the browser does not take the rules. */
function Trouble() {
  const {library} = usePage()
  const failure = library.failure.value
  const trouble = library.engineFailure.value
  return (
    <>
      {failure !== null && <Failure title={commonTexts('unreachable')} reason={failure} retry={library.refresh} />}
      {trouble !== null && (
        <Callout tone="danger" title={commonTexts('trouble')}>
          <p>{trouble}</p>
        </Callout>
      )}
    </>
  )
}
