import {shortenName} from '../sentences/quote'
import type {LibraryState} from '../state/library'
import type {RefObject} from 'preact'
import {useEffect} from 'preact/hooks'
import {focusSearch} from '../components/search-field'
import {preloadSearchTexts} from '../search-preload'
import {createRuleMatcher} from '../search'
import {describeEffectAsText} from '../sentences/rule-effect'
import {commonTexts} from '../../locales/common'
import {popupTexts} from '../../locales/popup'
import {useRowFocus} from './row-keyboard'
import {usePopup} from './popup-context'
import {FrameProvider, RowSection} from './row-list'
import {isMuted} from './popup-sections'

type SearchResultsProps = {
  readonly library: LibraryState
  readonly searchText: string
  readonly scroller: RefObject<HTMLElement | null>
}

export function SearchResults({library, searchText, scroller}: SearchResultsProps) {
  const {state} = usePopup()
  const matches = createRuleMatcher(searchText, describeEffectAsText)
  const found = library.rows.value.filter(row => matches(row.peek()))
  const inactiveGroups = new Set(
    library.groups.value.filter(group => group.status === 'Inactive').map(group => group.id),
  )
  const paused = library.isPaused.value
  useRowFocus()
  useEffect(() => preloadSearchTexts(library.rows.peek(), describeEffectAsText), [library])
  // While rules are still loading, a match may come.
  const hasNoMatch = found.length === 0 && library.rows.value.length >= library.ruleCount.value
  return (
    <>
      <p class={hasNoMatch ? 'empty' : 'unseen'}>
        {/* The status region must exist before its text, or screen readers do not announce it. */}
        <span role="status">{hasNoMatch && commonTexts('noMatch', {text: shortenName(searchText.trim())})}</span>{' '}
        {hasNoMatch && (
          <button
            type="button"
            class="link-button"
            onClick={() => {
              focusSearch()
              state.searchText.value = ''
            }}
          >
            {popupTexts('clearFilters')}
          </button>
        )}
      </p>
      {found.length > 0 && (
        <FrameProvider scroller={scroller} count={found.length}>
          <RowSection
            title={popupTexts('found', {count: found.length})}
            isStatus
            detail={<span aria-hidden="true">{popupTexts('foundKeys')}</span>}
            rows={found}
            isMuted={row => isMuted(row, paused, inactiveGroups)}
            searchText={searchText}
          />
        </FrameProvider>
      )}
    </>
  )
}
