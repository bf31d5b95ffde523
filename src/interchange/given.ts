import {copiedAsOther, lineAndColumn, neitherOfThese, nothingInFile, tooManyCharacters} from '../contract/reasons'
import {ImportError} from './import-error'
import type {Given} from './imported'
import {limits} from './limits'
import {isCommand, withoutFence} from './text/command'
import {readJson} from './text/json'
import {readXml} from './text/xml'

function refuseAbove(text: string, most: number): void {
  if (text.length > most) throw new ImportError('', 'too-much', tooManyCharacters(most))
}

/** What DevTools copies of a request beside a cURL command: `fetch` of a page or of Node.js, and PowerShell. */
const otherCopy = /^\s*(?:await\s+)?fetch\(|^\s*(?:\$session = New-Object|Invoke-WebRequest)\b/

function whyNot(text: string): string {
  if (text.trim() === '') return nothingInFile
  return otherCopy.test(text) ? copiedAsOther : neitherOfThese
}

/** What a file or a pasted text holds, by its first characters. Throws an `ImportError` that names line and column. */
export function readGiven(raw: string): Given {
  refuseAbove(raw, limits.text)
  const marked = raw.startsWith('\uFEFF') ? raw.slice(1) : raw
  const text = withoutFence(marked)
  const start = /\S/.exec(text)?.index ?? 0
  const first = text.slice(start, start + 20)
  const isCalled = isCommand(text.slice(start))
  // A prompt may begin as a list does.
  if (/^[[{]/.test(first) && !isCalled) return {kind: 'json', json: readJson(text)}
  refuseAbove(text, limits.document)
  // An XML file starts with its declaration: nothing may stand before that.
  if (first.startsWith('<')) return {kind: 'xml', root: readXml(text.slice(start))}
  if (isCalled) return {kind: 'command', text: text.slice(start)}
  throw new ImportError(lineAndColumn(1, 1), 'unknown-format', whyNot(text))
}
