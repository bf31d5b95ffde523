import {useId} from 'preact/hooks'
import type {Choice, TeamConflict} from '../../../contract/team'
import {conflictWords as words} from '../../words'
import {ConflictTitle} from './conflict-title'

type DeletedCardProps = {readonly conflict: TeamConflict; readonly choose: (choice: Choice) => void}

/** One side deleted what the other changed. */
export function DeletedCard({conflict, choose}: DeletedCardProps) {
  const id = useId()
  const isDeletedThere = conflict.theirs === null
  const [deletes, keeps, choices] = isDeletedThere
    ? [words.deleteHere, words.keepAndSend, ['theirs', 'mine'] as const]
    : [words.deleteThere, words.takeTheirs, ['mine', 'theirs'] as const]
  return (
    <article class="account-card conflict conflict-deleted" aria-labelledby={id}>
      <ConflictTitle conflict={conflict} id={id} says={isDeletedThere ? words.deletedThere : words.deletedHere} />
      <span class="account-buttons">
        <button type="button" class="button button-quiet" aria-describedby={id} onClick={() => choose(choices[0])}>
          {deletes}
        </button>
        <button type="button" class="button" aria-describedby={id} onClick={() => choose(choices[1])}>
          {keeps}
        </button>
      </span>
    </article>
  )
}
