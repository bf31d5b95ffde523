import {Hono, type Context} from 'hono'
import {createMiddleware} from 'hono/factory'
import {secureHeaders} from 'hono/secure-headers'
import {readFile} from 'node:fs/promises'
import {createRequire} from 'node:module'
import {dirname, join} from 'node:path'
import {readPageRequest} from '../../api/paging'
import type {StoredRecord} from '../../model/rule'
import type {ExpectedVersion, Page, PageRequest} from '../../api/rule-service'
import {toListedGroup, toListedRule} from '../../dnr/service-responses'
import {demandAnswer, type Database} from '../database/database'
import {deskIn, shelfOf, type Desk} from '../request-context'
import {createGroup, deleteGroup, updateGroup} from '../groups'
import {idempotencyKeyTtl, readIdempotencyKey} from '../idempotency'
import {callerOf} from '../keys'
import type {Log} from '../log'
import {rateIn} from '../rate-limiter'
import {createRule, deleteRule, getRule, updateRule} from '../rules'
import type {Settings} from '../settings'
import {slice, type Kind} from '../record-store'
import {suffix} from '../random-suffix'
import {bodyOf, withinLimit} from './request-body'
import {openApi} from './openapi'
import {notThere, refusing, TooManyRequests, unauthorised, wrongMethod, type Variables} from './errors'

export type AppNeeds = {
  readonly database: Database
  readonly log: Log
  readonly settings: Pick<Settings, 'callsPerMinute' | 'bodyLimit' | 'publicHost'>
  /** Milliseconds since 1970. */
  now(): number
}

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

/** `If-Match: "<modificationDate>"` refuses to change another version. It is not part of the contract. */
function seenIn({req}: Context): ExpectedVersion | undefined {
  const [, date] = /^"(\d+)"$/.exec(req.header('if-match') ?? '') ?? []
  return date === undefined ? undefined : Number(date)
}

const idempotencyKeyIn = ({req}: Context): string | undefined => readIdempotencyKey(req.header('idempotency-key'))

function pageAsked(query: Readonly<Record<string, string>>) {
  const numberOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN)
  const {offset, pageSize} = query
  return {
    ...(offset !== undefined && {offset: numberOf(offset)}),
    ...(pageSize !== undefined && {pageSize: numberOf(pageSize)}),
  }
}

const files: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Switchyard team server</title>
    <link rel="stylesheet" href="/docs/swagger-ui.css" />
  </head>
  <body>
    <main id="document"></main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

const start = `SwaggerUIBundle({url: '/openapi.json', dom_id: '#document', deepLinking: true})\n`

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const docs = new Hono()
  .use(
    '/docs/*',
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
      },
    }),
  )
  .get('/openapi.json', context => context.json(openApi))
  .get('/docs', context => context.html(page))
  .get('/docs/start.js', context => context.body(start, 200, {'content-type': 'text/javascript; charset=utf-8'}))
  .get('/docs/:file', async (context, next) => {
    const name = context.req.param('file')
    const type = Object.hasOwn(files, name) ? files[name] : undefined
    if (type === undefined) return next()
    return context.body(await readFile(join(folder, name)), 200, {'content-type': type})
  })

async function pageOf(desk: Desk, kind: Kind, request: PageRequest): Promise<Page<StoredRecord>> {
  const {offset, pageSize} = readPageRequest(request)
  const {records, total} = await slice(shelfOf(desk, kind), offset, pageSize)
  const next = offset + records.length
  return {success: true, data: records, total, nextOffset: records.length > 0 && next < total ? next : null}
}

/** A page of rules in the order of making, each with what it becomes in a browser. */
async function listRules(desk: Desk, request: PageRequest): Promise<Page<StoredRecord>> {
  const listed = await pageOf(desk, 'rule', request)
  return {...listed, data: listed.data.map(record => toListedRule(record, {apiHost: desk.host}))}
}

async function listGroups(desk: Desk, request: PageRequest): Promise<Page<StoredRecord>> {
  const listed = await pageOf(desk, 'group', request)
  return {...listed, data: listed.data.map(toListedGroup)}
}
