import {ArrowDownUp, LayoutTemplate, Plus, Users, type LucideIcon} from 'lucide-preact'
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

const getLinks = (): readonly (readonly [hash: string, icon: LucideIcon, says: string, hint: string])[] => [
  [hashes.import, ArrowDownUp, popupTexts('importRules'), popupTexts('importHint')],
  [hashes.account, Users, commonTexts('connectTeam'), commonTexts('connectTeamHint')],
]

const commonTypes = ['Redirect', 'Headers', 'Response', 'Delay'] as const satisfies readonly RuleType[]

/** Shown without rules: four common rule types, and a button that lists all nine. */
export function FirstRun({create}: {readonly create: (type: RuleType) => void}) {
  const {library} = usePage()
  const {actions} = usePopup()
  const [showsAllTypes, setShowsAllTypes] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const didShowAllTypes = useRef(false)
  useLayoutEffect(() => {
    // The removed search field or last row may have had the focus.
    const isBack = didShowAllTypes.current && !showsAllTypes
    didShowAllTypes.current = showsAllTypes
    const first = list.current?.querySelector<HTMLElement>(isBack ? '[data-all-types]' : 'button')
    if (showsAllTypes || document.activeElement === document.body || isBack) first?.focus()
  }, [showsAllTypes])
  /** The list of all types works like a menu: letters jump to a type, and Escape goes back. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (!showsAllTypes || event.ctrlKey || event.metaKey || event.altKey) return
    const items = [...(list.current?.querySelectorAll('button') ?? [])]
    const index = items.findIndex(item => item === document.activeElement)
    const item = event.key.length === 1 ? findItemByLetter(items, event.key, index + 1) : undefined
    if (!item && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (item) item.focus()
    else setShowsAllTypes(false)
  }
  const typeItems: readonly (readonly [type: RuleType, says: string, hint: string])[] = showsAllTypes
    ? ruleTypesInMenu.map(type => [type, commonTexts(`type.${type}.label`), commonTexts(`type.${type}.does`)])
    : commonTypes.map(type => [type, popupTexts(`first.${type}`), commonTexts(`type.${type}.label`)])
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
          {typeItems.map(([type, label, hint]) => (
            <li key={type} data-row>
              <button type="button" class="menu-item" data-stop onClick={() => create(type)}>
                <RuleTypeIcon type={type} />
                <span class="menu-label">{label}</span>
                <span class="menu-hint">{hint}</span>
              </button>
            </li>
          ))}
          {!showsAllTypes && (
            <li data-row>
              <button type="button" class="menu-item" data-stop data-all-types onClick={() => setShowsAllTypes(true)}>
                <Plus size={16} strokeWidth={1.75} aria-hidden="true" />
                <span class="menu-label">{popupTexts('allTypes')}</span>
              </button>
            </li>
          )}
          {!showsAllTypes && (
            <li data-row>
              <button type="button" class="menu-item" data-stop onClick={actions.chooseTemplate}>
                <LayoutTemplate size={16} strokeWidth={1.75} aria-hidden="true" />
                <span class="menu-label">
                  {commonTexts('fromTemplate')} <small>{commonTexts('fromTemplateHint')}</small>
                </span>
              </button>
            </li>
          )}
          {!showsAllTypes &&
            getLinks().map(([hash, Icon, label, hint]) => (
              <li key={hash} data-row>
                <button type="button" class="menu-item" data-stop onClick={() => actions.open(hash)}>
                  <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
                  <span class="menu-label">
                    {label} <small>{hint}</small>
                  </span>
                </button>
              </li>
            ))}
        </ul>
      </section>
    </>
  )
}
