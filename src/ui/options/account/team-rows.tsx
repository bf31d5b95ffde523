import {useSignal} from '@preact/signals'
import type {ComponentChildren} from 'preact'
import {useId} from 'preact/hooks'
import type {TeamEntry, TeamView} from '../../../contract/team'
import {grouped} from '../../numbers'
import {hashes} from '../../routes'
import {accountWords as words, common} from '../../words'
import {goTo} from '../route'
import {noFilter} from '../rules/filter'
import {useOptions} from '../options-context'
import {EntryName, ParkedEntry} from './entries'
import type {Deeds} from './use-deeds'

type TeamRowsProps = {readonly view: TeamView; readonly deeds: Deeds}

const nameOf = ({name}: TeamEntry) => name.trim() || common.untitled

/** What came, what goes, and what is to be settled: one row each. */
export function TeamRows({view, deeds}: TeamRowsProps) {
  const list = useOptions().listView
  const {rules, code, waiting, parked, conflicts, hidden, unnamed, tooDeep} = view
  const [first] = parked
  const toList = (changes: Partial<typeof noFilter>) => () => {
    list.filter.value = {...noFilter, side: 'team', ...changes}
    goTo(hashes.rules)
  }
  return (
    <section class="account-card account-rows" aria-label={words.about}>
      <Row
        name={words.fromTeam}
        text={words.fromTeamText(rules.on, rules.groups)}
        count={rules.count}
        action={words.show}
        act={toList({})}
      />
      <Row
        name={words.code}
        text={words.codeText(code.length)}
        count={code.length}
        action={words.review}
        act={toList({code: true})}
      />
      <Row name={words.waiting} text={words.waitingText(waiting.length)} count={waiting.length} action={words.show}>
        {waiting.map(each => (
          <li key={each.id}>
            <EntryName entry={each} isGone={each.what === 'delete'} />
            <span class="hint">
              {each.problem === undefined
                ? words.waitsFor[each.what]
                : words.waitsAgain(words.waitsFor[each.what], each.problem)}
            </span>
          </li>
        ))}
      </Row>
      <Row
        name={words.parked}
        text={
          first
            ? words.parkedText(nameOf(first), words.parkedReason(first.status, first.message), parked.length - 1)
            : words.parkedNone
        }
        count={parked.length}
        action={words.settle}
        isUrgent
      >
        {parked.map(each => (
          <ParkedEntry key={each.id} entry={each} deeds={deeds} />
        ))}
      </Row>
      <Row
        name={words.conflicts}
        text={conflicts.length === 0 ? words.noConflicts : words.someConflicts}
        count={conflicts.length}
        action={words.settle}
        isUrgent
        act={() => document.querySelector<HTMLElement>('[data-next]')?.focus()}
      />
      {hidden.length > 0 && (
        <Row
          name={words.hidden}
          text={words.hiddenText(hidden.filter(({isOn}) => isOn).length)}
          count={hidden.length}
          action={words.show}
        >
          {hidden.map(each => (
            <li key={each.id}>
              <EntryName entry={each} isGone />
              {each.isOn && <span class="hint">{words.onAgain}</span>}
            </li>
          ))}
        </Row>
      )}
      {unnamed > 0 && <Row name={words.unnamed} text={words.unnamedText} count={unnamed} />}
      {tooDeep.length > 0 && (
        <Row name={words.tooDeep} text={words.tooDeepText} count={tooDeep.length} action={words.show}>
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
  const label = isFolding && isOpen.value ? words.hide : action
  return (
    <div class="account-row" data-urgent={isUrgent && count > 0 ? '' : undefined}>
      <div class="account-row-about">
        <span id={id}>{name}</span>
        <p class="hint">{text}</p>
      </div>
      <b class="count" data-none={count === 0 ? '' : undefined}>
        {grouped(count)}
      </b>
      <span class="account-row-button">
        {label !== undefined && count > 0 && (
          <button
            type="button"
            class={isUrgent ? 'button' : 'button button-quiet'}
            aria-label={words.actionNamed(label, name)}
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
