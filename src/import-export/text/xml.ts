import {importNames} from '../../locales/import-names'
import {DOMParser, type Element} from '@xmldom/xmldom'
import {noteText} from '../notes'
import {ImportError, toLineAndColumn} from '../import-error'
import type {XmlElement} from '../import-types'
import {limits} from '../limits'

/** `<!` in comments and CDATA is only text. */
const ignoredSections = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const

function refuseDeclarations(text: string): void {
  for (let index = text.indexOf('<!'); index >= 0;) {
    const [start, end] = ignoredSections.find(([begins]) => text.startsWith(begins, index)) ?? []
    const last = start === undefined ? -1 : text.indexOf(end, index + start.length)
    if (start === undefined || last < 0)
      throw new ImportError(toLineAndColumn(text, index), 'not-xml', noteText('noDeclarations'))
    index = text.indexOf('<!', last + end.length)
  }
}

type ErrorLocation = {readonly lineNumber?: number; readonly columnNumber?: number}

/** The parser reports the end of the last good tag. */
function locateError(text: string, {lineNumber = 1, columnNumber = 1}: ErrorLocation): string {
  let start = 0
  for (let line = 1; line < lineNumber; line++) start = text.indexOf('\n', start) + 1
  let index = start + columnNumber - 1
  while (/\s/.test(text.charAt(index))) index++
  return index < text.length
    ? toLineAndColumn(text, index)
    : importNames('lineAndColumn', {line: lineNumber, column: columnNumber})
}

/** A parser names every element that is open: of millions nobody reads the end. */
const maxMessageLength = 300

const shortenMessage = (message: string): string =>
  message
    .slice(0, maxMessageLength)
    .replace(/\s+/g, ' ')
    .replace(/ ?@#?\[.*$/, '')
    .trim()

function toElement(element: Element, under: string, index: number | null, depth: number): XmlElement {
  const path = `${under}/${element.tagName}${index === null ? '' : `[${index}]`}`
  if (depth > limits.depth)
    throw new ImportError(
      importNames('lineAndColumn', {line: element.lineNumber ?? 1, column: element.columnNumber ?? 1}),
      'too-much',
      noteText('xmlTooDeep', {most: limits.depth}),
    )
  const childElements: Element[] = []
  let text = ''
  for (let node = element.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === node.ELEMENT_NODE) childElements.push(node as Element)
    else if (node.nodeType === node.TEXT_NODE || node.nodeType === node.CDATA_SECTION_NODE) text += node.nodeValue ?? ''
  }
  const counts = new Map<string, number>()
  for (const {tagName} of childElements) counts.set(tagName, (counts.get(tagName) ?? 0) + 1)
  const counters = new Map<string, number>()
  const children = childElements.map(child => {
    const number = (counters.get(child.tagName) ?? 0) + 1
    counters.set(child.tagName, number)
    return toElement(child, path, counts.get(child.tagName) === 1 ? null : number, depth + 1)
  })
  return {name: element.tagName, path, text: text.trim(), untrimmedText: text, children}
}

/**
 * Reads an XML file without a document type. Throws an `ImportError` that names line and column.
 */
export function readXml(text: string): XmlElement {
  refuseDeclarations(text)
  let number: ErrorLocation = {}
  let reason = noteText('noRootElement')
  try {
    const document = new DOMParser({
      locator: true,
      onError: (_level, message, context: {locator?: ErrorLocation} | undefined) => {
        number = {...context?.locator}
        reason = noteText('verbatim', {message: shortenMessage(message)})
        throw new Error(message)
      },
    }).parseFromString(text, 'text/xml')
    if (document.documentElement) return toElement(document.documentElement, '', null, 1)
  } catch (cause) {
    if (cause instanceof ImportError) throw cause
    throw new ImportError(locateError(text, number), 'not-xml', noteText('notXml', {reason}), {cause})
  }
  throw new ImportError(importNames('lineAndColumn', {line: 1, column: 1}), 'not-xml', noteText('notXml', {reason}))
}
