import type {Choice, TeamConflict} from '../../../contract/team'
import {grouped} from '../../numbers'
import {accountWords, conflictWords as words} from '../../words'
import {ConflictCard} from './conflict-card'
import {DeletedCard} from './deleted-card'

type ConflictListProps = {
  readonly conflicts: readonly TeamConflict[]
  readonly settle: (conflict: TeamConflict, choice: Choice) => Promise<void>
}

/** Of many, only the first are open: who settles one after the other sees the next. */
const mostOpen = 3

export function ConflictList({conflicts, settle}: ConflictListProps) {
  return (
    <section class="conflicts" aria-labelledby="conflicts">
      <div class="conflicts-head">
        <h2 id="conflicts">{accountWords.conflicts}</h2>
        <span class="count">{grouped(conflicts.length)}</span>
        <span class="fill" />
        <span class="hint">{words.yoursHolds}</span>
      </div>
      {conflicts.map((conflict, index) => {
        const {id, kind, mine, theirs} = conflict
        const choose = (choice: Choice) => void settle(conflict, choice)
        const key = `${kind} ${id}`
        return mine && theirs ? (
          <ConflictCard
            key={key}
            conflict={conflict}
            versions={{mine, theirs}}
            choose={choose}
            starts={index < mostOpen}
          />
        ) : (
          <DeletedCard key={key} conflict={conflict} choose={choose} />
        )
      })}
    </section>
  )
}
