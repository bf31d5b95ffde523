import type {Page} from '@playwright/test'

export type XhrOptions = {
  readonly url: string
  readonly method?: string
  readonly body?: string
  readonly type?: XMLHttpRequestResponseType
  readonly headers?: Readonly<Record<string, string>>
  readonly sync?: boolean
  readonly timeout?: number
  /** Milliseconds until the request is aborted. */
  readonly abortAfter?: number
  readonly upload?: boolean
}

/** Sends a request from the page and returns everything that the page can observe. */
export const sendXhr = (page: Page, options: XhrOptions) =>
  page.evaluate(
    ({
      url,
      method = 'GET',
      body = null,
      type = '',
      headers = {},
      sync = false,
      timeout = 0,
      abortAfter,
      upload = false,
    }) =>
      new Promise<{
        events: string[]
        status: number
        statusText: string
        body: unknown
        kind: string
        url: string
        header: string | null
        all: string
        state: number
        limit: number
      }>(done => {
        const xhr = new XMLHttpRequest()
        const events: string[] = []
        const finish = () => {
          const response: unknown = xhr.response
          const isBuffer = response instanceof ArrayBuffer
          const made = {
            events,
            status: xhr.status,
            statusText: xhr.statusText,
            body: isBuffer
              ? new TextDecoder().decode(response)
              : response instanceof Document
                ? response.documentElement.outerHTML
                : response,
            kind: Object.prototype.toString.call(response).slice(8, -1),
            url: xhr.responseURL,
            header: xhr.getResponseHeader('x-site'),
            all: xhr.getAllResponseHeaders(),
            state: xhr.readyState,
            limit: xhr.timeout,
          }
          done(made)
        }
        for (const name of ['loadstart', 'progress', 'load', 'error', 'abort', 'timeout', 'loadend'])
          xhr.addEventListener(name, () => events.push(`${name} ${xhr.readyState}`))
        xhr.addEventListener('readystatechange', () => events.push(`state ${xhr.readyState}`))
        if (upload)
          for (const name of ['loadstart', 'progress', 'load', 'error', 'abort', 'timeout', 'loadend'])
            xhr.upload.addEventListener(name, () => events.push(`upload ${name}`))
        xhr.open(method, url, !sync)
        for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
        if (!sync) xhr.responseType = type
        if (timeout > 0) xhr.timeout = timeout
        // Runs after all listeners of the page.
        xhr.addEventListener('loadend', () => setTimeout(finish))
        xhr.send(body)
        if (abortAfter !== undefined) setTimeout(() => xhr.abort(), abortAfter)
      }),
    options,
  )

export const completeEventOrder = [
  'state 1',
  'loadstart 1',
  'state 2',
  'state 3',
  'progress 3',
  'state 4',
  'load 4',
  'loadend 4',
]
