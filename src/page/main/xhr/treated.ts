import {longestResponse, type Evidence, type Making, type Made, type Told, type Treatment} from '../../wire'
import {carrierOf, textAtOnce, textOfResponse, typeFor, typeOfCarrier} from '../bodies'
import type {Channel} from '../channel'
import {makes, runs} from '../making'
import {apply, contains, lower, operation, own, plain, typeOf, type Callable} from '../natives'
import {later, pause, unheard} from '../pause'
import {copyOf} from './copy'
import {contentTypeOf, isStreamOfEvents, originalOf, showFailure, showServed, stateOf, unchanged} from './answer'
import {legible, lengthOf} from './convert'
import {doubleOf} from './double'
import {timeLimit} from './limit'
import {end, fire, nothing, progressOf, readyStateOf, setHeader, statusOf, uploadOf, type Progress} from './native'
import {ask, contentType, rename, reopen, type Opened} from './opened'
import type {Treated} from './treatment'

type Changing = NonNullable<Treatment['response']>

const stop = operation(Event, 'stopImmediatePropagation')

/**
 * It is the page's own request that is sent, so that what happens to it is told by the browser. Where that has to wait for what a rule
 * does, the browser's events are stopped before the page hears them, and look-alikes follow. Where they cannot be stopped, since the page
 * listened before we did, `isOld`, a double is sent, and all events are look-alikes.
 */
export function treat(
  page: XMLHttpRequest,
  opened: Opened,
  channel: Channel,
  native: Callable,
  given: XMLHttpRequestBodyInit | null,
  isOld: boolean,
): Treated {
  const sent = isOld ? doubleOf(page, opened, hear, event => passOn(uploadOf(page), event)) : page
  const answer = unchanged(sent, opened)
  let body = given
  /** What its body was read from. */
  let carrier: Response | undefined
  /** Its body as text, once that is known. */
  let text = textAtOnce(given)
  let doing: Treatment | null = null
  let isOurs = true
  let isStarted = false
  let isSent = false
  /** Nothing is done to it any more. */
  let isOver = false
  /** Its events are for nobody any more. */
  let isMute = false
  /** The last state that the page was told by the browser. */
  let last = 1
  /** The browser's events that were stopped, by name. */
  const held: Record<string, Progress> = plain({})
  const limit = timeLimit(
    sent,
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

  /** It is sent as it is now, whatever the page does to it meanwhile. */
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
      // What cannot be read at once cannot be read for one that takes no time.
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
      // A native one answers in a later turn.
      await pause(0)
      if (made) return serve(made, response)
    }
    const made = runs(request) ? await own(make(request)) : request
    if (!isOver) send(made, response)
  }

  async function make(making: Making, of?: Omit<Evidence, 'body' | 'requestHeaders'>): Promise<Made | undefined> {
    if (!runs(making)) return making
    const evidence = plain({body: await own(payload()), requestHeaders: opened.fields, ...of})
    const made = await own(channel.make(making.run, evidence))
    return made
  }

  function send(made?: Made | null, change?: Changing): void {
    // What changes nothing is the original.
    const other = made && made.text === (text === null ? '' : text) ? null : made
    const goes = doing?.goes
    // Opened anew it has lost its header fields, and nobody is told.
    if ((other && rename(opened, other)) || goes) reopen(sent, opened, goes || opened.url)
    isOurs = false
    isSent = true
    answer.change = change ?? null
    // Until its code has run, nothing of the body is shown.
    if (change) answer.text = runs(change.body) ? '' : change.body.text
    // What a text is called by itself stays.
    if (other && typeof body !== 'string' && opened.fields[contentType] === undefined)
      setHeader(sent, contentType, typeFor(typeOfCarrier(carried()), other))
    // Rule code for the answer may look at what was sent.
    if (other) text = other.text
    apply(native, sent, [other ? other.text : body])
  }

  function hear(event: Event): void {
    // What comes before it is sent is of the request that the page has sent by the same object before.
    if (isMute || !isSent) return
    const name = typeOf(event)
    if (name === 'readystatechange') look()
    if (name === 'loadstart' ? !isStarted : !isOurs) {
      if (isOld) passOn(page, event)
      return
    }
    stop(event)
    if (name === 'loadstart') return
    held[name] = progress(event)
    if (name === 'loadend' && !isOver) void settle()
  }

  /** What the browser says of a double. */
  function passOn(target: EventTarget, event: Event): void {
    if (!isMute) fire(target, typeOf(event), progress(event))
  }

  const progress = (event: Event) =>
    typeOf(event) === 'readystatechange' ? nothing : progressOf(event as ProgressEvent)

  /** Takes over where an answer is to be changed by code, or where one that does not come is given by the rule. */
  function look(): void {
    const state = readyStateOf(sent)
    const {change} = answer
    if (state === 2 && change && !change.isFixed) awaitEnd(change)
    if (state < 4) last = state
    else if (change && !isOver && (statusOf(sent) ? runs(change.body) : change.isFixed)) {
      isOurs = true
      answer.state = last
    } else limit.giveBack()
  }

  /** Code runs on whole bodies: events pass at once, and other bodies when they do not end in time. */
  function awaitEnd(change: Changing): void {
    if (isStreamOfEvents(answer)) return passUnchanged()
    later(() => {
      const state = readyStateOf(sent)
      if (isOver || isMute || answer.change !== change || state < 2 || state > 3) return
      passUnchanged()
      unheard(make(change.body, {responseType: contentTypeOf(answer), isUnfinished: true}))
      if (state < 3) return
      // The page has heard of what is there already, and read an empty text.
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
      // A listener may have ended it, or opened it anew.
      const isGone = isMute || readyStateOf(sent) < 4
      if (isGone && name === 'load') return
      fire(page, name, isGone ? nothing : held[name])
    }
  }

  /** An answer that no server gave. */
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
    // Also where it was ended, or opened anew, meanwhile.
    fire(page, 'loadend', isOver ? nothing : whole)
  }

  /** Tells of a body how it went, as if it had been sent. One of nothing only starts. */
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
    end(sent)
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
      return end(sent)
    }
    fail('abort')
    isOver = true
    // A listener may have opened it anew.
    if (opened.treated?.answer === answer) showFailure(answer, 0)
  }

  function leave(): void {
    isOver = true
    limit.end()
    if (!isOld) return
    isMute = true
    end(sent)
  }

  return {answer, isOurs: () => isOld || isOurs, start, startLater, hear, limit: limit.set, abort, leave}
}
