import type {sharedApp} from './open-server'

type Call = {
  readonly method?: string
  readonly path: string
  readonly key?: string
  readonly body?: unknown
  /** Sent as it is, in place of `body` as JSON. */
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Answer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; undefined where it is none. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** Sends requests like any HTTP client, by default with the key of a new workspace. */
export const callsOf =
  (server: ReturnType<typeof sharedApp>) =>
  async ({method = 'GET', path, key, body, raw, headers = {}}: Call): Promise<Answer> => {
    const {app} = await server.started()
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await app.request(`http://team.test${path}`, {
      method,
      headers: {
        'x-api-key': key ?? (await server.newKey()),
        ...(text !== undefined && {'content-type': 'application/json'}),
        ...headers,
      },
      ...(text !== undefined && {body: text}),
    })
    const answered = await response.text()
    return {status: response.status, headers: response.headers, text: answered, body: parsed(answered)}
  }

function parsed(text: string): Answer['body'] {
  try {
    return JSON.parse(text) as Answer['body']
  } catch {
    return undefined
  }
}
