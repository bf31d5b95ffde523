import {
  maxResponseTime,
  type BodySource,
  type RequestAction,
  type RequestDecision,
  type ResponseArguments,
  type ResponseChange,
  type SyntheticBody,
} from '../../isolated/protocol'
import {wrapBody, getTextSync, readResponseText, chooseContentType, getWrappedType} from '../bodies'
import {type Channel, hasDeferredBody, isDeferred} from '../channel'
import {
  apply,
  bindMethod,
  getEventType,
  includes,
  protectPromise,
  toLowerCase,
  withoutPrototype,
  type Callable,
} from '../natives'
import {setTimer, clearTimer, sleep, ignoreRejection} from '../timers'
import {copyBody, getBodySize, getByteLength, toReadableBody} from './bodies'
import {
  abortNative,
  createProgress,
  fireEvent,
  getNativeReadyState,
  getNativeStatus,
  getNativeTimeout,
  getUpload,
  noProgress,
  readProgress,
  setNativeHeader,
  setNativeTimeout,
  type Progress,
} from './native'
import {adjustContentType, contentType, queryRules, reopen, type OpenedRequest} from './opened-request'
import {
  createShownResponse,
  getFinalMimeType,
  getReadyState,
  isNativeEventStream,
  readOriginalText,
  showNetworkError,
  showServed,
} from './response'

const stopEvent = bindMethod(Event, 'stopImmediatePropagation')

type State =
  /** Not sent: the rules, the body that a rule needs, a delay or code is pending. */
  | 'waiting'
  /** The browser sends the request, and its events reach the page. */
  | 'passthrough'
  /** The browser has finished, and its last events are held until the response is changed. */
  | 'held'
  /** The page reads a rule's response. */
  | 'responding'
  /** The request error steps ran for an abort or a timeout. */
  | 'failed'
  /** The browser aborted the request, or the page opened the object again. */
  | 'closed'

/** Controls one request that rules change, from `send` to `loadend`. */
export class XhrController {
  readonly response
  readonly #xhr
  readonly #request
  readonly #channel
  readonly #nativeSend
  readonly timeout
  #state: State = 'waiting'
  #isSent = false
  #hasFiredLoadStart = false
  #body
  #bodyText
  #wrappedBody: Response | undefined
  /** In bytes, of a body that is not sent. */
  #uploadSize = 0
  #action: RequestAction | null = null
  /** The last native `readyState` below 4. */
  #lastReadyState = 1
  readonly #heldEvents: Record<string, Progress> = withoutPrototype({})

  constructor(request: OpenedRequest, channel: Channel, nativeSend: Callable, body: XMLHttpRequestBodyInit | null) {
    this.response = createShownResponse(request)
    this.#xhr = request.xhr
    this.#request = request
    this.#channel = channel
    this.#nativeSend = nativeSend
    this.#body = body
    this.#bodyText = getTextSync(body)
    this.timeout = createTimeout(request.xhr, () =>
      this.isIntercepting ? this.#errorWith('timeout') : setNativeTimeout(request.xhr, 1),
    )
  }

  /** The browser's object is not in the state that the page sees. */
  get isIntercepting(): boolean {
    return this.#state !== 'passthrough' && this.#state !== 'closed'
  }

  get #isOver(): boolean {
    return this.#state === 'failed' || this.#state === 'closed'
  }

  async waitForRules(): Promise<void> {
    this.#freezeBody()
    await this.#channel.ready
    if (!this.#isOver) this.handle(this.#channel.mode === 'on' ? queryRules(this.#channel, this.#request) : null)
  }

  handle(decision: RequestDecision): void {
    if (decision === null) return this.#passthrough()
    const {isAsync} = this.#request
    if (decision === 'needs-payload') {
      if (this.#bodyText !== undefined) return this.handle(queryRules(this.#channel, this.#request, this.#bodyText))
      // The body of a synchronous request cannot be read.
      return isAsync ? void this.#handleWithPayload() : this.#passthrough()
    }
    this.#action = decision
    const {delay, request, response} = decision
    if (isAsync) {
      if (delay || hasDeferredBody(decision)) this.timeout.start()
      if (delay || response?.isServed || isDeferred(request)) return void this.#handleLater(decision)
    }
    const staticBody = response && !isDeferred(response.body) ? response.body : null
    if (!response?.isServed) {
      try {
        return this.#passthrough(request as SyntheticBody | undefined, response)
      } catch (error) {
        if (staticBody === null) throw error
      }
    }
    if (staticBody && response) this.#respondWith(staticBody, response)
  }

  async #handleWithPayload(): Promise<void> {
    const payload = await protectPromise(this.#readPayload())
    if (!this.#isOver) this.handle(queryRules(this.#channel, this.#request, payload))
  }

  /** Fires `loadstart` before the fetch, as https://xhr.spec.whatwg.org/#the-send()-method does. */
  async #handleLater({delay, request, response}: RequestAction): Promise<void> {
    this.#freezeBody()
    this.#hasFiredLoadStart = true
    this.#fire('loadstart')
    if (delay) await sleep(delay)
    if (response?.isServed) {
      const served = await protectPromise(this.#createBody(response.body))
      // Native events fire in a later task.
      await sleep(0)
      if (served && this.#hasUpload) this.#uploadSize = await protectPromise(getBodySize(this.#body))
      if (served) return this.#respondWith(served, response)
    }
    const requestBody = isDeferred(request) ? await protectPromise(this.#createBody(request)) : request
    if (!this.#isOver) this.#passthrough(requestBody, response)
  }

  /** Sends the page's own object. Its response is changed when it arrives. */
  #passthrough(requestBody?: SyntheticBody | null, change?: ResponseChange): void {
    const {headers, url} = this.#request
    const changed =
      requestBody && requestBody.text === (this.#bodyText === null ? '' : this.#bodyText) ? null : requestBody
    const redirectUrl = this.#action?.redirectUrl
    // `open` clears the headers and fires no event.
    if ((changed && adjustContentType(this.#request, changed)) || redirectUrl)
      reopen(this.#xhr, this.#request, redirectUrl || url)
    this.#state = 'passthrough'
    this.#isSent = true
    this.response.change = change ?? null
    // The page sees no text before code has run.
    if (change) this.response.text = isDeferred(change.body) ? '' : change.body.text
    // The browser would set the content type of a string.
    if (changed && typeof this.#body !== 'string' && headers[contentType] === undefined)
      setNativeHeader(this.#xhr, contentType, chooseContentType(getWrappedType(this.#wrapBody()), changed))
    // Code for the response receives the request body.
    if (changed) this.#bodyText = changed.text
    apply(this.#nativeSend, this.#xhr, [changed ? changed.text : this.#body])
  }

  onNativeEvent(event: Event): void {
    // Earlier events belong to the previous request of this object.
    if (!this.#isSent) return
    const name = getEventType(event)
    if (name === 'readystatechange') this.#onReadyStateChange()
    if (name === 'loadstart' ? !this.#hasFiredLoadStart : !this.isIntercepting) return
    stopEvent(event)
    if (name === 'loadstart') return
    this.#heldEvents[name] = name === 'readystatechange' ? noProgress : readProgress(event as ProgressEvent)
    if (name === 'loadend' && !this.#isOver) void this.#releaseHeldEvents()
  }

  /** Holds the end if code changes the response or if a rule replaces a network error. */
  #onReadyStateChange(): void {
    const {response} = this
    const readyState = getNativeReadyState(this.#xhr)
    const {change} = response
    if (readyState === 2 && change && !change.isFixed) this.#limitResponseTime(change)
    if (readyState < 4) this.#lastReadyState = readyState
    else if (change && !this.#isOver && (getNativeStatus(this.#xhr) ? isDeferred(change.body) : change.isFixed)) {
      this.#state = 'held'
      response.readyState = this.#lastReadyState
    } else this.timeout.restoreNative()
  }

  /** Code needs the whole body, so event streams and bodies that do not end in time stay. */
  #limitResponseTime(change: ResponseChange): void {
    const {response} = this
    if (isNativeEventStream(response)) return this.#showOriginal()
    setTimer(() => {
      const readyState = getNativeReadyState(this.#xhr)
      if (this.#isOver || response.change !== change || readyState < 2 || readyState > 3) return
      this.#showOriginal()
      ignoreRejection(this.#createBody(change.body, {responseType: getFinalMimeType(response), isUnfinished: true}))
      if (readyState < 3) return
      // The page received these events while the text was empty.
      fireEvent(this.#xhr, 'readystatechange')
      fireEvent(this.#xhr, 'progress')
    }, maxResponseTime)
  }

  #showOriginal(): void {
    this.response.change = null
    this.response.text = null
  }

  /** Changes the response, then repeats the events that were held. */
  async #releaseHeldEvents(): Promise<void> {
    const {response} = this
    const {change} = response
    if (!change) return
    if (isDeferred(change.body)) {
      const original = await protectPromise(readOriginalText(response))
      const args = {response: original, responseType: getFinalMimeType(response)}
      const body = await protectPromise(this.#createBody(change.body, args))
      if (this.#isOver) return
      if (body && this.#heldEvents['error']) return this.#respondWith(body, change)
      if (!body) response.change = null
      response.text = body && body.text !== original ? body.text : null
    } else if (this.#heldEvents['error']) return this.#respondWith(change.body, change)
    this.timeout.end()
    response.readyState = null
    this.#state = 'passthrough'
    for (const name in this.#heldEvents) {
      // A listener may have aborted the request or opened it again.
      const isGone = getNativeReadyState(this.#xhr) < 4
      if (isGone && name === 'load') return
      fireEvent(this.#xhr, name, isGone ? noProgress : this.#heldEvents[name])
    }
  }

  /** Fires the events of https://xhr.spec.whatwg.org/#handle-response-end-of-body. */
  #respondWith(body: SyntheticBody, change: ResponseChange): void {
    if (this.#isOver) return
    this.#state = 'responding'
    const {isAsync} = this.#request
    const loaded = getByteLength(body.text)
    const progress = createProgress(loaded)
    if (isAsync) this.#fireUpload('load', createProgress(this.#uploadSize))
    showServed(this.response, body, change, (this.#action as RequestAction).url)
    if (isAsync) {
      this.#setReadyState(2)
      if (loaded > 0) {
        this.#setReadyState(3)
        this.#fire('progress', progress)
      }
    }
    this.#setReadyState(4)
    if (this.#isOver) return
    this.#fire('load', progress)
    // A native request fires `loadend` even if a listener aborted it.
    fireEvent(this.#xhr, 'loadend', this.#isOver ? noProgress : progress)
  }

  /** https://xhr.spec.whatwg.org/#request-error-steps */
  #errorWith(name: 'abort' | 'timeout'): void {
    if (this.#isOver || getReadyState(this.response) === 4) return
    if (!this.#isSent) this.#channel.reportAbort(this.#action)
    this.#state = 'failed'
    this.timeout.end()
    abortNative(this.#xhr)
    // Steps 1 to 3
    showNetworkError(this.response, 4)
    // Steps 5 to 8
    fireEvent(this.#xhr, 'readystatechange')
    this.#fireUpload(name)
    fireEvent(this.#xhr, name)
    fireEvent(this.#xhr, 'loadend')
  }

  /** https://xhr.spec.whatwg.org/#the-abort()-method */
  abort(): void {
    if (!this.isIntercepting) {
      this.close()
      return abortNative(this.#xhr)
    }
    // Step 2
    this.#errorWith('abort')
    // A listener may have opened the object again.
    if (this.#state === 'closed') return
    this.#state = 'failed'
    // Step 3
    showNetworkError(this.response, 0)
  }

  /** The page aborts a request that the browser has, or opens the object again. */
  close(): void {
    this.#state = 'closed'
    this.timeout.end()
  }

  #createBody(source: BodySource, response?: ResponseArguments): Promise<SyntheticBody | undefined> {
    const readPayload = () => this.#readPayload()
    return this.#channel.createBody(source, readPayload, () => this.#request.headers, response)
  }

  async #readPayload(): Promise<string | null> {
    if (this.#bodyText === undefined) {
      this.#freezeBody()
      this.#wrappedBody = this.#wrapBody()
      this.#bodyText = await protectPromise(readResponseText(this.#wrappedBody))
    }
    return this.#bodyText
  }

  #wrapBody(): Response {
    return this.#wrappedBody ?? wrapBody(toReadableBody(this.#body))
  }

  /** The page may change the body while the request waits. */
  #freezeBody(): void {
    this.#body = copyBody(this.#body)
  }

  #setReadyState(readyState: number): void {
    if (this.#isOver) return
    this.response.readyState = readyState
    this.#fire('readystatechange')
  }

  #fire(name: string, progress?: Progress): void {
    if (!this.#isOver) fireEvent(this.#xhr, name, progress)
  }

  get #hasUpload(): boolean {
    return this.#body !== null && !this.#isSent && !includes('gethead', toLowerCase(this.#request.method))
  }

  /** Fires the upload events of a request that is not sent; `load` as if the body had been sent. */
  #fireUpload(name: string, progress = noProgress): void {
    if (!this.#hasUpload) return
    const upload = getUpload(this.#xhr)
    if (name === 'load') {
      fireEvent(upload, 'loadstart', createProgress(0, this.#uploadSize))
      if (this.#body === '') return
      fireEvent(upload, 'progress', progress)
    }
    fireEvent(upload, name, progress)
    fireEvent(upload, 'loadend', progress)
  }
}

const {now} = Date

/** Counts the page's timeout from `send`, so that it includes the time that rules take. */
function createTimeout(xhr: XMLHttpRequest, onTimeout: () => void) {
  let timer = 0
  /** In milliseconds. */
  let timeout = 0
  /** 0 while no timeout runs. */
  let startTime = 0

  function update(): void {
    if (!startTime) return
    clearTimer(timer)
    timeout = getNativeTimeout(xhr)
    timer = timeout && setTimer(onTimeout, timeout - (now() - startTime))
  }

  function end(): void {
    startTime = 0
    clearTimer(timer)
  }

  return {
    start() {
      startTime = now()
      update()
    },
    update,
    end,
    /** Undoes `setNativeTimeout(xhr, 1)`, by which the browser fires its own timeout events. */
    restoreNative() {
      if (timer) setNativeTimeout(xhr, timeout)
      end()
    },
  }
}
