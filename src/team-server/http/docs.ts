import {readFile} from 'node:fs/promises'
import {createRequire} from 'node:module'
import {dirname, join} from 'node:path'
import {Hono} from 'hono'
import {secureHeaders} from 'hono/secure-headers'
import {openApi} from './openapi'

/** The files of the page that may be asked for, and what they are. */
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

/** The OpenAPI document, and a page to read it that loads nothing from elsewhere. */
export const docs = new Hono()
  .use(
    '/docs/*',
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        // The page sets widths and colours as it draws.
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
