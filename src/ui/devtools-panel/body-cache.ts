import {recordIn} from '../../model/json'
import {numberIn} from '../../import-export/fields'
import {kindOf} from '../../import-export/formats/har/exchange'
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
  const size = numberIn(recordIn(recordIn(har, 'response'), 'content')['size'])
  return !(size > maxLength) && kindOf(har, recordIn(har, 'request')).filter !== null
}

export function createBodyCache(): BodyCache {
  const kept = new Map<FinishedRequest, ResponseBody>()
  const waiting = new Set<FinishedRequest>()
  const asked = new Map<FinishedRequest, Promise<ResponseBody>>()
  let characters = 0

  const lengthOf = (content: ResponseBody | undefined) => content?.text?.length ?? 0
  function forget(finished: FinishedRequest): void {
    waiting.delete(finished)
    asked.delete(finished)
    characters -= lengthOf(kept.get(finished))
    kept.delete(finished)
  }
  function keep(finished: FinishedRequest, content: ResponseBody): void {
    const length = lengthOf(content)
    // DevTools returns an empty body for a page that was left.
    if (length === 0 || length > maxLength) return
    kept.set(finished, content)
    characters += length
    for (const oldest of kept.keys()) {
      if (characters <= maxCharacters) return
      forget(oldest)
    }
  }

  async function ask(finished: FinishedRequest): Promise<ResponseBody> {
    const answer = finished.readBody()
    asked.set(finished, answer)
    const isWanted = () => asked.get(finished) === answer
    try {
      const content = await answer
      if (isWanted()) keep(finished, content)
      return content
    } finally {
      if (isWanted()) asked.delete(finished)
      readNext()
    }
  }
  function readNext(): void {
    for (const next of waiting) {
      if (asked.size >= maxConcurrent) return
      waiting.delete(next)
      ask(next).catch(() => undefined)
    }
  }

  return {
    prefetch(finished) {
      if (!isWorthReading(finished)) return
      waiting.add(finished)
      readNext()
    },
    async get(finished) {
      waiting.delete(finished)
      return kept.get(finished) ?? asked.get(finished) ?? ask(finished)
    },
    forget,
    clear() {
      for (const each of [...waiting, ...asked.keys(), ...kept.keys()]) forget(each)
    },
  }
}
