import {readdirSync, readFileSync} from 'node:fs'
import {dirname, join, normalize} from 'node:path'
import {gzipSync} from 'node:zlib'
import {parseSync} from 'vite'
import {fileURLToPath} from 'node:url'
import type {Figure} from './measure'

const built = fileURLToPath(new URL('../../.output/chrome-mv3/', import.meta.url))

/** The scripts that a page of the extension loads by itself. */
const scriptsOf = (page: string): string[] =>
  [...readFileSync(join(built, page), 'utf8').matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(([, path = '']) =>
    normalize(path.replace(/^\//, '')),
  )

/** A script and all that it imports without being asked to; what it loads later does not count. */
function closure(paths: readonly string[], found = new Set<string>()): Set<string> {
  for (const path of paths) {
    if (found.has(path)) continue
    found.add(path)
    const {module} = parseSync(path, readFileSync(join(built, path), 'utf8'))
    const imported = [
      ...module.staticImports.map(each => each.moduleRequest.value),
      ...module.staticExports.flatMap(each => each.entries.flatMap(entry => entry.moduleRequest?.value ?? [])),
    ]
    closure(
      imported.map(each => normalize(join(dirname(path), each))),
      found,
    )
  }
  return found
}

const kilobytes = (paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(join(built, path)), {level: 9}).length, 0) / 1000

/** What is loaded beside a body that is edited, and by nothing else. */
function benchCodeEditor(): Figure {
  const files = readdirSync(join(built, 'chunks')).filter(name => name.startsWith('code-editor'))
  return {
    what: 'Code editor, loaded later, minified and gzip',
    measured: `${files.length} file${files.length === 1 ? '' : 's'}`,
    figure: kilobytes(files.map(name => join('chunks', name))),
    limit: 145,
    unit: ' kB',
  }
}

export const benchBundles = (): Figure[] => [
  ...(
    [
      ['Worker', ['background.js'], 150],
      ['Popup', scriptsOf('popup.html'), 80],
      ['Options', scriptsOf('options.html'), 160],
      ['Scripts in pages', ['page-isolated.js', 'page-main.js'], 14],
      ['In pages in the place of the second, where rules need all of it', ['page-main-whole.js'], 14],
      ['In pages beside them, where rules are code', ['page-code.js'], 3],
      ['In pages beside them, where rules look at payloads', ['page-payloads.js'], 6],
      ['In pages beside them, where rules send requests elsewhere', ['page-ways.js'], 8],
      ['In pages, where rules say another user agent', ['page-claims.js', 'page-claims-main.js'], 8],
    ] as const
  ).map(([name, entries, limit]) => {
    const files = closure(entries)
    return {
      what: `${name}, minified and gzip`,
      measured: `${files.size} file${files.size === 1 ? '' : 's'}`,
      figure: kilobytes(files),
      limit,
      unit: ' kB',
    }
  }),
  benchCodeEditor(),
]
