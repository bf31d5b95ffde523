import {readFileSync} from 'node:fs'
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

/** Scripts and all that they import, also dynamically where the name of the chunk is in `loadedByItself`. */
function closure(
  paths: readonly string[],
  loadedByItself: readonly string[] = [],
  found = new Set<string>(),
): Set<string> {
  for (const path of paths) {
    if (found.has(path)) continue
    found.add(path)
    const text = readFileSync(join(built, path), 'utf8')
    const {module} = parseSync(path, text)
    const dynamic = module.dynamicImports.map(({moduleRequest: {start, end}}) => text.slice(start + 1, end - 1))
    const imported = [
      ...module.staticImports.map(each => each.moduleRequest.value),
      ...module.staticExports.flatMap(each => each.entries.flatMap(entry => entry.moduleRequest?.value ?? [])),
      ...dynamic.filter(each => loadedByItself.some(name => each.includes(`/${name}-`))),
    ]
    closure(
      imported.map(each => normalize(join(dirname(path), each))),
      loadedByItself,
      found,
    )
  }
  return found
}

const kilobytes = (paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(join(built, path)), {level: 9}).length, 0) / 1000

/** Chunks that a page loads by itself until it is idle, without any action of the user. */
const loadedByPopup: readonly string[] = []
const loadedByOptions = ['rules-page', 'overridden', 'editor']

export const benchBundles = (): Figure[] =>
  (
    [
      ['Worker', closure(['background.js']), 150],
      ['Popup until idle', closure(scriptsOf('popup.html'), loadedByPopup), 80],
      ['Options until idle', closure(scriptsOf('options.html'), loadedByOptions), 160],
      ['Scripts in pages with one Response rule', closure(['page-main.js', 'page-isolated.js']), 14],
    ] as const
  ).map(([name, files, limit]) => ({
    what: `${name}, minified and gzip`,
    measured: `${files.size} file${files.size === 1 ? '' : 's'}`,
    figure: kilobytes(files),
    limit,
    unit: ' kB',
  }))
