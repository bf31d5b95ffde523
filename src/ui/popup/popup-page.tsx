import {useSignalEffect} from '@preact/signals'
import {ExternalLink, Activity} from 'lucide-preact'
import type {RefObject} from 'preact'
import {useEffect, useLayoutEffect, useRef, useState} from 'preact/hooks'
import {IconButton} from '../components/icon-button'
import {usePage} from '../state/page-context'
import {Logo} from '../components/logo'
import {NewRuleMenu} from '../components/new-rule-menu'
import {SearchField} from '../components/search-field'
import {Switch} from '../components/switch'
import {commonTexts} from '../../locales/common'
import {popupTexts} from '../../locales/popup'
import {FirstRun} from './first-run'
import {Overlays} from './overlays'
import {SearchResults} from './search-results'
import {RuleSections} from './rule-sections'
import {usePopup} from './popup-context'
import {createRowKeyHandler, focusFirstRow} from './row-keyboard'
import {hashes} from '../routes'
import {isSyncDue, getSyncStatus} from '../sentences/sync-status'
import {createAccount} from '../state/account'
import {Callout} from '../components/callout'
import {Failure} from '../components/failure'

function RulesOn() {
  const {state, actions} = usePopup()
  const readyLibrary = state.readyLibrary.value
  const paused = readyLibrary?.isPaused.value === true
  return (
    <span class="global-switch" data-off={paused ? '' : undefined} data-waiting={readyLibrary ? undefined : ''}>
      <span aria-hidden="true">{commonTexts('rulesOn')}</span>
      <Switch
        name={commonTexts('rulesOn')}
        isOn={!paused}
        lockedReason={state.isRulesOnManaged.value ? commonTexts('byOrganisation') : undefined}
        change={on => void actions.pause(!on)}
      />
    </span>
  )
}

/** Focuses the first row, or waits for it while the search field keeps the focus. */
function useFocusFirstResult(main: RefObject<HTMLElement | null>): () => void {
  const {readyLibrary} = usePopup().state
  const isRequested = useRef(false)
  const focusResult = () => {
    isRequested.current = !readyLibrary.value
    if (!isRequested.current) focusFirstRow(main.current)
  }
  useLayoutEffect(() => {
    if (isRequested.current && document.activeElement?.matches('[type=search]')) focusResult()
  }, [readyLibrary.value])
  return focusResult
}

export function PopupPage() {
  const {library, settings} = usePage()
  const {state, actions} = usePopup()
  const {searchText} = state
  const readyLibrary = state.readyLibrary.value
  const main = useRef<HTMLElement>(null)
  const lastSearchText = useRef(searchText.value)
  useEffect(() => {
    if (lastSearchText.current === searchText.value) return
    lastSearchText.current = searchText.value
    if (main.current) main.current.scrollTop = 0
  }, [searchText.value])

  const focusFirstResult = useFocusFirstResult(main)
  const onKeyDown = createRowKeyHandler({
    settings,
    actions,
    openMenu(id) {
      state.openMenu.value = id
    },
  })
  const isFirstRun = library.isComplete.value && library.ruleCount.value === 0
  const isSearching = searchText.value.trim() !== ''
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
            value={searchText.value}
            change={text => {
              searchText.value = text
            }}
            hint={readyLibrary ? popupTexts('searchIn', {count: readyLibrary.ruleCount.value}) : commonTexts('search')}
            focusFirst
            focusResults={focusFirstResult}
          />
          <NewRuleMenu choose={actions.create} chooseTemplate={actions.chooseTemplate} />
        </div>
      )}
      <main class="popup-main" ref={main} onKeyDown={onKeyDown}>
        <Failures />
        {isFirstRun && <FirstRun create={actions.create} />}
        {!isFirstRun && readyLibrary && !isSearching && <RuleSections library={readyLibrary} scroller={main} />}
        {!isFirstRun && readyLibrary && isSearching && (
          <SearchResults library={readyLibrary} searchText={searchText.value} scroller={main} />
        )}
      </main>
      <footer class="popup-foot">
        <SyncLine />
        <IconButton icon={Activity} name={popupTexts('activity')} onClick={() => actions.open(hashes.activity)} />
        <IconButton icon={ExternalLink} name={popupTexts('options')} onClick={actions.openAll} />
      </footer>
      <Overlays />
    </>
  )
}

/** The sync state, linked to the account page. Opening the popup syncs if that is due. */
function SyncLine() {
  const {client} = usePage()
  const {actions} = usePopup()
  const [account] = useState(() => createAccount(client))
  const hasChecked = useRef(false)
  useEffect(() => account.stop, [account])
  useSignalEffect(() => {
    const view = account.view.value
    if (!view || hasChecked.current) return
    hasChecked.current = true
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

/** Failures that concern no single rule: no response from the worker, or rules not installed. */
function Failures() {
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
