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
import {checkConnection, type Database} from '../database/database'
import {createRequestContext, getRecordStore, type RequestContext} from '../request-context'
import {createGroup, deleteGroup, updateGroup} from '../groups'
import {idempotencyKeyTtl, readIdempotencyKey} from '../idempotency'
import {findCaller} from '../keys'
import type {Log} from '../log'
import {createRateLimiter} from '../rate-limiter'
import {createRule, deleteRule, getRule, updateRule} from '../rules'
import type {Settings} from '../settings'
import {slice, type Kind} from '../record-store'
import {createSuffix} from '../random-suffix'
import {readJsonBody, createBodyLimit} from './request-body'
import {openApi} from './openapi'
import {
  respondNotFound,
  createErrorHandler,
  TooManyRequests,
  createUnauthorizedError,
  respondMethodNotAllowed,
  type Variables,
} from './errors'

export type AppDependencies = {
  readonly database: Database
  readonly log: Log
  readonly settings: Pick<Settings, 'callsPerMinute' | 'bodyLimit' | 'publicHost'>
  /** Milliseconds since 1970. */
  now(): number
}

export function createApp({database, log, settings, now}: AppDependencies) {
  const readBody = (context: Context) => readJsonBody(context, settings.bodyLimit)
  const {tables} = database
  const rate = createRateLimiter(tables, settings.callsPerMinute, () => performance.now())
  const app = new Hono<{Variables: Variables}>()

  app.use(async (context, next) => {
    const started = performance.now()
    context.set('requestId', createSuffix(10))
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
  app.onError(createErrorHandler(log))
  app.notFound(respondNotFound)

  app.get('/healthz', async context => {
    const isWell = await checkConnection(database).then(
      () => true,
      () => false,
    )
    return context.json({status: isWell ? 'ok' : 'no database'}, isWell ? 200 : 503)
  })
  app.route('/', docs)

  app.use('/v1/*', async (context, next) => {
    context.header('idempotency-key-ttl', String(idempotencyKeyTtl / 1000))
    const caller = await findCaller(tables, context.req.header('x-api-key') ?? '')
    if (caller === null) throw createUnauthorizedError()
    context.set('caller', caller)
    await next()
  })
  app.use('/v1/*', createBodyLimit(settings.bodyLimit))

  /** For the operations that the contract lets answer 429. */
  const counted = createMiddleware<{Variables: Variables}>(async (context, next) => {
    const taken = await rate.take(context.get('caller').keyId)
    if (!taken.granted) throw new TooManyRequests(taken.after)
    await next()
  })
  const getContext = (context: {get(name: 'caller'): Variables['caller']; req: {url: string}}) =>
    createRequestContext(tables, {
      caller: context.get('caller'),
      now: now(),
      host: settings.publicHost ?? new URL(context.req.url).hostname,
    })
  const done = <Data>(data: Data) => ({success: true, data}) as const
  const deleted = (what: string) => ({success: true, message: `${what} deleted`}) as const

  app
    .post('/v1/rules', counted, async context =>
      context.json(done(await createRule(getContext(context), await readBody(context), idempotencyKeyIn(context)))),
    )
    .get(counted, async context => context.json(await listRules(getContext(context), pageAsked(context.req.query()))))
    .all(respondMethodNotAllowed('GET', 'POST'))

  app
    .get('/v1/rules/:id', counted, async context =>
      context.json(done(await getRule(getContext(context), context.req.param('id')))),
    )
    .put(async context => {
      const id = context.req.param('id')
      return context.json(
        done(await updateRule(getContext(context), id, await readBody(context), getExpectedVersion(context))),
      )
    })
    .delete(async context => {
      await deleteRule(getContext(context), context.req.param('id'), getExpectedVersion(context))
      return context.json(deleted('Rule'))
    })
    .all(respondMethodNotAllowed('GET', 'PUT', 'DELETE'))

  app
    .post('/v1/groups', async context =>
      context.json(done(await createGroup(getContext(context), await readBody(context), idempotencyKeyIn(context)))),
    )
    .get(counted, async context => context.json(await listGroups(getContext(context), pageAsked(context.req.query()))))
    .all(respondMethodNotAllowed('GET', 'POST'))

  app
    .put('/v1/groups/:id', async context => {
      const id = context.req.param('id')
      return context.json(
        done(await updateGroup(getContext(context), id, await readBody(context), getExpectedVersion(context))),
      )
    })
    .delete(async context => {
      await deleteGroup(getContext(context), context.req.param('id'), getExpectedVersion(context))
      return context.json(deleted('Group'))
    })
    .all(respondMethodNotAllowed('PUT', 'DELETE'))

  return app
}

/**
 * `If-Match: "<modificationDate>"` refuses to change another version. It is not part of the
 * contract.
 */
function getExpectedVersion({req}: Context): ExpectedVersion | undefined {
  const [, date] = /^"(\d+)"$/.exec(req.header('if-match') ?? '') ?? []
  return date === undefined ? undefined : Number(date)
}

const idempotencyKeyIn = ({req}: Context): string | undefined => readIdempotencyKey(req.header('idempotency-key'))

function pageAsked(query: Readonly<Record<string, string>>) {
  const toNumber = (text: string) => (/^\d+$/.test(text) ? Number(text) : Number.NaN)
  const {offset, pageSize} = query
  return {
    ...(offset !== undefined && {offset: toNumber(offset)}),
    ...(pageSize !== undefined && {pageSize: toNumber(pageSize)}),
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

async function fetchPage(
  requestContext: RequestContext,
  kind: Kind,
  request: PageRequest,
): Promise<Page<StoredRecord>> {
  const {offset, pageSize} = readPageRequest(request)
  const {records, total} = await slice(getRecordStore(requestContext, kind), offset, pageSize)
  const next = offset + records.length
  return {success: true, data: records, total, nextOffset: records.length > 0 && next < total ? next : null}
}

/** A page of rules in the order of making, each with what it becomes in a browser. */
async function listRules(requestContext: RequestContext, request: PageRequest): Promise<Page<StoredRecord>> {
  const listed = await fetchPage(requestContext, 'rule', request)
  return {...listed, data: listed.data.map(record => toListedRule(record, {apiHost: requestContext.host}))}
}

async function listGroups(requestContext: RequestContext, request: PageRequest): Promise<Page<StoredRecord>> {
  const listed = await fetchPage(requestContext, 'group', request)
  return {...listed, data: listed.data.map(toListedGroup)}
}
