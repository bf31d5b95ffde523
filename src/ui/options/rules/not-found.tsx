import {useLayoutEffect, useRef} from 'preact/hooks'
import {focusSearch} from '../../parts/search-field'
import {common, rulesWords} from '../../words'
import {noFilter} from './filter'
import {useOptions} from '../options-context'

/**
 * Nothing matches. Where the last row that did took the focus along, it is here; Ctrl Z still takes back what was done to it.
 * Its region is there before its text, which is not spoken else.
 */
export function NotFound({isNothing}: {readonly isNothing: boolean}) {
  const {filter} = useOptions().listView
  const clear = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) clear.current?.focus()
  }, [isNothing])
  const typed = filter.value.typed.trim()
  return (
    <p class={isNothing ? 'empty' : 'unseen'}>
      <span role="status">{isNothing && (typed === '' ? rulesWords.noMatchOfFilters : common.noMatch(typed))}</span>{' '}
      {isNothing && (
        <button
          ref={clear}
          type="button"
          class="link-button"
          onClick={() => {
            focusSearch()
            filter.value = noFilter
          }}
        >
          {rulesWords.clearFilters}
        </button>
      )}
    </p>
  )
}
