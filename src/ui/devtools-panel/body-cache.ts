import {recordIn} from '../../model/json'
import {toNumber} from '../../import-export/fields'
import {getRecordedType} from '../../import-export/formats/har/exchange'
import type {ResponseBody, FinishedRequest} from './browser-adapter'

/** Characters of all stored bodies, and of one. */
const maxCharacters = 50_000_000
const maxLength = 5_000_000
const maxConcurrent = 4

export type BodyCache = {
  /** Queues the body for reading. Chrome drops it when the page is left. */
  prefetch(finished: FinishedRequest): void
  /** The stored body, or else the one that DevTools has now. */
  get(finished: FinishedRequest): Promise<ResponseBody>
  forget(finished: FinishedRequest): void
  clear(): void
}

/** Rules cannot answer with every type, such as video. The size is in bytes. */
function isWorthReading({har}: FinishedRequest): boolean {
  const size = toNumber(recordIn(recordIn(har, 'response'), 'content')['size'])
  return !(size > maxLength) && getRecordedType(har, recordIn(har, 'request')).filter !== null
}

export function createBodyCache(): BodyCache {
  const stored = new Map<FinishedRequest, ResponseBody>()
  const queued = new Set<FinishedRequest>()
  const pending = new Map<FinishedRequest, Promise<ResponseBody>>()
  let characters = 0

  const getLength = (content: ResponseBody | undefined) => content?.text?.length ?? 0
  function forget(finished: FinishedRequest): void {
    queued.delete(finished)
    pending.delete(finished)
    characters -= getLength(stored.get(finished))
    stored.delete(finished)
  }
  function store(finished: FinishedRequest, content: ResponseBody): void {
    const length = getLength(content)
    // DevTools returns an empty body for a page that was left.
    if (length === 0 || length > maxLength) return
    stored.set(finished, content)
    characters += length
    for (const oldest of stored.keys()) {
      if (characters <= maxCharacters) return
      forget(oldest)
    }
  }

  async function request(finished: FinishedRequest): Promise<ResponseBody> {
    const answer = finished.readBody()
    pending.set(finished, answer)
    const isCurrent = () => pending.get(finished) === answer
    try {
      const content = await answer
      if (isCurrent()) store(finished, content)
      return content
    } finally {
      if (isCurrent()) pending.delete(finished)
      readNext()
    }
  }
  function readNext(): void {
    for (const next of queued) {
      if (pending.size >= maxConcurrent) return
      queued.delete(next)
      request(next).catch(() => undefined)
    }
  }

  return {
    prefetch(finished) {
      if (!isWorthReading(finished)) return
      queued.add(finished)
      readNext()
    },
    async get(finished) {
      queued.delete(finished)
      return stored.get(finished) ?? pending.get(finished) ?? request(finished)
    },
    forget,
    clear() {
      for (const each of [...queued, ...pending.keys(), ...stored.keys()]) forget(each)
    },
  }
}
