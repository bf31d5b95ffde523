import {signal, type Signal} from '@preact/signals'
import type {Group} from '../../contract/group'
import type {RuleView} from '../../contract/views'
import {statusOf, type LibraryState} from '../state/library'
import type {SessionValues} from '../surface'

/** What the popup draws: the library, or what was last known of it until it has come. */
export type Shelf = Pick<LibraryState, 'rows' | 'groups' | 'teamGroups' | 'paused' | 'size' | 'changes'>

/** What was last known. Its switches move too; what they say is asked of the worker all the same. */
export type LastKnown = Shelf & {
  switchRule(id: string, on: boolean): void
  switchGroup(id: string, on: boolean): void
  pause(paused: boolean): void
}

/** How it is kept. */
type Kept = {
  readonly paused: boolean
  readonly size: number
  readonly groups: readonly Group[]
  readonly teamGroups: readonly string[]
  readonly views: readonly RuleView[]
}

export const lastKnownPlace = 'lastKnown'

export async function readLastKnown(session: SessionValues): Promise<LastKnown | null> {
  try {
    const text = await session.read(lastKnownPlace)
    return typeof text === 'string' ? shelfOf(JSON.parse(text) as Kept) : null
  } catch {
    return null
  }
}

function shelfOf(kept: Kept): LastKnown {
  const rows: Signal<RuleView>[] = kept.views.map(view => signal(view))
  const groups = signal(kept.groups)
  const paused = signal(kept.paused)
  const changes = signal(0)
  return {
    rows: signal(rows),
    groups,
    teamGroups: signal(kept.teamGroups),
    paused,
    size: signal(kept.size),
    changes,
    switchRule(id, on) {
      const row = rows.find(each => each.peek().id === id)
      const view = row?.peek()
      if (!row || !view?.rule) return
      row.value = {...view, rule: {...view.rule, status: statusOf(on)}}
      changes.value++
    },
    switchGroup(id, on) {
      groups.value = groups.peek().map(group => (group.id === id ? {...group, status: statusOf(on)} : group))
    },
    pause(now) {
      paused.value = now
    },
  }
}
