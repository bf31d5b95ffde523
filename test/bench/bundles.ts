import {readFileSync} from 'node:fs'
import {dirname, join, normalize} from 'node:path'
import {gzipSync} from 'node:zlib'
import {parseSync} from 'vite'
import {fileURLToPath} from 'node:url'
import type {Figure} from './measure'

const outputFolder = fileURLToPath(new URL('../../.output/chrome-mv3/', import.meta.url))

/** The scripts in the HTML of an extension page. */
const getScripts = (page: string): string[] =>
  [...readFileSync(join(outputFolder, page), 'utf8').matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(([, path = '']) =>
    normalize(path.replace(/^\//, '')),
  )

/** Scripts with their static imports and the dynamic imports named in `loadedByItself`. */
function collectImports(
  paths: readonly string[],
  loadedByItself: readonly string[] = [],
  found = new Set<string>(),
): Set<string> {
  for (const path of paths) {
    if (found.has(path)) continue
    found.add(path)
    const text = readFileSync(join(outputFolder, path), 'utf8')
    const {module} = parseSync(path, text)
    const dynamic = module.dynamicImports.map(({moduleRequest: {start, end}}) => text.slice(start + 1, end - 1))
    const imported = [
      ...module.staticImports.map(each => each.moduleRequest.value),
      ...module.staticExports.flatMap(each => each.entries.flatMap(entry => entry.moduleRequest?.value ?? [])),
      ...dynamic.filter(each => loadedByItself.some(name => each.includes(`/${name}-`))),
    ]
    collectImports(
      imported.map(each => normalize(join(dirname(path), each))),
      loadedByItself,
      found,
    )
  }
  return found
}

const measureKilobytes = (paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + gzipSync(readFileSync(join(outputFolder, path)), {level: 9}).length, 0) / 1000

/** Chunks that a page loads until it is idle, without any user action. */
const loadedByPopup: readonly string[] = []
const loadedByOptions = ['rules-page', 'overridden', 'editor']

export const benchBundles = (): Figure[] =>
  (
    [
      ['Worker', collectImports(['background.js']), 150],
      ['Popup until idle', collectImports(getScripts('popup.html'), loadedByPopup), 80],
      ['Options until idle', collectImports(getScripts('options.html'), loadedByOptions), 160],
      [
        'Scripts in pages with one Response rule',
        collectImports(['page-main.js', 'page-isolated.js', 'page-rules.js']),
        14,
      ],
    ] as const
  ).map(([name, files, limit]) => ({
    name: `${name}, minified and gzip`,
    measured: `${files.size} file${files.size === 1 ? '' : 's'}`,
    value: measureKilobytes(files),
    limit,
    unit: ' kB',
  }))
