import type {WorkerClient} from '../../contract/messages'
import type {LibraryState} from '../state/library'

type Needs = {readonly library: LibraryState; readonly client: WorkerClient}
type Made = {readonly kind: 'rules' | 'group'; readonly id: string; readonly isAsMade: boolean}

/** Takes back that something was made. Where nobody has changed it since there is nothing in it to be missed, and trash is spared of it. */
export const unmake = ({library, client}: Needs, {kind, id, isAsMade}: Made) =>
  library.run(async () => {
    if (kind === 'rules') await client.ask('rules.delete', {ids: [id]})
    else await client.ask('group.delete', {id})
    if (isAsMade) await client.ask('trash.purge', {ids: [id]})
    return null
  })

const told = ['name', 'status', 'isFavourite', 'groupId', 'modificationDate'] as const
type Told = Readonly<Partial<Record<(typeof told)[number], unknown>>>

/** Whether it is still what the worker answered when it was made; other parts of that answer are not in a view. */
export const isAsAnswered = (made: Told, now: Told | null | undefined): boolean =>
  now !== null && now !== undefined && told.every(name => made[name] === now[name])
