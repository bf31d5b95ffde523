import {useSignal} from '@preact/signals'
import {ExternalLink, Plus} from 'lucide-preact'
import type {RefObject} from 'preact'
import {useEffect, useLayoutEffect, useRef} from 'preact/hooks'
import {IconButton} from '../parts/icon-button'
import {usePage} from '../parts/library-context'
import {Mark} from '../parts/mark'
import {SearchField, focusSearch} from '../parts/search-field'
import {Switch} from '../parts/switch'
import {common, popupWords} from '../words'
import {Library} from './library'
import {usePopup} from './popup-context'
import type {Sight} from './row-list'

const longestUnrest = 200

/** "Rules on"; its place is kept free until it is known. */
function RulesOn() {
  const {state, actions} = usePopup()
  const shelf = state.shelf.value
  const paused = shelf?.paused.value === true
  return (
    <span class="global-switch" data-off={paused ? '' : undefined} data-waiting={shelf ? undefined : ''}>
      <span aria-hidden="true">{common.rulesOn}</span>
      <Switch
        name={common.rulesOn}
        on={!paused}
        fixed={state.isSet.value ? common.byOrganisation : undefined}
        change={on => void actions.pause(!on)}
      />
    </span>
  )
}

/** As it stands in the frame, for the moment until its menu has come. */
const NewRuleButton = () => (
  <span class="menu-anchor">
    <button type="button" class="button" aria-haspopup="menu" aria-expanded={false}>
      <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
      {common.newRule}
    </button>
  </span>
)

/** When the frame with the first rows has been drawn. Before that frame an idle moment would only hold it up. */
function useRest(hasRows: boolean): void {
  const {rest} = usePopup().state
  useEffect(() => {
    if (!hasRows) return
    let idle = 0
    const frame = requestAnimationFrame(() => {
      idle = requestIdleCallback(rest.begin, {timeout: longestUnrest})
    })
    return () => {
      cancelAnimationFrame(frame)
      cancelIdleCallback(idle)
    }
  }, [hasRows])
}

/** Leads from the search to the first row; where none is drawn yet, as soon as there is one, if the search still has the focus. */
function useToFound(main: RefObject<HTMLElement | null>): () => void {
  const {shelf, later} = usePopup().state
  const isAsked = useRef(false)
  const go = () => {
    isAsked.current = !later.value || !shelf.value
    if (!isAsked.current) later.value?.focusFirstRow(main.current)
  }
  useLayoutEffect(() => {
    if (isAsked.current && document.activeElement?.matches('[type=search]')) go()
  }, [shelf.value, later.value])
  return go
}

export function PopupPage() {
  const {library, settings} = usePage()
  const {state, actions} = usePopup()
  const {typed} = state
  const shelf = state.shelf.value
  const later = state.later.value
  const main = useRef<HTMLElement>(null)
  const sight = useSignal<Sight>({top: 0, height: 0})
  const look = () => {
    const each = main.current
    if (each) sight.value = {top: each.scrollTop, height: each.clientHeight}
  }
  const isRested = state.rest.isRested.value
  // Before the first rows are drawn, to look would lay the page out for nothing.
  useEffect(() => {
    if (isRested) look()
  }, [isRested])
  const lookedFor = useRef(typed.value)
  // What is found is read from the top.
  useEffect(() => {
    if (lookedFor.current === typed.value) return
    lookedFor.current = typed.value
    if (main.current) main.current.scrollTop = 0
    look()
  }, [typed.value])

  useRest(shelf !== null)
  const toFound = useToFound(main)
  const onKeyDown = later?.createRowKeys({
    settings,
    actions,
    toSearch: focusSearch,
    openMenu(id) {
      state.menu.value = id
    },
  })
  const isFirstRun = library.isWhole.value && library.size.value === 0
  const isSearching = typed.value.trim() !== ''
  return (
    <>
      <header class="popup-head">
        <Mark />
        <h1>{common.product}</h1>
        <RulesOn />
      </header>
      {!isFirstRun && (
        <div class="popup-tools">
          <SearchField
            value={typed.value}
            change={text => {
              typed.value = text
            }}
            hint={shelf ? popupWords.searchIn(shelf.size.value) : common.search}
            focusFirst
            toFound={toFound}
          />
          {later ? <later.NewRuleMenu choose={actions.create} /> : <NewRuleButton />}
        </div>
      )}
      <main class="popup-main" ref={main} {...(onKeyDown && {onKeyDown})} onScroll={look}>
        {later && <later.Trouble />}
        {isFirstRun && later && <later.FirstRun create={actions.create} />}
        {!isFirstRun && shelf && !isSearching && <Library shelf={shelf} sight={sight} />}
        {!isFirstRun && shelf && isSearching && later && (
          <later.FoundRules shelf={shelf} typed={typed.value} sight={sight} />
        )}
      </main>
      <footer class="popup-foot">
        {later && state.rest.isRested.value ? <later.Foot /> : <span />}
        <IconButton icon={ExternalLink} name={popupWords.options} onClick={actions.openAll} />
      </footer>
      {later && <later.Floating />}
    </>
  )
}
