import {Hono} from 'hono'
import {describe, expect, it} from 'vitest'
import {readJsonBody, createBodyLimit} from '../../../src/team-server/http/request-body'
import {createErrorHandler, type Variables} from '../../../src/team-server/http/errors'
import {openLog} from '../../../src/team-server/log'

const most = 8_000
const app = new Hono<{Variables: Variables}>()
  .onError(createErrorHandler(openLog('silent')))
  .use(createBodyLimit(most))
  .put('/', async context => context.json(Object.keys(await readJsonBody(context, most))))

const put = (body: Readonly<Record<string, unknown>>) =>
  app.request('/', {method: 'PUT', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)})

describe('the body size limit', () => {
  const text = (length: number) => 'é'.repeat(length / 2)

  it('does not count derived fields', async () => {
    const read = {pairs: [text(5_000)], extensionRules: [text(15_000)]}
    expect((await put({pairs: [text(7_900)]})).status).toBe(200)
    expect(await (await put(read)).json()).toEqual(['pairs', 'extensionRules'])
  })

  it.each([
    ['is longer than may be kept', {pairs: [text(8_000)]}],
    ['has so much derived that nobody reads it', {extensionRules: [text(4 * most)]}],
  ])('refuses a body that %s', async (_why, body) => {
    const answer = await put(body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({error: {message: expect.stringContaining('8,000 bytes') as string}})
  })
})
