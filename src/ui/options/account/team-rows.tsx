import {shortenName, endSentence} from '../../sentences/quote'
import {formatReason} from '../../sentences/faults'
import {useSignal} from '@preact/signals'
import type {ComponentChildren} from 'preact'
import {useId} from 'preact/hooks'
import {isRuleType} from '../../../model/rules'
import type {TeamView, TeamEntry} from '../../../model/team'
import {formatNumber} from '../../format'
import {RuleTypeIcon} from '../../components/rule-type-icon'
import {usePage} from '../../state/page-context'
import {hashes} from '../../routes'
import {accountTexts} from '../../../locales/account'
import {useOptions} from '../options-context'
import {goTo} from '../route'
import {noFilter} from '../rules/filter'
import {getEntryName} from './conflict-title'
import type {AccountActions} from './account-actions'

const formatRejectedReason = ({status, message}: TeamView['rejected'][number]): string =>
  message === null
    ? accountTexts('rejectedReasonNone', {status})
    : accountTexts('rejectedReason', {status, message: endSentence(formatReason(message))})

export function TeamRows({view, actions}: {readonly view: TeamView; readonly actions: AccountActions}) {
  const list = useOptions().listView
  const {rules, code, waiting, rejected, conflicts, hidden, unnamed, tooDeep} = view
  const [first] = rejected
  const showInList = (changes: Partial<typeof noFilter>) => () => {
    list.filter.value = {...noFilter, side: 'team', ...changes}
    goTo(hashes.rules)
  }
  return (
    <section class="account-card account-rows" aria-label={accountTexts('about')}>
      <Row
        name="fromTeam"
        text={accountTexts('fromTeamText', {on: rules.on, groups: rules.groups})}
        count={rules.count}
        action={accountTexts('show')}
        onAction={showInList({})}
      />
      <Row
        name="code"
        text={accountTexts('codeText', {count: code.length})}
        count={code.length}
        action={accountTexts('review')}
        onAction={showInList({code: true})}
      />
      <Row
        name="waiting"
        text={accountTexts('waitingText', {count: waiting.length})}
        count={waiting.length}
        action={accountTexts('show')}
      >
        {waiting.map(each => (
          <li key={each.id}>
            <EntryName entry={each} isGone={each.what === 'delete'} />
            <span class="hint">
              {each.problem === undefined
                ? accountTexts(`waitsFor.${each.what}`)
                : accountTexts('waitsAgain', {
                    what: accountTexts(`waitsFor.${each.what}`),
                    problem: endSentence(formatReason(each.problem)),
                  })}
            </span>
          </li>
        ))}
      </Row>
      <Row
        name="rejected"
        text={
          first
            ? accountTexts('rejectedText', {
                name: shortenName(getEntryName(first)),
                reason: formatRejectedReason(first),
                more: rejected.length - 1,
              })
            : accountTexts('noneRejected')
        }
        count={rejected.length}
        action={accountTexts('settle')}
        isUrgent
      >
        {rejected.map(each => (
          <RejectedEntry key={each.id} entry={each} actions={actions} />
        ))}
      </Row>
      <Row
        name="conflicts"
        text={conflicts.length === 0 ? accountTexts('noConflicts') : accountTexts('someConflicts')}
        count={conflicts.length}
        action={accountTexts('settle')}
        isUrgent
        onAction={() => document.querySelector<HTMLElement>('[data-next]')?.focus()}
      />
      {hidden.length > 0 && (
        <Row
          name="hidden"
          text={accountTexts('hiddenText', {on: hidden.filter(({isOn}) => isOn).length})}
          count={hidden.length}
          action={accountTexts('show')}
        >
          {hidden.map(each => (
            <li key={each.id}>
              <EntryName entry={each} isGone />
              {each.isOn && <span class="hint">{accountTexts('onAgain')}</span>}
            </li>
          ))}
        </Row>
      )}
      {unnamed > 0 && <Row name="unnamed" text={accountTexts('unnamedText')} count={unnamed} />}
      {tooDeep.length > 0 && (
        <Row name="tooDeep" text={accountTexts('tooDeepText')} count={tooDeep.length} action={accountTexts('show')}>
          {tooDeep.map(each => (
            <li key={each.id}>
              <EntryName entry={each} isGone />
            </li>
          ))}
        </Row>
      )}
    </section>
  )
}

type RowProps = {
  /** The key of the name. */
  readonly name: 'fromTeam' | 'code' | 'waiting' | 'rejected' | 'conflicts' | 'hidden' | 'unnamed' | 'tooDeep'
  readonly text: string
  readonly count: number
  readonly action?: string
  /** Without it the button shows the entries below the row. */
  readonly onAction?: () => void
  readonly isUrgent?: boolean
  readonly children?: ComponentChildren
}

function Row({name, text, count, action, onAction, isUrgent = false, children}: RowProps) {
  const isOpen = useSignal(false)
  const id = useId()
  const hasEntries = onAction === undefined
  const label = hasEntries && isOpen.value ? accountTexts('hide') : action
  return (
    <div class="account-row" data-urgent={isUrgent && count > 0 ? '' : undefined}>
      <div class="account-row-about">
        <span id={id}>{accountTexts(`rowNames.${name}`)}</span>
        <p class="hint">{text}</p>
      </div>
      <b class="count" data-none={count === 0 ? '' : undefined}>
        {formatNumber(count)}
      </b>
      <span class="account-row-button">
        {label !== undefined && count > 0 && (
          <button
            type="button"
            class={isUrgent ? 'button' : 'button button-quiet'}
            aria-label={accountTexts('actionNamed', {action: label, what: accountTexts(`spoken.${name}`)})}
            aria-expanded={hasEntries ? isOpen.value : undefined}
            onClick={() => {
              if (onAction) onAction()
              else isOpen.value = !isOpen.peek()
            }}
          >
            {label}
          </button>
        )}
      </span>
      {hasEntries && isOpen.value && count > 0 && (
        <ul class="account-entries" aria-labelledby={id}>
          {children}
        </ul>
      )}
    </div>
  )
}

function EntryName({entry, isGone = false}: {readonly entry: TeamEntry; readonly isGone?: boolean}) {
  const {library} = usePage()
  const {id, kind, ruleType} = entry
  const name = getEntryName(entry)
  const isInLibrary = !isGone && (kind === 'group' || library.getRow(id)?.value.rule)
  return (
    <span class="account-entry-name">
      {ruleType !== null && isRuleType(ruleType) && <RuleTypeIcon type={ruleType} named />}
      {isInLibrary ? (
        <a href={kind === 'group' ? hashes.groups : hashes.rule(id)} dir="auto">
          {name}
        </a>
      ) : (
        <span dir="auto">{name}</span>
      )}
      {kind === 'group' && <span class="hint">{accountTexts('group')}</span>}
    </span>
  )
}

type RejectedEntryProps = {readonly entry: TeamView['rejected'][number]; readonly actions: AccountActions}

function RejectedEntry({entry, actions}: RejectedEntryProps) {
  const {library} = usePage()
  const name = getEntryName(entry)
  // A rule whose deletion was rejected is in the trash and cannot be edited.
  const hasForm = entry.kind === 'rule' && library.getRow(entry.id)
  return (
    <li>
      <EntryName entry={entry} />
      <p class="account-reason">{formatRejectedReason(entry)}</p>
      <span class="account-buttons">
        {hasForm && (
          <a class="button button-small" href={hashes.rule(entry.id)} aria-label={accountTexts('editNamed', {name})}>
            {accountTexts('edit')}
          </a>
        )}
        <button
          type="button"
          class="button button-small"
          aria-label={accountTexts('tryAgainNamed', {name})}
          onClick={() => void actions.retry(entry)}
        >
          {accountTexts('tryAgain')}
        </button>
        <button
          type="button"
          class="button button-small button-quiet"
          aria-label={accountTexts('dropNamed', {name})}
          onClick={() => void actions.drop(entry)}
        >
          {accountTexts('drop')}
        </button>
      </span>
    </li>
  )
}
