import {recordIn} from '../../model/json'
import {numberIn} from '../../import-export/fields'
import {kindOf} from '../../import-export/formats/har/exchange'
import type {ResponseBody, FinishedRequest} from './browser-adapter'

/** Characters of all stored bodies, and of one. */
const mostCharacters = 50_000_000
const longest = 5_000_000
const mostAtOnce = 4

export type Bodies = {
  /** Queues the body for reading. Chrome drops it when the page is left. */
  read(finished: FinishedRequest): void
  /** The stored body, or else the one that DevTools has now. */
  of(finished: FinishedRequest): Promise<ResponseBody>
  forget(finished: FinishedRequest): void
  forgetAll(): void
}

/** Rules cannot answer with every type, such as video. The size is in bytes. */
function isWorthReading({har}: FinishedRequest): boolean {
  const size = numberIn(recordIn(recordIn(har, 'response'), 'content')['size'])
  return !(size > longest) && kindOf(har, recordIn(har, 'request')).filter !== null
}

export function createBodies(): Bodies {
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
    if (length === 0 || length > longest) return
    kept.set(finished, content)
    characters += length
    for (const oldest of kept.keys()) {
      if (characters <= mostCharacters) return
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
      if (asked.size >= mostAtOnce) return
      waiting.delete(next)
      ask(next).catch(() => undefined)
    }
  }

  return {
    read(finished) {
      if (!isWorthReading(finished)) return
      waiting.add(finished)
      readNext()
    },
    async of(finished) {
      waiting.delete(finished)
      return kept.get(finished) ?? asked.get(finished) ?? ask(finished)
    },
    forget,
    forgetAll() {
      for (const each of [...waiting, ...asked.keys(), ...kept.keys()]) forget(each)
    },
  }
}
