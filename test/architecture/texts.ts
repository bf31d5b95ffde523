import {IntlMessageFormat} from 'intl-messageformat'
import {parseSync} from 'vite'

type Node = {readonly type: string; readonly [field: string]: unknown}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* nodesIn(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesIn(child)
}

const parsed = (path: string, code: string): Node => {
  const {program, errors} = parseSync(path, code)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  return program as unknown as Node
}

const shownAttributes = new Set(['title', 'aria-label', 'placeholder', 'label', 'alt', 'aria-valuetext'])
const hasLetters = (text: unknown): text is string => typeof text === 'string' && /\p{L}/u.test(text)
/** Keys, user agents, picture paths, codes and product names are not translated. */
const notProse =
  /^(?:(?:Alt|Mod|Shift|Space|Arrow\w+) |Mozilla\/|M[\d.]+ |GET, |Remove All$|(?:Header Editor|Resource Override|Samsung Internet)$)/
/** A sentence or a title of several words. */
const isProse = (text: unknown): text is string =>
  typeof text === 'string' && /^\p{Lu}\S* \S/u.test(text) && !notProse.test(text)

/** The user-visible texts that stand in code instead of a catalogue. */
export function textsInCode(path: string, code: string): string[] {
  const found: string[] = []
  const skipped = new Set<unknown>()
  for (const node of nodesIn(parsed(path, code))) {
    if (skipped.has(node)) continue
    if (/^(?:Import|Export)\w*Declaration$/.test(node.type)) skipped.add(node['source'])
    if (node.type === 'TSLiteralType') skipped.add(node['literal'])
    if (node.type === 'JSXText' && hasLetters(node['value'])) found.push(node['value'].trim())
    if (node.type === 'JSXAttribute') {
      const {name, value} = node as unknown as {name: {name: string}; value: Node | null}
      if (value?.type !== 'Literal' || !shownAttributes.has(name.name)) continue
      skipped.add(value)
      if (hasLetters(value['value'])) found.push(value['value'])
    }
    if (node.type === 'Literal' && isProse(node['value'])) found.push(node['value'])
    if (node.type === 'TemplateElement') {
      const {cooked} = node['value'] as {cooked: string}
      if (isProse(cooked)) found.push(cooked)
    }
  }
  return found.map(text => `${path}: ${text}`)
}

export type TextCall = {
  readonly path: string
  readonly catalogue: string
  /** Matches each key that the call can pass. */
  readonly key: RegExp
  /** Undefined where the parameters are not an object literal. */
  readonly params: readonly string[] | undefined
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function keysOf(node: Node): string {
  if (node.type === 'Literal') return escaped(String(node['value']))
  if (node.type === 'ConditionalExpression')
    return `(?:${keysOf(node['consequent'] as Node)}|${keysOf(node['alternate'] as Node)})`
  if (node.type !== 'TemplateLiteral') return '.+'
  const parts = (node['quasis'] as Node[]).map(each => escaped((each['value'] as {cooked: string}).cooked))
  const holes = (node['expressions'] as Node[]).map(each =>
    each.type === 'ConditionalExpression' ? keysOf(each) : '[^.]+',
  )
  return parts.map((part, index) => part + (holes[index] ?? '')).join('')
}

function paramsOf(node: Node | undefined): readonly string[] | undefined {
  if (node === undefined) return []
  if (node.type !== 'ObjectExpression') return undefined
  const properties = node['properties'] as Node[]
  if (properties.some(each => each.type !== 'Property')) return undefined
  return properties.map(each => String((each['key'] as Node)['name'] ?? (each['key'] as Node)['value']))
}

/** The catalogue of each imported text function. */
function importedTexts(nodes: readonly Node[]): Map<string, string> {
  const catalogues = new Map<string, string>()
  for (const node of nodes.filter(({type}) => type === 'ImportDeclaration')) {
    const catalogue = /\/locales\/([\w-]+)$/.exec(String((node['source'] as Node)['value']))?.[1]
    if (catalogue === undefined || catalogue === 'texts') continue
    for (const each of node['specifiers'] as Node[]) catalogues.set(String((each['local'] as Node)['name']), catalogue)
  }
  return catalogues
}

const isFunction = ({type}: Node) => /Function/.test(type)
/** Methods that call the passed function at once, such as `types.map(type => texts(type))`. */
const runsAtOnce = /^(?:map|flatMap|filter|forEach|from)$/

/** Calls of text functions that run when the module loads, before the language is chosen. */
export function textCallsAtLoad(path: string, code: string): string[] {
  const program = parsed(path, code)
  const nodes = [...nodesIn(program)]
  const names = new Set(importedTexts(nodes).keys())
  for (const node of nodes) {
    const init = node.type === 'VariableDeclarator' ? (node['init'] as Node | null) : null
    if ((init?.['callee'] as Node | undefined)?.['name'] === 'createSegmentedTexts')
      names.add(String((node['id'] as Node)['name']))
  }
  const found: string[] = []
  const visit = (node: Node, isRun: boolean): void => {
    if (isFunction(node) && !isRun) return
    const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : undefined
    const [target, method] = [callee?.['object'] ?? callee, callee?.['property']] as (Node | undefined)[]
    if (names.has(String(target?.['name']))) found.push(`${path}: ${String(target?.['name'])}`)
    const callsAtOnce = runsAtOnce.test(String(method?.['name'])) || (callee !== undefined && isFunction(callee))
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, callsAtOnce)
  }
  visit(program, false)
  return found
}

/** The calls of text functions in a file. A function passed on may use any key. */
export function textCallsIn(path: string, code: string): TextCall[] {
  const program = parsed(path, code)
  const nodes = [...nodesIn(program)]
  const catalogues = importedTexts(nodes)
  const calls: TextCall[] = []
  const called = new Set<unknown>()
  for (const node of nodes) {
    if (node.type !== 'VariableDeclarator') continue
    const init = node['init'] as Node | null
    const [texts] = (init?.['arguments'] ?? []) as Node[]
    const catalogue = texts && catalogues.get(String(texts['name']))
    if (catalogue === undefined || (init?.['callee'] as Node | undefined)?.['name'] !== 'createSegmentedTexts') continue
    catalogues.set(String((node['id'] as Node)['name']), catalogue)
    for (const each of [texts, node['id']]) called.add(each)
  }
  for (const node of nodes) {
    if (node.type === 'ImportSpecifier') for (const each of [node['local'], node['imported']]) called.add(each)
    if (node.type !== 'CallExpression') continue
    const callee = node['callee'] as Node
    const texts = callee.type === 'MemberExpression' ? (callee['object'] as Node) : callee
    const catalogue = catalogues.get(String(texts['name']))
    const [key, params] = node['arguments'] as Node[]
    if (catalogue === undefined || key === undefined) continue
    const method = callee.type === 'MemberExpression' ? String((callee['property'] as Node)['name']) : ''
    // `show` takes a message with its parameters, which the types of the message hold.
    if (method === 'show') continue
    called.add(texts)
    calls.push({path, catalogue, key: new RegExp(`^${keysOf(key)}$`), params: paramsOf(params)})
  }
  for (const node of nodes) {
    const catalogue = node.type === 'Identifier' ? catalogues.get(String(node['name'])) : undefined
    if (catalogue !== undefined && !called.has(node)) calls.push({path, catalogue, key: /./, params: undefined})
  }
  return calls
}

type Element = {readonly type: number; readonly value?: string; readonly children?: readonly Element[]} & {
  readonly options?: Readonly<Record<string, {readonly value: readonly Element[]}>>
}
/** Types of elements in the tree of intl-messageformat. */
const [literal, pound, tag] = [0, 7, 8]

/** The names of the parameters of an ICU message. */
export function paramsOfMessage(message: string): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (elements: readonly Element[]) => {
    for (const {type, value, children = [], options = {}} of elements) {
      if (value !== undefined && ![literal, pound, tag].includes(type)) names.add(value)
      visit(children)
      for (const option of Object.values(options)) visit(option.value)
    }
  }
  visit(new IntlMessageFormat(message, 'en').getAst())
  return names
}
