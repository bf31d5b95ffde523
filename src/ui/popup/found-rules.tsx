import {shortenName} from '../sentences/quote'
import type {LibraryState} from '../state/library'
import type {ReadonlySignal} from '@preact/signals'
import {useEffect} from 'preact/hooks'
import {focusSearch} from '../components/search-field'
import {preloadSearchTexts} from '../search-preload'
import {createRuleMatcher} from '../search'
import {describeEffectAsText} from '../sentences/rule-effect'
import {commonTexts} from '../../locales/common'
import {popupTexts} from '../../locales/popup'
import {useKeptFocus} from './row-keys'
import {usePopup} from './popup-context'
import {FrameProvider, RowSection, type Sight} from './row-list'
import {isMuted} from './shelves'

const fewEnoughToDraw = 100

type FoundRulesProps = {readonly shelf: LibraryState; readonly typed: string; readonly sight: ReadonlySignal<Sight>}

export function FoundRules({shelf, typed, sight}: FoundRulesProps) {
  const {state} = usePopup()
  const matches = createRuleMatcher(typed, describeEffectAsText)
  const found = shelf.rows.value.filter(row => matches(row.peek()))
  const off = new Set(shelf.groups.value.filter(group => group.status === 'Inactive').map(group => group.id))
  const paused = shelf.isPaused.value
  useKeptFocus()
  useEffect(() => preloadSearchTexts(shelf.rows.peek(), describeEffectAsText), [shelf])
  // As long as rules come, the one that is looked for may be among them.
  const isNothing = found.length === 0 && shelf.rows.value.length >= shelf.ruleCount.value
  return (
    <>
      <p class={isNothing ? 'empty' : 'unseen'}>
        {/* There before its text, which is not spoken else. */}
        <span role="status">{isNothing && commonTexts('noMatch', {text: shortenName(typed.trim())})}</span>{' '}
        {isNothing && (
          <button
            type="button"
            class="link-button"
            onClick={() => {
              focusSearch()
              state.typed.value = ''
            }}
          >
            {popupTexts('clearFilters')}
          </button>
        )}
      </p>
      {found.length > 0 && (
        <FrameProvider sight={sight} isLong={found.length > fewEnoughToDraw}>
          <RowSection
            title={popupTexts('found', {count: found.length})}
            isStatus
            aside={<span aria-hidden="true">{popupTexts('foundKeys')}</span>}
            rows={found}
            isMuted={row => isMuted(row, paused, off)}
            typed={typed}
          />
        </FrameProvider>
      )}
    </>
  )
}
