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
import type {Format, Given, Imported, Reading} from './imported'
import {
  copiedAsOther,
  itHoldsNoFields,
  itHoldsNoRecords,
  itsFieldsAre,
  itsRootIs,
  kindsOfFiles,
  lineAndColumn,
  neitherOfThese,
  nothingInFile,
  tooManyCharacters,
  unknownFormat,
} from '../model/reasons'
import {ImportError} from './import-error'
import {limits} from './limits'
import {isCommand, withoutFence} from './text/command'
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

function refuseAbove(text: string, most: number): void {
  if (text.length > most) throw new ImportError('', 'too-much', tooManyCharacters(most))
}

/** `fetch` and PowerShell, which DevTools can copy as well. */
const otherCopy = /^\s*(?:await\s+)?fetch\(|^\s*(?:\$session = New-Object|Invoke-WebRequest)\b/

function whyNot(text: string): string {
  if (text.trim() === '') return nothingInFile
  return otherCopy.test(text) ? copiedAsOther : neitherOfThese
}

/** Parses a file or a pasted text by its first characters. Throws an `ImportError` that names line and column. */
export function readGiven(raw: string): Given {
  refuseAbove(raw, limits.text)
  const marked = raw.startsWith('\uFEFF') ? raw.slice(1) : raw
  const text = withoutFence(marked)
  const start = /\S/.exec(text)?.index ?? 0
  const first = text.slice(start, start + 20)
  const isCalled = isCommand(text.slice(start))
  // A prompt may begin with a bracket.
  if (/^[[{]/.test(first) && !isCalled) return {kind: 'json', json: readJson(text)}
  refuseAbove(text, limits.document)
  // Nothing may stand before an XML declaration.
  if (first.startsWith('<')) return {kind: 'xml', root: readXml(text.slice(start))}
  if (isCalled) return {kind: 'command', text: text.slice(start)}
  throw new ImportError(lineAndColumn(1, 1), 'unknown-format', whyNot(text))
}

function contentsOf(given: Given): string {
  if (given.kind === 'xml') return itsRootIs(given.root.name)
  const top: unknown =
    given.kind === 'json' && Array.isArray(given.json) ? given.json[0] : given.kind === 'json' ? given.json : null
  if (typeof top !== 'object' || top === null) return itHoldsNoRecords
  const names = Object.keys(top).slice(0, 6)
  return names.length === 0 ? itHoldsNoFields : itsFieldsAre(names.join(', '))
}

/** Reads the rules in a text step by step; nothing is stored. Throws an `ImportError` where it cannot be read at all. */
export function* readRules(text: string): Reading {
  const given = readGiven(text)
  const format = formats.find(({recognises}) => recognises(given))
  if (format) return yield* format.read(given)
  throw new ImportError(
    '',
    'unknown-format',
    unknownFormat(kindsOfFiles[given.kind], contentsOf(given), formats.map(({name}) => name).join(', ')),
  )
}

export function readAllRules(text: string): Imported {
  const reading = readRules(text)
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
  }
}
