import {plain} from './describe'

const types = ['readystatechange', 'loadstart', 'progress', 'abort', 'error', 'load', 'timeout', 'loadend']

/** Records every event of a request. `upload` also listens there, which causes a preflight. */
export function recorded(xhr: XMLHttpRequest, {upload = false} = {}): string[] {
  const lines: string[] = []
  const note = (where: string) => (event: Event) => {
    const said =
      event instanceof ProgressEvent
        ? ` ${event.loaded}/${event.total}${event.lengthComputable ? '' : ' (unknown length)'}`
        : ''
    lines.push(`${where}${event.type} in ${xhr.readyState}${said}`)
  }
  for (const type of types) xhr.addEventListener(type, note(''))
  if (upload) for (const type of types) xhr.upload.addEventListener(type, note('upload '))
  return lines
}

/**
 * The number of progress events depends on timing, so only the last one of several in a row counts.
 */
export function settled(noted: readonly string[]): string[] {
  const lines = noted.map(line => line.replace(/progress in \d/, 'progress'))
  const kinds = lines.map(kindOf)
  return lines.filter((_, at) => {
    const kind = kinds[at]
    if (kind === 'still loading') return kinds.slice(0, at).lastIndexOf(kind) < 0
    if (kind !== 'progress' && kind !== 'upload progress') return true
    const next = kinds.slice(at + 1).find(other => other !== 'still loading')
    return next !== kind
  })
}

function kindOf(line: string): string {
  if (line.startsWith('readystatechange in 3')) return 'still loading'
  return /^(?:upload )?progress/.exec(line)?.[0] ?? line
}

/** All that can be read of a request without an exception. */
export function stateOf(xhr: XMLHttpRequest) {
  const {readyState, status, statusText, responseURL, responseType, response, timeout, withCredentials} = xhr
  const isText = responseType === '' || responseType === 'text'
  return {
    readyState,
    status,
    statusText,
    responseURL,
    responseType,
    response: plain(response),
    ...(isText ? {responseText: xhr.responseText} : {}),
    headers: xhr.getAllResponseHeaders(),
    timeout,
    withCredentials,
  }
}

export const ended = (xhr: XMLHttpRequest): Promise<void> =>
  new Promise(done => {
    xhr.addEventListener('loadend', () => done(), {once: true})
  })

/** Sends, and waits until it has ended. */
export async function finished(
  xhr: XMLHttpRequest,
  body: XMLHttpRequestBodyInit | Document | null = null,
): Promise<void> {
  const end = ended(xhr)
  xhr.send(body)
  await end
}

export const reached = (xhr: XMLHttpRequest, state: number): Promise<void> =>
  new Promise(done => {
    xhr.addEventListener('readystatechange', () => {
      if (xhr.readyState >= state) done()
    })
  })

export type Sending = {
  readonly method?: string
  readonly body?: XMLHttpRequestBodyInit | Document | null
  readonly headers?: Readonly<Record<string, string>>
  /** Just before it is sent. */
  readonly opened?: (xhr: XMLHttpRequest) => void
  readonly upload?: boolean
}

/** Sends a request, waits until it has ended, and tells its events and all that it holds then. */
export async function sent(url: string, sending: Sending = {}) {
  const {method = 'GET', body = null, headers = {}, opened, upload = false} = sending
  const xhr = new XMLHttpRequest()
  const events = recorded(xhr, {upload})
  xhr.open(method, url)
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
  opened?.(xhr)
  await finished(xhr, body)
  return {events: settled(events), state: stateOf(xhr)}
}

/** An XHR with its events noted, opened for an address. */
export function openedFor(url: string, method = 'GET', upload = false) {
  const xhr = new XMLHttpRequest()
  const events = recorded(xhr, {upload})
  xhr.open(method, url)
  return {xhr, events}
}
