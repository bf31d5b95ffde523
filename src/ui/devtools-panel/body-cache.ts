import {recordIn} from '../../model/json'
import {numberIn} from '../../import-export/fields'
import {kindOf} from '../../import-export/formats/har/exchange'
import type {ResponseBody, FinishedRequest} from './browser-adapter'

/** All that are kept have so many characters together, and one so many at most. */
const mostCharacters = 50_000_000
const longest = 5_000_000
const mostAtOnce = 4

export type Bodies = {
  /** Asks for it when its turn has come. Chrome has it until the page is left, and nobody knows yet whether it will be wanted. */
  read(finished: FinishedRequest): void
  /** What came: as it was read, or else what DevTools has of it now. */
  of(finished: FinishedRequest): Promise<ResponseBody>
  forget(finished: FinishedRequest): void
  forgetAll(): void
}

/** A film is none of what rules answer with. The size is that of the bytes: they are asked for only to be kept. */
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
    // Nothing is what DevTools has of a page that was left.
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
