import type {LoggedRequest} from './request-events'

const maxQueues = 1_000

/** Pages report URLs without fragments. */
export const removeFragment = (url: string): string => url.replace(/#.*/s, '')

/** Requests of one document, URL and method, matched with reports first in, first out. */
export type Queue = {
  sent: readonly number[]
  reported: readonly {readonly number?: number; readonly isAmbiguous: boolean}[]
  /** Reported requests that rules delay: others may be sent before them. */
  waiting: readonly number[]
}

export function createQueues() {
  const queues = new Map<string, Queue>()
  return {
    all: () => [...queues.values()],
    get({tab, document, method, url}: Pick<LoggedRequest, 'tab' | 'document' | 'method' | 'url'>): Queue {
      const key = [tab, document, method.toUpperCase(), removeFragment(url)].join(' ')
      const queue = queues.get(key) ?? {sent: [], reported: [], waiting: []}
      queues.delete(key)
      queues.set(key, queue)
      const [oldest] = queues.keys()
      if (oldest !== undefined && queues.size > maxQueues) queues.delete(oldest)
      return queue
    },
  }
}
