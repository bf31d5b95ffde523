import {ArrowDownUp, Plus, Users, type LucideIcon} from 'lucide-preact'
import {useLayoutEffect, useRef, useState} from 'preact/hooks'
import type {RuleType} from '../../model/rules'
import {Callout} from '../components/callout'
import {RuleTypeIcon} from '../components/rule-type-icon'
import {usePage} from '../state/page-context'
import {findItemByLetter} from '../components/menu'
import {hashes} from '../routes'
import {ruleTypesInMenu} from '../rule-type-order'
import {commonTexts} from '../../locales/common'
import {popupTexts} from '../../locales/popup'
import {usePopup} from './popup-context'

const places: readonly (readonly [hash: string, icon: LucideIcon, says: string, hint: string])[] = [
  [hashes.import, ArrowDownUp, popupTexts('importRules'), popupTexts('importHint')],
  [hashes.account, Users, commonTexts('connectTeam'), commonTexts('connectTeamHint')],
]

const firstTypes = ['Redirect', 'Headers', 'Response', 'Delay'] as const satisfies readonly RuleType[]

/** No rules yet: four that people often want, then all nine types. */
export function FirstRun({create}: {readonly create: (type: RuleType) => void}) {
  const {library} = usePage()
  const {actions} = usePopup()
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const wasWhole = useRef(false)
  useLayoutEffect(() => {
    // The search field, or the last row, went with the focus.
    const isBack = wasWhole.current && !isWhole
    wasWhole.current = isWhole
    const first = list.current?.querySelector<HTMLElement>(isBack ? '[data-all-types]' : 'button')
    if (isWhole || document.activeElement === document.body || isBack) first?.focus()
  }, [isWhole])
  /** All nine are a menu in the place of a page: a letter leads to a type, and Esc back. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isWhole || event.ctrlKey || event.metaKey || event.altKey) return
    const items = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = items.findIndex(item => item === document.activeElement)
    const item = event.key.length === 1 ? findItemByLetter(items, event.key, at + 1) : undefined
    if (!item && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (item) item.focus()
    else setWhole(false)
  }
  const offered: readonly (readonly [type: RuleType, says: string, hint: string])[] = isWhole
    ? ruleTypesInMenu.map(type => [type, commonTexts(`type.${type}.label`), commonTexts(`type.${type}.does`)])
    : firstTypes.map(type => [type, popupTexts(`first.${type}`), commonTexts(`type.${type}.label`)])
  return (
    <>
      {library.isPaused.value && (
        <Callout tone="paused" title={commonTexts('paused')}>
          <p>{popupTexts('firstPaused')}</p>
        </Callout>
      )}
      <section class="popup-first">
        <h2>{popupTexts('firstTitle')}</h2>
        <p>{popupTexts('firstText')}</p>
        <ul ref={list} onKeyDown={onKeyDown}>
          {offered.map(([type, says, hint]) => (
            <li key={type} data-row>
              <button type="button" class="menu-item" data-stop onClick={() => create(type)}>
                <RuleTypeIcon type={type} />
                <span class="menu-label">{says}</span>
                <span class="menu-hint">{hint}</span>
              </button>
            </li>
          ))}
          {!isWhole && (
            <li data-row>
              <button type="button" class="menu-item" data-stop data-all-types onClick={() => setWhole(true)}>
                <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
                <span class="menu-label">{popupTexts('allTypes')}</span>
              </button>
            </li>
          )}
          {!isWhole &&
            places.map(([hash, Shape, says, hint]) => (
              <li key={hash} data-row>
                <button type="button" class="menu-item" data-stop onClick={() => actions.open(hash)}>
                  <Shape size={16} strokeWidth={1.75} aria-hidden="true" />
                  <span class="menu-label">
                    {says} <small>{hint}</small>
                  </span>
                </button>
              </li>
            ))}
        </ul>
      </section>
    </>
  )
}
