import {beforeAll} from 'vitest'
import type {StoredRecord} from '../../../src/model/rule'
import {sharedApp} from '../team-server/open-server'
import {aDevice, directTo, serviceUrl, type Device, type Fetch, type Life, type Network} from './team'

type Connected = {readonly send: Fetch; readonly key: string; readonly device: Device}

/** A team server for one test file. Each device connects to its own workspace and has synced. */
export function aTeamServer(): {connected(life?: Life): Promise<Connected>} {
  const server = sharedApp()
  // The database takes seconds to start.
  beforeAll(() => server.started(), 60_000)
  return {
    async connected(life) {
      const send = await directTo(server)
      const key = await server.newKey()
      const first = await aDevice(send)
      await first.sync.connect({url: serviceUrl, key})
      await first.synced()
      return {send, key, device: life ? await first.reborn(life) : first}
    },
  }
}

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), {status, headers: {'content-type': 'application/json'}})

export const pathOf = (asked: Parameters<Fetch>[0]): string =>
  new URL(asked instanceof Request ? asked.url : asked).pathname

const methodOf = ([asked, init]: Parameters<Fetch>) =>
  asked instanceof Request ? asked.method : (init?.method ?? 'GET')

/** Changes the responses to calls that `is` matches. */
export const answering =
  (
    is: (method: string, path: string) => boolean,
    answer: (send: () => Promise<Response>) => Promise<Response>,
  ): Network =>
  send =>
  async (...given) =>
    is(methodOf(given), pathOf(given[0])) ? answer(() => send(...given)) : send(...given)

/** Creates a record as another user; returns its id. */
export async function makeThere(send: Fetch, key: string, body: StoredRecord, path = 'rules'): Promise<string> {
  const answer = await send(`${serviceUrl}/v1/${path}`, {
    method: 'POST',
    headers: {'x-api-key': key, 'content-type': 'application/json'},
    body: JSON.stringify(body),
  })
  return ((await answer.json()) as {data: {id: string}}).data.id
}
