import {readdirSync, readFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'
import {parseSync} from 'vite'

export type Import = {readonly specifier: string; readonly typesOnly: boolean}
export type Source = {
  /** From the root of the project, with `/`. */
  readonly path: string
  readonly lines: number
  readonly imports: readonly Import[]
  readonly hasDefaultExport: boolean
  readonly hasEnum: boolean
  /** Says `browser.x` or `chrome.x` and means the global object. */
  readonly usesBrowser: boolean
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every file under a folder of the project; none if there is no such folder. */
export function filesUnder(folder: string): string[] {
  try {
    return readdirSync(`${root}${folder}`, {recursive: true, withFileTypes: true})
      .filter(entry => entry.isFile())
      .map(entry => `${entry.parentPath}/${entry.name}`.slice(root.length).replaceAll('\\', '/'))
      .toSorted()
  } catch {
    return []
  }
}

export function readSources(...folders: string[]): Source[] {
  return folders
    .flatMap(filesUnder)
    .filter(path => /\.tsx?$/.test(path))
    .map(path => sourceOf(path, textOfFile(path)))
}

export const textOfFile = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

export function linesOf(path: string): number {
  return countLines(textOfFile(path))
}

export function sourceOf(path: string, code: string): Source {
  const {module, program, errors} = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const imports: Import[] = module.staticImports.map(({moduleRequest, entries}) => ({
    specifier: moduleRequest.value,
    typesOnly: entries.length > 0 && entries.every(entry => entry.isType),
  }))
  for (const entry of module.staticExports.flatMap(({entries}) => entries)) {
    if (entry.moduleRequest) imports.push({specifier: entry.moduleRequest.value, typesOnly: entry.isType})
  }
  const declared = new Set<string>(
    module.staticImports.flatMap(({entries}) => entries.map(({localName}) => localName.value)),
  )
  let hasEnum = false
  const browserNames: string[] = []
  walk(program, node => {
    if (node['type'] === 'ImportExpression') imports.push({specifier: textOf(node['source']), typesOnly: false})
    if (node['type'] === 'TSImportType') imports.push({specifier: textOf(node['source']), typesOnly: true})
    if (node['type'] === 'TSEnumDeclaration') hasEnum = true
    if (node['type'] === 'VariableDeclarator') nameOf(node['id'], name => declared.add(name))
    if (Array.isArray(node['params'])) node['params'].forEach(param => nameOf(param, name => declared.add(name)))
    if (node['type'] === 'TSQualifiedName') nameOf(node['left'], name => browserNames.push(name))
    if (node['type'] === 'MemberExpression') {
      nameOf(node['object'], name => {
        browserNames.push(name)
        if (['globalThis', 'self', 'window'].includes(name)) nameOf(node['property'], of => browserNames.push(`.${of}`))
      })
    }
  })
  const usesBrowser = browserNames.some(
    name => /^\.?(?:browser|chrome)$/.test(name) && (name.startsWith('.') || !declared.has(name)),
  )
  const hasDefaultExport = module.staticExports.some(({entries}) =>
    entries.some(({exportName}) => exportName.kind === 'Default' || exportName.name === 'default'),
  )
  return {path, lines: countLines(code), imports, hasDefaultExport, hasEnum, usesBrowser}
}

export type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

export function walk(node: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(node)) return node.forEach(child => walk(child, visit))
  if (!isNode(node)) return
  visit(node)
  Object.values(node).forEach(child => walk(child, visit))
}

/** Names in a pattern too, since `({browser}) => …` declares one. */
function nameOf(node: unknown, found: (name: string) => void): void {
  if (!isNode(node)) return
  if (node['type'] === 'Identifier') return found(String(node['name']))
  if (node['type'] !== 'ObjectPattern' || !Array.isArray(node['properties'])) return
  node['properties'].filter(isNode).forEach(property => nameOf(property['value'], found))
}

function textOf(literal: unknown): string {
  return isNode(literal) && typeof literal['value'] === 'string' ? literal['value'] : '(computed)'
}

function countLines(text: string): number {
  return text.trimEnd().split('\n').length
}
