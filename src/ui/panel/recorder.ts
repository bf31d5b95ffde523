import type {JsonRecord} from '../../contract/json'
import {isRecord} from '../../contract/json'
import {fieldsOf} from '../../interchange/fields'
import {readBody} from '../../interchange/formats/har/body'
import type {Answer} from '../activity/prepared'
import {mostKept, type Entry} from '../activity/entries'
import type {FixedAnswer} from './fixed-answer'
import type {Finished, PanelSurface} from './surface'

/** Two clocks of one machine, and what takes place between them, in milliseconds. */
const farthest = 2_000

export type Recorder = {
  /** The recording of a request, with its body or with what a rule gave in the place of it; null where DevTools has none. */
  of(entry: Entry, fixed: FixedAnswer | null): Promise<JsonRecord | null>
  /** What came to its page. */
  answerOf(entry: Entry, fixed: FixedAnswer | null): Promise<Answer | null>
  stop(): void
}

const recordIn = (record: JsonRecord, name: string): JsonRecord => {
  const inside = record[name]
  return isRecord(inside) ? inside : {}
}
const startOf = ({har}: Finished): number => Date.parse(String(har['startedDateTime']))
/** `time` is how long it took, in milliseconds. */
const endOf = (finished: Finished): number => startOf(finished) + (Number(finished.har['time']) || 0)
const statusOf = (har: JsonRecord): number => Number(recordIn(har, 'response')['status'])
const isRedirect = (status: number) => status >= 300 && status < 400

/** What DevTools recorded, to be found by the requests of the log. */
export function createRecorder({onFinished}: Pick<PanelSurface, 'onFinished'>): Recorder {
  let all: readonly Finished[] = []
  /** The request that each was found for: of several that a page sends at once to one address, each has its own. */
  const foundFor = new WeakMap<Finished, number>()
  const stop = onFinished(finished => {
    all = [...all.slice(1 - mostKept), finished]
  })

  /** The recording that is nearest in time; of a request that was sent elsewhere, what came from there. Until it is over it has none. */
  function find({number, asked, movedTo, sentAt = asked.time, endedAt}: Entry): Finished | undefined {
    if (endedAt === undefined) return undefined
    const isOf = ({har}: Finished, url: string) => {
      const request = recordIn(har, 'request')
      return String(request['url']).replace(/#.*/, '') === url.replace(/#.*/, '') && request['method'] === asked.method
    }
    const far = (each: Finished) => Math.abs(startOf(each) - sentAt)
    // Of several that were sent at once mostly each ends at another time.
    const farAtBothEnds = (each: Finished) => far(each) + Math.abs(endOf(each) - endedAt)
    const isFree = (each: Finished) => (foundFor.get(each) ?? number) === number
    const nearest = (url: string) =>
      all
        .filter(each => isOf(each, url) && far(each) < farthest && isFree(each))
        // What was found before stays so.
        .toSorted((a, b) => Number(foundFor.has(b)) - Number(foundFor.has(a)) || farAtBothEnds(a) - farAtBothEnds(b))[0]
    const own = nearest(asked.url)
    const found = movedTo !== undefined && (!own || isRedirect(statusOf(own.har))) ? (nearest(movedTo) ?? own) : own
    if (found) foundFor.set(found, number)
    return found
  }

  async function of(entry: Entry, fixed: FixedAnswer | null): Promise<JsonRecord | null> {
    const found = find(entry)
    if (!found) return null
    const {text, encoding} = fixed ? {text: fixed.value, encoding: ''} : await found.content()
    const response = recordIn(found.har, 'response')
    const content = {...recordIn(response, 'content'), text, ...(encoding === '' ? {} : {encoding})}
    const request = {...recordIn(found.har, 'request'), url: entry.asked.url}
    const status = statusOf(found.har)
    // The page was given the body that the browser had, and 200 with it; as for what a rule answers that never came.
    const isPlain = (status === 304 && text) || (fixed && status === 0)
    const given = fixed?.statusCode ?? (isPlain ? 200 : status)
    const said = given === status ? {} : {status: given, statusText: fixed?.statusText ?? ''}
    return {...found.har, request, response: {...response, ...said, content}}
  }

  return {
    of,
    async answerOf(entry, fixed) {
      const recorded = await of(entry, fixed)
      if (!recorded) return null
      const content = recordIn(recordIn(recorded, 'response'), 'content')
      const {value, filter, notes} = readBody(fieldsOf(content, '', ''), false)
      const isGiven = notes.every(({code}) => code !== 'refused')
      // The address of bytes is no answer to a fetch of them.
      const isFor = filter.resourceType?.includes(entry.asked.type) !== false
      return isGiven && isFor ? {status: statusOf(recorded), text: value} : null
    },
    stop,
  }
}
