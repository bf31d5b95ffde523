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

function secondLine(view: RuleView): {readonly text: string; readonly warn: boolean; readonly why?: string} {
  const problems = describeProblems(view)
  const [worst] = problems
  const when = view.rule ? toPlainText(describeCondition(view.rule)) : ''
  if (!worst) return {text: when, warn: false}
  const isTold = worst.tone !== 'note' || (worst.isLeftOut && isRuleActive(view))
  const text = isTold ? popupTexts('problems', {count: problems.length, first: worst.title}) : when
  return {text, warn: needsAttention(view), why: formatProblem(worst)}
}

/** Of these one browser rule acts on a request. */
const actsOnce: ReadonlySet<RuleType> = new Set(['Cancel', 'Delay', 'Request', 'Response'])

/** Whether each report is one request: Chrome reports each replacement, and each condition of other rules that acts. */
const countsRequests = (type: RuleType, {browserRules}: RuleMatches): boolean =>
  actsOnce.has(type) || browserRules === 0 || (browserRules === 1 && type !== 'Replace')

export function actedLine(acted: RuleMatches, view: RuleView): {readonly text: string; readonly warn: boolean} {
  const warn = needsAttention(view)
  const [worst] = describeProblems(view)
  const says = warn && worst ? worst.title : view.rule ? describeAllEffects(view.rule) : ''
  const isCounted = view.rule !== null && countsRequests(view.rule.ruleType, acted)
  return {
    text: isCounted
      ? popupTexts('acted', {requests: acted.reports, effect: says})
      : popupTexts('applied', {effect: says}),
    warn,
  }
}

export type Line = {readonly text: string; readonly warn: boolean}

type PopupRowProps = {
  readonly row: Row
  readonly muted: boolean
  readonly current: boolean
  /** Instead of "When …": what it did on this tab, or why not. */
  readonly line?: ((row: Row) => Line | undefined) | undefined
  readonly typed?: string
  /** In a long list, of which only a part is in the page. */
  readonly place?: {readonly top: number; readonly index: number; readonly of: number} | undefined
}

/** First line: the name. Second: what it did here or why not, what is wrong with it, or when it acts. */
export function PopupRow({row, muted, current, line, typed = '', place}: PopupRowProps) {
  const {state, actions} = usePopup()
  const {settings} = usePage()
  const view = row.value
  const {id, rule} = view
  const name = getRuleName(view, rule ? commonTexts('untitled') : id)
  const usual = secondLine(view)
  const second = line?.(row) ?? usual
  const {why} = usual
  const stop = current ? 0 : -1
  const pin = rule?.isFavourite ? commonTexts('unpin', {name}) : commonTexts('pin', {name})
  const toggleMenu = () => {
    state.menu.value = state.menu.peek() === id ? null : id
  }
  return (
    <li
      class="popup-row"
      data-row={id}
      data-off={isRuleActive(view) ? undefined : ''}
      {...(place && {style: {top: `${place.top}px`}, 'aria-posinset': place.index + 1, 'aria-setsize': place.of})}
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
        tabIndex={rule ? -1 : stop}
        onClick={() => actions.edit(id)}
        title={why}
        aria-describedby={!rule && why ? `why-${id}` : undefined}
      >
        <span class="popup-row-name" dir="auto">
          <HighlightedText text={name} typed={typed} />
        </span>
        <span id={`line-${id}`} class={second.warn ? 'popup-row-second warn' : 'popup-row-second'}>
          <HighlightedText text={second.text} typed={typed} />
        </span>
      </button>
      {why && (
        <span id={`why-${id}`} class="unseen">
          {why}
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
              aria-expanded={state.menu.value === id}
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
            describedBy={why ? `why-${id}` : `line-${id}`}
            tabIndex={stop}
            keys={popupRowShortcuts(settings)}
            change={on => void actions.switchRule(id, on)}
          />
        </>
      )}
    </li>
  )
}
