import {importNames} from '../../locales/import-names'
import {DOMParser, type Element} from '@xmldom/xmldom'
import {noteText} from '../notes'
import {ImportError, toLineAndColumn} from '../import-error'
import type {XmlElement} from '../import-types'
import {limits} from '../limits'

/** `<!` in comments and CDATA is only text. */
const inert = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const

function refuseDeclarations(text: string): void {
  for (let index = text.indexOf('<!'); index >= 0;) {
    const [start, end] = inert.find(([begins]) => text.startsWith(begins, index)) ?? []
    const last = start === undefined ? -1 : text.indexOf(end, index + start.length)
    if (start === undefined || last < 0)
      throw new ImportError(toLineAndColumn(text, index), 'not-xml', noteText('noDeclarations'))
    index = text.indexOf('<!', last + end.length)
  }
}

type Place = {readonly lineNumber?: number; readonly columnNumber?: number}

/** The parser reports the end of the last good tag. */
function faultAt(text: string, {lineNumber = 1, columnNumber = 1}: Place): string {
  let start = 0
  for (let line = 1; line < lineNumber; line++) start = text.indexOf('\n', start) + 1
  let index = start + columnNumber - 1
  while (/\s/.test(text.charAt(index))) index++
  return index < text.length
    ? toLineAndColumn(text, index)
    : importNames('lineAndColumn', {line: lineNumber, column: columnNumber})
}

/** A parser names every element that is open: of millions nobody reads the end. */
const longestWords = 300

const wordsOf = (message: string): string =>
  message
    .slice(0, longestWords)
    .replace(/\s+/g, ' ')
    .replace(/ ?@#?\[.*$/, '')
    .trim()

function elementOf(element: Element, under: string, index: number | null, depth: number): XmlElement {
  const path = `${under}/${element.tagName}${index === null ? '' : `[${index}]`}`
  if (depth > limits.depth)
    throw new ImportError(
      importNames('lineAndColumn', {line: element.lineNumber ?? 1, column: element.columnNumber ?? 1}),
      'too-much',
      noteText('xmlTooDeep', {most: limits.depth}),
    )
  const inside: Element[] = []
  let text = ''
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === node.ELEMENT_NODE) inside.push(node as Element)
    else if (node.nodeType === node.TEXT_NODE || node.nodeType === node.CDATA_SECTION_NODE) text += node.nodeValue ?? ''
  }
  const counts = new Map<string, number>()
  for (const {tagName} of inside) counts.set(tagName, (counts.get(tagName) ?? 0) + 1)
  const seen = new Map<string, number>()
  const children = inside.map(child => {
    const place = (seen.get(child.tagName) ?? 0) + 1
    seen.set(child.tagName, place)
    return elementOf(child, path, counts.get(child.tagName) === 1 ? null : place, depth + 1)
  })
  const attributes = Object.fromEntries([...element.attributes].map(({name, value}) => [name, value] as const))
  return {name: element.tagName, path, text: text.trim(), untrimmedText: text, attributes, children}
}

/** Reads an XML file without a document type. Throws an `ImportError` that names line and column. */
export function readXml(text: string): XmlElement {
  refuseDeclarations(text)
  let place: Place = {}
  let reason = noteText('noRootElement')
  try {
    const document = new DOMParser({
      locator: true,
      onError: (_level, said, context: {locator?: Place} | undefined) => {
        place = {...context?.locator}
        reason = noteText('verbatim', {message: wordsOf(said)})
        throw new Error(said)
      },
    }).parseFromString(text, 'text/xml')
    if (document.documentElement) return elementOf(document.documentElement, '', null, 1)
  } catch (cause) {
    if (cause instanceof ImportError) throw cause
    throw new ImportError(faultAt(text, place), 'not-xml', noteText('notXml', {reason}), {cause})
  }
  throw new ImportError(importNames('lineAndColumn', {line: 1, column: 1}), 'not-xml', noteText('notXml', {reason}))
}
