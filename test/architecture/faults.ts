import {posix} from 'node:path'
import type {Import, Source} from './source'
import {besideTheNine, layers, longTables, longestEntrypoint, longestFile, nineNames} from './table'

/** The layer of a file: `model` for src/model/rule.ts. A file right in src has none. */
function layerOf(path: string): string | undefined {
  const [top, folder, ...rest] = path.split('/')
  if (top === 'entrypoints') return 'entrypoints'
  const within = `${folder}/${rest[0]}`
  if (top === 'src' && within in layers) return within
  return top === 'src' && rest.length > 0 ? folder : undefined
}

/** The imports of our own modules: from which layer into which. */
export function edgesOf(source: Source): {readonly to: string | undefined; readonly by: Import}[] {
  return source.imports
    .filter(({specifier}) => isOurs(specifier))
    .map(by => {
      const target = posix.join(posix.dirname(source.path), by.specifier)
      // `../contract` means the folder itself.
      return {to: layerOf(/^src\/[^/.]+$/.test(target) ? `${target}/index` : target), by}
    })
}

export function importFaults(source: Source): string[] {
  const from = layerOf(source.path)
  const row = from === undefined ? undefined : layers[from]
  if (from !== 'entrypoints' && row === undefined) return [`${source.path} is in no layer of the table`]
  const aliased = source.imports.filter(({specifier}) => /^(?:[/#~]|@@?\/|virtual:)/.test(specifier))
  const forbidden = edgesOf(source).filter(({to, by}) => !mayImport(from, row, to, by))
  return [...aliased.map(({specifier}) => specifier), ...forbidden.map(({by}) => by.specifier)].map(
    specifier => `${source.path} may not import ${specifier}`,
  )
}

function isOurs(specifier: string) {
  return specifier.startsWith('.')
}

function mayImport(
  from: string | undefined,
  row: (typeof layers)[string] | undefined,
  to: string | undefined,
  by: Import,
) {
  if (to === undefined) return false
  if (to === from) return true
  if (from === 'entrypoints') return to in layers
  // Every layer passes codes, which are the keys of a catalogue.
  if (to === 'locales' && by.typesOnly) return true
  return row !== undefined && (row.may.includes(to) || (by.typesOnly && row.types?.includes(to) === true))
}

const browserModules = /^(?:webextension-polyfill|wxt\/browser|wxt\/storage|@wxt-dev\/.*|#imports)$/

/** Only src/browser uses browser APIs, and page scripts, which load no polyfill. */
export function browserFaults(source: Source): string[] {
  const layer = layerOf(source.path)
  if (layer === 'browser') return []
  const polyfill = source.imports.filter(({specifier}) => browserModules.test(specifier))
  const faults = polyfill.map(({specifier}) => `${source.path} may not import ${specifier}`)
  return source.usesBrowser && layer !== 'page' && layer !== 'script-sandbox'
    ? [...faults, `${source.path} touches the global browser`]
    : faults
}

export function styleFaults(source: Source): string[] {
  const faults: string[] = []
  if (source.hasEnum) faults.push(`${source.path} has an enum`)
  if (source.hasDefaultExport && !source.path.startsWith('entrypoints/'))
    faults.push(`${source.path} has a default export`)
  return faults
}

export function lengthFault(path: string, lines: number): string[] {
  const most = path.startsWith('entrypoints/') ? longestEntrypoint : longTables.includes(path) ? Infinity : longestFile
  return lines > most ? [`${path} has ${lines} lines; at most ${most}`] : []
}

/** What is missing from a folder of nine, and what does not belong there. */
export function nineFaults(folder: string, files: readonly string[]): string[] {
  const names = files.map(path => path.slice(folder.length + 1).replace(/\.tsx?$/, ''))
  return [
    ...nineNames.filter(name => !names.includes(name)).map(name => `${folder} has no ${name}`),
    ...names
      .filter(name => !nineNames.includes(name) && !besideTheNine.includes(name))
      .map(name => `${folder} may not hold ${name}`),
  ]
}
