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
import {nameOfConflict} from './conflict-title'
import type {Deeds} from './use-deeds'

const parkedReason = ({status, message}: TeamView['rejected'][number]): string =>
  message === null
    ? accountTexts('parkedReasonNone', {status})
    : accountTexts('parkedReason', {status, message: endSentence(formatReason(message))})

type TeamRowsProps = {readonly view: TeamView; readonly deeds: Deeds}

export function TeamRows({view, deeds}: TeamRowsProps) {
  const list = useOptions().listView
  const {rules, code, waiting, rejected, conflicts, hidden, unnamed, tooDeep} = view
  const [first] = rejected
  const toList = (changes: Partial<typeof noFilter>) => () => {
    list.filter.value = {...noFilter, side: 'team', ...changes}
    goTo(hashes.rules)
  }
  return (
    <section class="account-card account-rows" aria-label={accountTexts('about')}>
      <Row
        name={accountTexts('fromTeam')}
        text={accountTexts('fromTeamText', {on: rules.on, groups: rules.groups})}
        count={rules.count}
        action={accountTexts('show')}
        act={toList({})}
      />
      <Row
        name={accountTexts('code')}
        text={accountTexts('codeText', {count: code.length})}
        count={code.length}
        action={accountTexts('review')}
        act={toList({code: true})}
      />
      <Row
        name={accountTexts('waiting')}
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
        name={accountTexts('parked')}
        text={
          first
            ? accountTexts('parkedText', {
                name: shortenName(nameOfConflict(first)),
                reason: parkedReason(first),
                more: rejected.length - 1,
              })
            : accountTexts('parkedNone')
        }
        count={rejected.length}
        action={accountTexts('settle')}
        isUrgent
      >
        {rejected.map(each => (
          <ParkedEntry key={each.id} entry={each} deeds={deeds} />
        ))}
      </Row>
      <Row
        name={accountTexts('conflicts')}
        text={conflicts.length === 0 ? accountTexts('noConflicts') : accountTexts('someConflicts')}
        count={conflicts.length}
        action={accountTexts('settle')}
        isUrgent
        act={() => document.querySelector<HTMLElement>('[data-next]')?.focus()}
      />
      {hidden.length > 0 && (
        <Row
          name={accountTexts('hidden')}
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
      {unnamed > 0 && <Row name={accountTexts('unnamed')} text={accountTexts('unnamedText')} count={unnamed} />}
      {tooDeep.length > 0 && (
        <Row
          name={accountTexts('tooDeep')}
          text={accountTexts('tooDeepText')}
          count={tooDeep.length}
          action={accountTexts('show')}
        >
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
  readonly name: string
  readonly text: string
  readonly count: number
  readonly action?: string
  /** Without it the button opens what is below the row. */
  readonly act?: () => void
  readonly isUrgent?: boolean
  readonly children?: ComponentChildren
}

function Row({name, text, count, action, act, isUrgent = false, children}: RowProps) {
  const isOpen = useSignal(false)
  const id = useId()
  const isFolding = act === undefined
  const label = isFolding && isOpen.value ? accountTexts('hide') : action
  return (
    <div class="account-row" data-urgent={isUrgent && count > 0 ? '' : undefined}>
      <div class="account-row-about">
        <span id={id}>{name}</span>
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
            aria-label={accountTexts('actionNamed', {action: label, what: name.toLowerCase()})}
            aria-expanded={isFolding ? isOpen.value : undefined}
            onClick={() => {
              if (act) act()
              else isOpen.value = !isOpen.peek()
            }}
          >
            {label}
          </button>
        )}
      </span>
      {isFolding && isOpen.value && count > 0 && (
        <ul class="account-entries" aria-labelledby={id}>
          {children}
        </ul>
      )}
    </div>
  )
}

type EntryNameProps = {readonly entry: TeamEntry; readonly isGone?: boolean}

function EntryName({entry, isGone = false}: EntryNameProps) {
  const {library} = usePage()
  const {id, kind, ruleType} = entry
  const name = nameOfConflict(entry)
  const isHere = !isGone && (kind === 'group' || library.getRow(id)?.value.rule)
  return (
    <span class="account-entry-name">
      {ruleType !== null && isRuleType(ruleType) && <RuleTypeIcon type={ruleType} named />}
      {isHere ? (
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

type ParkedEntryProps = {readonly entry: TeamView['rejected'][number]; readonly deeds: Deeds}

function ParkedEntry({entry, deeds}: ParkedEntryProps) {
  const {library} = usePage()
  const name = nameOfConflict(entry)
  // A rule whose deletion was refused lies in the trash, where it has no form.
  const hasForm = entry.kind === 'rule' && library.getRow(entry.id)
  return (
    <li>
      <EntryName entry={entry} />
      <p class="account-reason">{parkedReason(entry)}</p>
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
          onClick={() => void deeds.retry(entry)}
        >
          {accountTexts('tryAgain')}
        </button>
        <button
          type="button"
          class="button button-small button-quiet"
          aria-label={accountTexts('dropNamed', {name})}
          onClick={() => void deeds.drop(entry)}
        >
          {accountTexts('drop')}
        </button>
      </span>
    </li>
  )
}
