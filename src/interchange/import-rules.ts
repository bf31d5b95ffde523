import {
  itHoldsNoFields,
  itHoldsNoRecords,
  itsFieldsAre,
  itsRootIs,
  kindsOfFiles,
  unknownFormat,
} from '../contract/reasons'
import {formats} from './formats'
import {readGiven} from './given'
import {ImportError} from './import-error'
import type {Given, Imported, Reading} from './imported'

/** Fields that a file has at its top, to tell what it is instead. */
function contentsOf(given: Given): string {
  if (given.kind === 'xml') return itsRootIs(given.root.name)
  const top: unknown =
    given.kind === 'json' && Array.isArray(given.json) ? given.json[0] : given.kind === 'json' ? given.json : null
  if (typeof top !== 'object' || top === null) return itHoldsNoRecords
  const names = Object.keys(top).slice(0, 6)
  return names.length === 0 ? itHoldsNoFields : itsFieldsAre(names.join(', '))
}

/**
 * Reads the rules out of a file's or clipboard's text, step by step; nothing is stored. Which tool wrote it is told by what is in it.
 * Throws an `ImportError` where it cannot be read at all.
 */
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

/** The same at one go. */
export function readAllRules(text: string): Imported {
  const reading = readRules(text)
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
  }
}
