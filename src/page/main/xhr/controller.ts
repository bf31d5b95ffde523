import {
  longestResponse,
  type ResponseEvidence,
  type Making,
  type Made,
  type Told,
  type Treatment,
  type Changing,
} from '../../isolated/protocol'
import {carrierOf, textAtOnce, textOfResponse, typeFor, typeOfCarrier} from '../bodies'
import {type Channel, makes, runs} from '../channel'
import {apply, contains, lower, operation, own, plain, typeOf, type Callable} from '../natives'
import {later, pause, unheard} from '../timers'
import {copyOf} from './copy'
import {contentTypeOf, isStreamOfEvents, originalOf, showFailure, showServed, stateOf, unchanged} from './response'
import {legible, lengthOf} from './bodies'
import {timeLimit} from './limit'
import {end, fire, nothing, progressOf, readyStateOf, setHeader, statusOf, uploadOf, type Progress} from './native'
import {ask, contentType, rename, reopen, type Opened} from './opened-request'

const stop = operation(Event, 'stopImmediatePropagation')

/** Sends the page's own request and stops its events while a rule works; copies of the events follow. */
export function treat(
  page: XMLHttpRequest,
  opened: Opened,
  channel: Channel,
  native: Callable,
  given: XMLHttpRequestBodyInit | null,
) {
  const answer = unchanged(page, opened)
  let body = given
  let carrier: Response | undefined
  let text = textAtOnce(given)
  let doing: Treatment | null = null
  let isOurs = true
  let isStarted = false
  let isSent = false
  let isOver = false
  let isOpenedAgain = false
  let last = 1
  const held: Record<string, Progress> = plain({})
  const limit = timeLimit(
    page,
    () => isOurs,
    () => fail('timeout'),
  )

  const tell = (name: string, progress?: Progress) => {
    if (!isOver) fire(page, name, progress)
  }

  function enter(state: number): void {
    if (isOver) return
    answer.state = state
    tell('readystatechange')
  }

  async function payload(): Promise<string | null> {
    if (text === undefined) {
      freeze()
      carrier = carried()
      text = await own(textOfResponse(carrier))
    }
    return text
  }

  const carried = () => carrier ?? carrierOf(legible(body))

  /** The page may change the body while the request waits. */
  function freeze(): void {
    body = copyOf(body)
  }

  async function startLater(): Promise<void> {
    freeze()
    await channel.ready
    if (!isOver) start(channel.mode === 'on' ? ask(channel, opened) : null)
  }

  function start(treatment: Told): void {
    if (treatment === null) return send()
    if (treatment === 'needs-payload') {
      if (text !== undefined) return start(ask(channel, opened, text))
      // For a sync request the body cannot be read.
      return opened.isAsync ? void read() : send()
    }
    doing = treatment
    const {delay, request, response} = doing
    const isServed = response?.isServed
    if (opened.isAsync) {
      if (delay || makes(doing)) limit.start()
      if (delay || isServed || runs(request)) return void wait(doing)
    }
    const fixed = response && !runs(response.body) ? response.body : null
    if (!isServed) {
      try {
        return send(request as Made | undefined, response)
      } catch (error) {
        if (fixed === null) throw error
      }
    }
    if (fixed && response) serve(fixed, response)
  }

  async function read(): Promise<void> {
    const known = await own(payload())
    if (!isOver) start(ask(channel, opened, known))
  }

  async function wait({delay, request, response}: Treatment): Promise<void> {
    freeze()
    isStarted = true
    tell('loadstart')
    if (delay) await pause(delay)
    if (response?.isServed) {
      const made = await own(make(response.body))
      // Native events fire in a later task.
      await pause(0)
      if (made) return serve(made, response)
    }
    const made = runs(request) ? await own(make(request)) : request
    if (!isOver) send(made, response)
  }

  const make = (making: Making, of?: ResponseEvidence) => channel.make(making, payload, () => opened.fields, of)

  function send(made?: Made | null, change?: Changing): void {
    const other = made && made.text === (text === null ? '' : text) ? null : made
    const goes = doing?.goes
    // `open` clears the headers without an event.
    if ((other && rename(opened, other)) || goes) reopen(page, opened, goes || opened.url)
    isOurs = false
    isSent = true
    answer.change = change ?? null
    // Until code has run, no body is shown.
    if (change) answer.text = runs(change.body) ? '' : change.body.text
    // A string gets its content type from the browser.
    if (other && typeof body !== 'string' && opened.fields[contentType] === undefined)
      setHeader(page, contentType, typeFor(typeOfCarrier(carried()), other))
    // Code for the response gets the request body.
    if (other) text = other.text
    apply(native, page, [other ? other.text : body])
  }

  function hear(event: Event): void {
    // Events before it is sent belong to the last request of this object.
    if (!isSent) return
    const name = typeOf(event)
    if (name === 'readystatechange') look()
    if (name === 'loadstart' ? !isStarted : !isOurs) return
    stop(event)
    if (name === 'loadstart') return
    held[name] = progress(event)
    if (name === 'loadend' && !isOver) void settle()
  }

  const progress = (event: Event) =>
    typeOf(event) === 'readystatechange' ? nothing : progressOf(event as ProgressEvent)

  /** Takes over where code changes the response or a rule replaces a network error. */
  function look(): void {
    const state = readyStateOf(page)
    const {change} = answer
    if (state === 2 && change && !change.isFixed) awaitEnd(change)
    if (state < 4) last = state
    else if (change && !isOver && (statusOf(page) ? runs(change.body) : change.isFixed)) {
      isOurs = true
      answer.state = last
    } else limit.giveBack()
  }

  /** Code needs the whole body: event streams, and bodies that do not end in time, pass unchanged. */
  function awaitEnd(change: Changing): void {
    if (isStreamOfEvents(answer)) return passUnchanged()
    later(() => {
      const state = readyStateOf(page)
      if (isOver || answer.change !== change || state < 2 || state > 3) return
      passUnchanged()
      unheard(make(change.body, {responseType: contentTypeOf(answer), isUnfinished: true}))
      if (state < 3) return
      // The page has seen these events with an empty text.
      fire(page, 'readystatechange')
      fire(page, 'progress')
    }, longestResponse)
  }

  function passUnchanged(): void {
    answer.change = null
    answer.text = null
  }

  async function settle(): Promise<void> {
    const {change} = answer
    if (!change) return
    if (runs(change.body)) {
      const response = await own(originalOf(answer))
      const made = await own(make(change.body, {response, responseType: contentTypeOf(answer)}))
      if (isOver) return
      if (made && held['error']) return serve(made, change)
      if (!made) answer.change = null
      answer.text = made && made.text !== response ? made.text : null
    } else if (held['error']) return serve(change.body, change)
    limit.end()
    answer.state = null
    isOurs = false
    for (const name in held) {
      // A listener may have aborted it or opened it again.
      const isGone = readyStateOf(page) < 4
      if (isGone && name === 'load') return
      fire(page, name, isGone ? nothing : held[name])
    }
  }

  function serve(made: Made, change: Changing): void {
    if (isOver) return
    isOurs = true
    const loaded = lengthOf(made.text)
    const whole = plain({lengthComputable: true, loaded, total: loaded})
    if (opened.isAsync) upload('load')
    showServed(answer, made, change, (doing as Treatment).url)
    if (opened.isAsync) {
      enter(2)
      if (loaded > 0) {
        enter(3)
        tell('progress', whole)
      }
    }
    enter(4)
    if (isOver) return
    tell('load', whole)
    // Native requests fire `loadend` even if a listener aborted it.
    fire(page, 'loadend', isOver ? nothing : whole)
  }

  /** Fires the upload events as if the body had been sent. */
  function upload(how: string): void {
    if (body === null || isSent || contains('gethead', lower(opened.method))) return
    const target = uploadOf(page)
    if (how === 'load') {
      fire(target, 'loadstart')
      if (body === '') return
      fire(target, 'progress')
    }
    fire(target, how)
    fire(target, 'loadend')
  }

  function fail(how: 'abort' | 'timeout'): void {
    if (isOver || stateOf(answer) === 4) return
    if (!isSent) channel.giveUp(doing)
    isOurs = true
    isOver = true
    limit.end()
    end(page)
    showFailure(answer, 4)
    fire(page, 'readystatechange')
    upload(how)
    fire(page, how)
    fire(page, 'loadend')
  }

  function abort(): void {
    if (!isOurs) {
      isOver = true
      limit.end()
      return end(page)
    }
    fail('abort')
    isOver = true
    // A listener may have opened it again.
    if (!isOpenedAgain) showFailure(answer, 0)
  }

  function leave(): void {
    isOver = true
    isOpenedAgain = true
    limit.end()
  }

  return {answer, isOurs: () => isOurs, start, startLater, hear, limit: limit.set, abort, leave}
}
