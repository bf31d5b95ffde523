import {useSignal, type Signal} from '@preact/signals'
import {ChevronDown, ChevronRight, GitMerge} from 'lucide-preact'
import {useId, useState} from 'preact/hooks'
import type {StoredRecord} from '../../../model/rule'
import type {ConflictChoice, TeamConflict} from '../../../model/team'
import {formatNumber, isSameDay, formatTime} from '../../format'
import {usePage} from '../../state/page-context'
import {toPlainText} from '../../text-segments'
import {accountTexts} from '../../../locales/account'
import {ConflictTitle, getEntryName} from './conflict-title'
import {formatField, getFieldLabel, getFieldTexts, type FieldTexts} from './field-text'
import {findDifferences, MarkedPhrase} from './marked-phrase'

type ConflictListProps = {
  readonly conflicts: readonly TeamConflict[]
  readonly settle: (conflict: TeamConflict, choice: ConflictChoice) => Promise<void>
}

const maxOpenCards = 3

export function ConflictList({conflicts, settle}: ConflictListProps) {
  return (
    <section class="conflicts" aria-labelledby="conflicts">
      <div class="conflicts-head">
        <h2 id="conflicts">{accountTexts('conflicts')}</h2>
        <span class="count">{formatNumber(conflicts.length)}</span>
        <span class="fill" />
        <span class="hint">{accountTexts('conflict.yoursHolds')}</span>
      </div>
      {conflicts.map((conflict, index) => {
        const {id, kind, mine, theirs} = conflict
        const choose = (choice: ConflictChoice) => void settle(conflict, choice)
        const key = `${kind} ${id}`
        return mine && theirs ? (
          <ConflictCard
            key={key}
            conflict={conflict}
            versions={{mine, theirs}}
            choose={choose}
            isInitiallyOpen={index < maxOpenCards}
          />
        ) : (
          <DeletedCard key={key} conflict={conflict} choose={choose} />
        )
      })}
    </section>
  )
}

type Side = 'mine' | 'theirs'
type Versions = Readonly<Record<Side, StoredRecord>>
type ChosenSides = Signal<Readonly<Record<string, Side>>>

type ConflictCardProps = {
  readonly conflict: TeamConflict
  readonly versions: Versions
  readonly choose: (choice: ConflictChoice) => void
  readonly isInitiallyOpen: boolean
}

const sides = ['mine', 'theirs'] as const

/** Services may send an id instead of a name. */
const getAuthorName = ({lastModifiedBy: by}: StoredRecord): string =>
  typeof by === 'string' && /^\p{Lu}\p{L}+(?: \p{L}[\p{L}.’'-]*)*$/u.test(by) && by.length < 40 ? by : ''
function formatModified({modificationDate: at}: StoredRecord): string {
  if (typeof at !== 'number') return ''
  const [time, now] = [formatTime(at, Date.now()), Date.now()]
  return isSameDay(at, now) ? accountTexts('conflict.today', {time}) : time
}

function ConflictCard({conflict, versions, choose, isInitiallyOpen}: ConflictCardProps) {
  const {library} = usePage()
  const id = useId()
  const [isOpen, setOpen] = useState(isInitiallyOpen)
  const chosen: ChosenSides = useSignal({})
  const {fields, merged, kind} = conflict
  const groups = library.groups.value
  const author = getAuthorName(versions.theirs)
  const isDecided = fields.every(field => chosen.value[field] !== undefined)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  const headings = {
    mine: accountTexts('conflict.yours'),
    theirs: author === '' ? accountTexts('conflict.theirsUnnamed') : accountTexts('conflict.theirs', {name: author}),
  }
  return (
    <article class="account-card conflict" aria-labelledby={id}>
      <div class="conflict-head">
        <ConflictTitle
          conflict={conflict}
          id={id}
          description={accountTexts('conflict.about', {clashes: fields.length, merged: merged.length})}
        />
        <span class="fill" />
        <button
          type="button"
          class="icon-button"
          aria-label={accountTexts('conflict.fold', {name: getEntryName(conflict)})}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={16} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      {isOpen && (
        <>
          <div class="conflict-heads" aria-hidden="true">
            {sides.map(side => (
              <span key={side}>
                <b>{headings[side]}</b> <span class="hint">{formatModified(versions[side])}</span>
              </span>
            ))}
          </div>
          {fields.map(field => (
            <FieldChoice
              key={field}
              field={field}
              texts={getFieldTexts(versions, field, groups)}
              headings={headings}
              chosen={chosen}
            />
          ))}
          {merged.map(({field, by}) => (
            <div class="conflict-field" key={field}>
              <span class="conflict-label">{getFieldLabel(field)}</span>
              <span class="conflict-merged">
                <GitMerge size={16} strokeWidth={1.75} aria-hidden="true" />
                {accountTexts('conflict.merged', {
                  value: toPlainText(formatField(versions[by], field, groups)),
                  by: accountTexts(`conflict.mergedBy.${by}`),
                })}
              </span>
            </div>
          ))}
          <div class="conflict-foot">
            <span class="hint">{accountTexts('conflict.toTrash')}</span>
            <span class="account-buttons">
              <button type="button" class="button button-quiet" onClick={() => choose('both')}>
                {accountTexts('conflict.keepBoth', {isRule: kind === 'rule'})}
              </button>
              <button type="button" class="button" onClick={() => choose('mine')}>
                {accountTexts('conflict.allMine')}
              </button>
              <button type="button" class="button" onClick={() => choose('theirs')}>
                {author === ''
                  ? accountTexts('conflict.allTheirsUnnamed')
                  : accountTexts('conflict.allTheirs', {name: author})}
              </button>
              <button
                type="button"
                class="button button-main"
                aria-disabled={isDecided ? undefined : true}
                title={isDecided ? undefined : accountTexts('conflict.chooseFirst')}
                onClick={() => {
                  if (isDecided) choose(chosen.peek())
                }}
              >
                {accountTexts('conflict.keepSelected')}
              </button>
            </span>
          </div>
        </>
      )}
    </article>
  )
}

type FieldChoiceProps = {
  readonly field: string
  readonly texts: FieldTexts
  readonly headings: Readonly<Record<Side, string>>
  readonly chosen: ChosenSides
}

function FieldChoice({field, texts, headings, chosen}: FieldChoiceProps) {
  const name = useId()
  const spans = findDifferences(getPhraseText(texts.mine), getPhraseText(texts.theirs))
  return (
    <div class="conflict-field" role="radiogroup" aria-label={texts.label}>
      <span class="conflict-label" aria-hidden="true">
        {texts.label}
      </span>
      {sides.map(side => {
        const isChosen = chosen.value[field] === side
        return (
          <label key={side} class="conflict-side" data-side={side} data-chosen={isChosen ? '' : undefined}>
            <input
              type="radio"
              name={name}
              checked={isChosen}
              onChange={() => {
                chosen.value = {...chosen.peek(), [field]: side}
              }}
            />
            <span>
              <span class="conflict-whose">{headings[side]}: </span>
              <MarkedPhrase phrase={texts[side]} span={spans[side]} />
            </span>
          </label>
        )
      })}
    </div>
  )
}

const getPhraseText = (phrase: FieldTexts['mine']): string => phrase.map(({text}) => text).join('')

type DeletedCardProps = {readonly conflict: TeamConflict; readonly choose: (choice: ConflictChoice) => void}

function DeletedCard({conflict, choose}: DeletedCardProps) {
  const id = useId()
  const isDeletedThere = conflict.theirs === null
  const [deleteLabel, keepLabel, choices] = isDeletedThere
    ? [accountTexts('conflict.deleteHere'), accountTexts('conflict.keepAndSend'), ['theirs', 'mine'] as const]
    : [accountTexts('conflict.deleteThere'), accountTexts('conflict.takeTheirs'), ['mine', 'theirs'] as const]
  return (
    <article class="account-card conflict conflict-deleted" aria-labelledby={id}>
      <ConflictTitle
        conflict={conflict}
        id={id}
        description={isDeletedThere ? accountTexts('conflict.deletedThere') : accountTexts('conflict.deletedHere')}
      />
      <span class="account-buttons">
        <button type="button" class="button button-quiet" aria-describedby={id} onClick={() => choose(choices[0])}>
          {deleteLabel}
        </button>
        <button type="button" class="button" aria-describedby={id} onClick={() => choose(choices[1])}>
          {keepLabel}
        </button>
      </span>
    </article>
  )
}
