import type {TeamEntry, TeamView} from '../../../contract/team'
import {isRuleType} from '../../../contract/rules'
import {Glyph} from '../../parts/glyph'
import {usePage} from '../../parts/library-context'
import {hashes} from '../../routes'
import {accountWords as words, common} from '../../words'
import type {Deeds} from './use-deeds'

type EntryNameProps = {readonly entry: TeamEntry; readonly isGone?: boolean}

const nameOf = ({name}: TeamEntry) => name.trim() || common.untitled

/** The name of a record, which leads to it where it is here. */
export function EntryName({entry, isGone = false}: EntryNameProps) {
  const {library} = usePage()
  const {id, kind, ruleType} = entry
  const name = nameOf(entry)
  const isHere = !isGone && (kind === 'group' || library.rowOf(id)?.value.rule)
  return (
    <span class="account-entry-name">
      {ruleType !== null && isRuleType(ruleType) && <Glyph type={ruleType} named />}
      {isHere ? (
        <a href={kind === 'group' ? hashes.groups : hashes.rule(id)} dir="auto">
          {name}
        </a>
      ) : (
        <span dir="auto">{name}</span>
      )}
      {kind === 'group' && <span class="hint">{words.group}</span>}
    </span>
  )
}

type ParkedEntryProps = {readonly entry: TeamView['parked'][number]; readonly deeds: Deeds}

/** A change that the server refused: why, and the ways on. */
export function ParkedEntry({entry, deeds}: ParkedEntryProps) {
  const {library} = usePage()
  const name = nameOf(entry)
  // A rule whose deletion was refused lies in the trash, where it has no form.
  const hasForm = entry.kind === 'rule' && library.rowOf(entry.id)
  return (
    <li>
      <EntryName entry={entry} />
      <p class="account-reason">{words.parkedReason(entry.status, entry.message)}</p>
      <span class="account-buttons">
        {hasForm && (
          <a class="button button-small" href={hashes.rule(entry.id)} aria-label={words.editNamed(name)}>
            {words.edit}
          </a>
        )}
        <button
          type="button"
          class="button button-small"
          aria-label={words.tryAgainNamed(name)}
          onClick={() => void deeds.retry(entry)}
        >
          {words.tryAgain}
        </button>
        <button
          type="button"
          class="button button-small button-quiet"
          aria-label={words.dropNamed(name)}
          onClick={() => void deeds.drop(entry)}
        >
          {words.drop}
        </button>
      </span>
    </li>
  )
}
