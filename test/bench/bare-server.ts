import type {AddressInfo} from 'node:net'
import {createAdaptorServer} from '@hono/node-server'
import {Hono} from 'hono'

/**
 * The framework alone: answers every method with as many bytes as its path says. Its port is sent
 * to the parent process.
 */
const app = new Hono().all('/:bytes', async context => {
  if (context.req.method === 'PUT') await context.req.json()
  return context.json({data: 'x'.repeat(Math.max(0, Number(context.req.param('bytes')) - 11))})
})
const server = createAdaptorServer({fetch: app.fetch})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
