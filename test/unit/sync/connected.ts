import {beforeAll} from 'vitest'
import type {StoredRecord} from '../../../src/model/rule'
import {sharedApp} from '../team-server/open-server'
import {aDevice, directTo, serviceUrl, type Device, type Fetch, type Life, type Network} from './team'

type Connected = {readonly send: Fetch; readonly key: string; readonly device: Device}

/** A team server for the tests of a file: each connects a device of its own to a workspace of its own. `life` begins once it has synced. */
export function aTeamServer(): {connected(life?: Life): Promise<Connected>} {
  const server = sharedApp()
  // A database starts in seconds.
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

/** Changes answers to the calls that `is` meets. */
export const answering =
  (
    is: (method: string, path: string) => boolean,
    answer: (send: () => Promise<Response>) => Promise<Response>,
  ): Network =>
  send =>
  async (...given) =>
    is(methodOf(given), pathOf(given[0])) ? answer(() => send(...given)) : send(...given)

/** Makes a record at the service, as a colleague would; its id there. */
export async function makeThere(send: Fetch, key: string, body: StoredRecord, path = 'rules'): Promise<string> {
  const answer = await send(`${serviceUrl}/v1/${path}`, {
    method: 'POST',
    headers: {'x-api-key': key, 'content-type': 'application/json'},
    body: JSON.stringify(body),
  })
  return ((await answer.json()) as {data: {id: string}}).data.id
}
