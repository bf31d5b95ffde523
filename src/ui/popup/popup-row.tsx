import {Ellipsis, Pin, PinOff, TriangleAlert} from 'lucide-preact'
import {RuleTypeIcon} from '../components/rule-type-icon'
import {IconButton} from '../components/icon-button'
import {HighlightedText} from '../components/highlighted-text'
import {usePage} from '../state/page-context'
import {popupRowShortcuts} from '../hooks/aria-shortcuts'
import {Switch} from '../components/switch'
import type {Row} from '../state/library'
import {isRuleActive, getRuleName} from '../state/sections'
import {commonTexts} from '../../locales/common'
import {popupTexts} from '../../locales/popup'
import {usePopup} from './popup-context'
import type {RuleType} from '../../model/rules'
import type {RuleView} from '../../model/views'
import {toPlainText} from '../text-segments'
import {formatProblem, needsAttention, describeProblems} from '../sentences/problems'
import {describeCondition} from '../sentences/rule-condition'
import type {RuleMatches} from '../state/rule-matches'
import {describeAllEffects} from '../sentences/rule-effect'

function getDefaultDetails(view: RuleView): {readonly text: string; readonly warn: boolean; readonly problem?: string} {
  const problems = describeProblems(view)
  const [worst] = problems
  const when = view.rule ? toPlainText(describeCondition(view.rule)) : ''
  if (!worst) return {text: when, warn: false}
  const showsProblem = worst.tone !== 'note' || (worst.isLeftOut && isRuleActive(view))
  const text = showsProblem ? popupTexts('problems', {count: problems.length, first: worst.title}) : when
  return {text, warn: needsAttention(view), problem: formatProblem(worst)}
}

/** For these types Chrome reports at most one match per request. */
const typesWithOneMatchPerRequest: ReadonlySet<RuleType> = new Set(['Cancel', 'Delay', 'Request', 'Response'])

/** Chrome reports each replacement and each matched condition of a request. */
const isReportPerRequest = (type: RuleType, {browserRules}: RuleMatches): boolean =>
  typesWithOneMatchPerRequest.has(type) || browserRules === 0 || (browserRules === 1 && type !== 'Replace')

export function getAppliedDetails(acted: RuleMatches, view: RuleView): {readonly text: string; readonly warn: boolean} {
  const warn = needsAttention(view)
  const [worst] = describeProblems(view)
  const effect = warn && worst ? worst.title : view.rule ? describeAllEffects(view.rule) : ''
  const isCounted = view.rule !== null && isReportPerRequest(view.rule.ruleType, acted)
  return {
    text: isCounted ? popupTexts('acted', {requests: acted.reports, effect}) : popupTexts('applied', {effect}),
    warn,
  }
}

export type RowDetails = {readonly text: string; readonly warn: boolean}

type PopupRowProps = {
  readonly row: Row
  readonly muted: boolean
  readonly current: boolean
  /** Replaces the second line "When …": matches on this tab, or the reason for none. */
  readonly getDetails?: ((row: Row) => RowDetails | undefined) | undefined
  readonly searchText?: string
  /** The position in a long list, of which only a part is rendered. */
  readonly position?: {readonly top: string; readonly index: number; readonly of: number} | undefined
}

/** The name of a rule, and below it the matches on this tab, the worst problem or the condition. */
export function PopupRow({row, muted, current, getDetails, searchText = '', position}: PopupRowProps) {
  const {state, actions} = usePopup()
  const {settings} = usePage()
  const view = row.value
  const {id, rule} = view
  const name = getRuleName(view, rule ? commonTexts('untitled') : id)
  const defaultDetails = getDefaultDetails(view)
  const details = getDetails?.(row) ?? defaultDetails
  const {problem} = defaultDetails
  const rowTabIndex = current ? 0 : -1
  const pin = rule?.isFavourite ? commonTexts('unpin', {name}) : commonTexts('pin', {name})
  const toggleMenu = () => {
    state.openMenu.value = state.openMenu.peek() === id ? null : id
  }
  return (
    <li
      class="popup-row"
      data-row={id}
      data-off={isRuleActive(view) ? undefined : ''}
      {...(position && {
        style: {top: position.top},
        'aria-posinset': position.index + 1,
        'aria-setsize': position.of,
      })}
    >
      {rule ? (
        <RuleTypeIcon type={rule.ruleType} named off={!isRuleActive(view)} />
      ) : (
        <TriangleAlert class="warn" size={16} strokeWidth={1.75} aria-hidden="true" />
      )}
      <button
        type="button"
        class="popup-row-main"
        data-stop={rule ? undefined : ''}
        tabIndex={rule ? -1 : rowTabIndex}
        onClick={() => actions.edit(id)}
        title={problem}
        aria-describedby={!rule && problem ? `why-${id}` : undefined}
      >
        <span class="popup-row-name" dir="auto">
          <HighlightedText text={name} typed={searchText} />
        </span>
        <span id={`line-${id}`} class={details.warn ? 'popup-row-second warn' : 'popup-row-second'}>
          <HighlightedText text={details.text} typed={searchText} />
        </span>
      </button>
      {problem && (
        <span id={`why-${id}`} class="unseen">
          {problem}
        </span>
      )}
      {rule && (
        <>
          <span class="popup-row-more">
            <IconButton
              icon={rule.isFavourite ? PinOff : Pin}
              name={pin}
              tip={settings.letterKeys.value ? commonTexts('withKey', {what: pin, key: popupTexts('keys.pin')}) : pin}
              tabIndex={-1}
              onClick={() => actions.pin(id)}
            />
            <button
              type="button"
              class="icon-button"
              aria-label={commonTexts('more', {name})}
              title={commonTexts('withKey', {what: commonTexts('more', {name}), key: popupTexts('keys.menu')})}
              aria-haspopup="menu"
              aria-expanded={state.openMenu.value === id}
              tabIndex={-1}
              onClick={toggleMenu}
            >
              <Ellipsis size={16} strokeWidth={1.75} aria-hidden="true" />
            </button>
          </span>
          <Switch
            name={name}
            isOn={isRuleActive(view)}
            isMuted={muted}
            describedBy={problem ? `why-${id}` : `line-${id}`}
            tabIndex={rowTabIndex}
            keys={popupRowShortcuts(settings)}
            change={on => void actions.switchRule(id, on)}
          />
        </>
      )}
    </li>
  )
}
