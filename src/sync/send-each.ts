import {RemoteError, type RemoteFailure} from '../service/remote-error'
import {hold} from './landing'
import type {Task} from './outgoing'
import {send, type SendNeeds} from './send'
import {waitAfter} from './wait'

/** Failures that no record alone can bring about. */
const ofAll: ReadonlySet<RemoteFailure> = new Set(['too-many-requests', 'redirected'])

export type SendEachNeeds = SendNeeds & {
  /** Whether the service has answered something in this run. */
  readonly isAnswering: () => boolean
  /** From 0 to 1, any. */
  chance(): number
  hasSentOne(): void
}

type Failed = {readonly task: Task; readonly error: RemoteError; readonly isHeld: boolean}

/**
 * Sends one after the other. Where the service fails at one of them the others still go; the failure is the answer, and a service that answers others is
 * asked for that one again later than for them. Rejects where it fails at two in a row.
 */
export async function sendEach(needs: SendEachNeeds, tasks: readonly Task[]): Promise<RemoteError | null> {
  const {change, library, isAnswering} = needs
  let first: RemoteError | null = null
  let last: Failed | null = null

  const holdUp = async ({task, error}: Omit<Failed, 'isHeld'>) => {
    const now = library.now()
    const retryAt = (times: number) => now + waitAfter(times, error.retryAfter, needs.chance())
    await change(work => hold(work, task, error.message, retryAt))
  }

  for (const task of tasks) {
    needs.signal.throwIfAborted()
    try {
      await send(needs, task)
      needs.hasSentOne()
      if (last && !last.isHeld) await holdUp(last)
      last = null
    } catch (error) {
      // Stopped on its way, nothing has failed at it.
      needs.signal.throwIfAborted()
      if (!(error instanceof RemoteError) || ofAll.has(error.code)) throw error
      first ??= error
      // Of a service that has not answered nobody knows whether this one is to blame.
      const isHeld = isAnswering()
      if (isHeld) await holdUp({task, error})
      if (last) throw error
      last = {task, error, isHeld}
    }
  }
  return first
}
