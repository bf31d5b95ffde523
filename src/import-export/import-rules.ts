import {importNames} from '../locales/import-names'
import {charles} from './formats/charles/charles'
import {curl} from './formats/curl/curl'
import {har} from './formats/har/har'
import {headerEditor} from './formats/header-editor'
import {inssman} from './formats/inssman'
import {modHeader} from './formats/modheader/modheader'
import {redirector} from './formats/redirector'
import {requestly} from './formats/requestly'
import {resourceOverride} from './formats/resource-override'
import {simpleModifyHeaders} from './formats/simple-modify-headers'
import {switchyard} from './formats/switchyard'
import type {Format, ParsedFile, ImportResult, ImportSteps} from './import-types'
import {noteText, type NoteText} from './notes'
import {ImportError} from './import-error'
import {limits} from './limits'
import {isCommand, blankFence} from './text/command'
import {readJson} from './text/json'
import {readXml} from './text/xml'

export const formats: readonly Format[] = [
  switchyard,
  requestly,
  modHeader,
  redirector,
  headerEditor,
  resourceOverride,
  simpleModifyHeaders,
  inssman,
  har,
  charles,
  curl,
]

function refuseLonger(text: string, most: number): void {
  if (text.length > most)
    throw new ImportError('', 'too-much', noteText('tooManyCharacters', {millions: Math.round(most / (1024 * 1024))}))
}

/** `fetch` and PowerShell, which DevTools can copy as well. */
const otherCopyFormat = /^\s*(?:await\s+)?fetch\(|^\s*(?:\$session = New-Object|Invoke-WebRequest)\b/

function explainUnknownText(text: string): NoteText {
  if (text.trim() === '') return noteText('nothingInFile')
  return otherCopyFormat.test(text) ? noteText('copiedAsOther') : noteText('neitherOfThese')
}

/**
 * Parses a file or a pasted text by its first characters. Throws an `ImportError` that names line
 * and column.
 */
export function parseFile(raw: string): ParsedFile {
  refuseLonger(raw, limits.text)
  const withoutMark = raw.startsWith('\uFEFF') ? raw.slice(1) : raw
  const text = blankFence(withoutMark)
  const start = /\S/.exec(text)?.index ?? 0
  const first = text.slice(start, start + 20)
  const isCurlCommand = isCommand(text.slice(start))
  // A prompt may begin with a bracket.
  if (/^[[{]/.test(first) && !isCurlCommand) return {kind: 'json', json: readJson(text)}
  refuseLonger(text, limits.document)
  // Nothing may stand before an XML declaration.
  if (first.startsWith('<')) return {kind: 'xml', root: readXml(text.slice(start))}
  if (isCurlCommand) return {kind: 'command', text: text.slice(start)}
  throw new ImportError(importNames('lineAndColumn', {line: 1, column: 1}), 'unknown-format', explainUnknownText(text))
}

function describeContents(given: ParsedFile): NoteText {
  if (given.kind === 'xml') return noteText('itsRootIs', {name: given.root.name})
  const top: unknown =
    given.kind === 'json' && Array.isArray(given.json) ? given.json[0] : given.kind === 'json' ? given.json : null
  if (typeof top !== 'object' || top === null) return noteText('itHasNoRecords')
  const names = Object.keys(top).slice(0, 6)
  return names.length === 0 ? noteText('itHasNoFields') : noteText('itsFieldsAre', {names: names.join(', ')})
}

/** Reads the rules of a text in steps and stores nothing. Throws an `ImportError`. */
export function* readRules(text: string): ImportSteps {
  const given = parseFile(text)
  const format = formats.find(({recognises}) => recognises(given))
  if (format) return yield* format.read(given)
  throw new ImportError(
    '',
    'unknown-format',
    noteText('unknownFormat', {
      kind: given.kind,
      contents: describeContents(given),
      known: formats.map(({name}) => name).join(', '),
    }),
  )
}

export function readAllRules(text: string): ImportResult {
  const reading = readRules(text)
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
  }
}
