import {Hono, type Context} from 'hono'
import {createMiddleware} from 'hono/factory'
import type {Seen} from '../../contract/rule-service'
import {demandAnswer, type Database} from '../database/database'
import {deskIn} from '../desk'
import {createGroup, deleteGroup, updateGroup} from '../groups'
import {idempotencyKeyTtl, readIdempotencyKey} from '../idempotency'
import {callerOf} from '../keys'
import {listGroups, listRules} from '../listing'
import type {Log} from '../log'
import {rateIn} from '../rate'
import {createRule, deleteRule, getRule, updateRule} from '../rules'
import type {Settings} from '../settings'
import {suffix} from '../suffix'
import {bodyOf, withinLimit} from './body'
import {docs} from './docs'
import {notThere, refusing, TooManyRequests, unauthorised, wrongMethod} from './refusals'
import type {Variables} from './variables'

export type AppNeeds = {
  readonly database: Database
  readonly log: Log
  readonly settings: Pick<Settings, 'callsPerMinute' | 'bodyLimit' | 'publicHost'>
  /** Milliseconds since 1970. */
  now(): number
}

/** The whole service as one function from a request to an answer. */
export function createApp({database, log, settings, now}: AppNeeds) {
  const {tables} = database
  const rate = rateIn(tables, settings.callsPerMinute, () => performance.now())
  const app = new Hono<{Variables: Variables}>()

  app.use(async (context, next) => {
    const started = performance.now()
    context.set('requestId', suffix(10))
    await next()
    const {method, path} = context.req
    log.call({
      request: context.get('requestId'),
      method,
      path,
      status: context.res.status,
      milliseconds: Math.round(performance.now() - started),
      // Nobody is known before the key was looked at.
      key: (context.get('caller') as Variables['caller'] | undefined)?.keyId,
    })
  })
  app.onError(refusing(log))
  app.notFound(notThere)

  app.get('/healthz', async context => {
    const isWell = await demandAnswer(database).then(
      () => true,
      () => false,
    )
    return context.json({status: isWell ? 'ok' : 'no database'}, isWell ? 200 : 503)
  })
  app.route('/', docs)

  app.use('/v1/*', async (context, next) => {
    // Tells the client that it may repeat a POST whose response it did not get.
    context.header('idempotency-key-ttl', String(idempotencyKeyTtl / 1000))
    const caller = await callerOf(tables, context.req.header('x-api-key') ?? '')
    if (caller === null) throw unauthorised()
    context.set('caller', caller)
    await next()
  })
  app.use('/v1/*', withinLimit(settings.bodyLimit))

  /** For the operations that the contract lets answer 429. */
  const counted = createMiddleware<{Variables: Variables}>(async (context, next) => {
    const taken = await rate.take(context.get('caller').keyId)
    if (!taken.granted) throw new TooManyRequests(taken.after)
    await next()
  })
  const deskOf = (context: {get(name: 'caller'): Variables['caller']; req: {url: string}}) =>
    deskIn(tables, {
      caller: context.get('caller'),
      now: now(),
      host: settings.publicHost ?? new URL(context.req.url).hostname,
    })
  const done = <Data>(data: Data) => ({success: true, data}) as const
  const deleted = (what: string) => ({success: true, message: `${what} deleted`}) as const

  app
    .post('/v1/rules', counted, async context =>
      context.json(
        done(await createRule(deskOf(context), await bodyOf(context, settings.bodyLimit), idempotencyKeyIn(context))),
      ),
    )
    .get(counted, async context => context.json(await listRules(deskOf(context), pageAsked(context.req.query()))))
    .all(wrongMethod('GET', 'POST'))

  app
    .get('/v1/rules/:id', counted, async context =>
      context.json(done(await getRule(deskOf(context), context.req.param('id')))),
    )
    .put(async context => {
      const id = context.req.param('id')
      return context.json(
        done(await updateRule(deskOf(context), id, await bodyOf(context, settings.bodyLimit), seenIn(context))),
      )
    })
    .delete(async context => {
      await deleteRule(deskOf(context), context.req.param('id'), seenIn(context))
      return context.json(deleted('Rule'))
    })
    .all(wrongMethod('GET', 'PUT', 'DELETE'))

  app
    .post('/v1/groups', async context =>
      context.json(
        done(await createGroup(deskOf(context), await bodyOf(context, settings.bodyLimit), idempotencyKeyIn(context))),
      ),
    )
    .get(counted, async context => context.json(await listGroups(deskOf(context), pageAsked(context.req.query()))))
    .all(wrongMethod('GET', 'POST'))

  app
    .put('/v1/groups/:id', async context => {
      const id = context.req.param('id')
      return context.json(
        done(await updateGroup(deskOf(context), id, await bodyOf(context, settings.bodyLimit), seenIn(context))),
      )
    })
    .delete(async context => {
      await deleteGroup(deskOf(context), context.req.param('id'), seenIn(context))
      return context.json(deleted('Group'))
    })
    .all(wrongMethod('PUT', 'DELETE'))

  return app
}

/** Not in the contract, and needed by nobody: with `If-Match: "<modificationDate>"` a change is refused where another version is kept by now. */
function seenIn({req}: Context): Seen | undefined {
  const [, date] = /^"(\d+)"$/.exec(req.header('if-match') ?? '') ?? []
  return date === undefined ? undefined : Number(date)
}

const idempotencyKeyIn = ({req}: Context): string | undefined => readIdempotencyKey(req.header('idempotency-key'))

/** Query parameters are texts; one that is no number is handed on as what no page can be. */
function pageAsked(query: Readonly<Record<string, string>>) {
  const numberOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN)
  const {offset, pageSize} = query
  return {
    ...(offset !== undefined && {offset: numberOf(offset)}),
    ...(pageSize !== undefined && {pageSize: numberOf(pageSize)}),
  }
}
