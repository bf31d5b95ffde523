import {importNoteTexts} from '../../../src/locales/import-notes'
import {describe, expect, it} from 'vitest'
import {readRulePayload} from '../../../src/model/payload'
import {formats, readAllRules} from '../../../src/import-export/import-rules'
import {isImportError} from '../../../src/import-export/import-error'
import type {Format, ImportResult} from '../../../src/import-export/import-types'
import {textOf} from '../../samples/import-export/sample'
import {samplesOf} from '../../samples/import-export/samples'
import {chanceOf, mutateJson, mutateText} from './mutate'

/** Of each format, in parts: a busy machine takes its time. */
const mutations = 2_000
const parts = [1, 2]

function readWith(format: Format, json: unknown): ImportResult {
  const reading = format.read({kind: 'json', json})
  for (;;) {
    const step = reading.next()
    if (step.done === true) return step.value
  }
}

/** Checks that each record is a valid rule or has a reason. */
function check({format, groups, records, notes}: ImportResult): void {
  const hasPairs = format === 'Switchyard' || format === 'Requestly'
  for (const {rule, faults, group, notes: said, at} of records) {
    const isFine = rule === null ? faults.length > 0 : readRulePayload(rule).ok && faults.length === 0
    const isPlaced = group === null || group < groups.length
    const isSaid = [...faults, ...said].every(({reason}) => importNoteTexts.show(reason) !== '')
    // A place is the file's own: only these two have pairs.
    const isInFile = hasPairs || faults.every(({path}) => !path.startsWith('pairs'))
    if (!isFine || !isPlaced || !isSaid || !isInFile || typeof at !== 'string')
      throw new Error(`badly read: ${JSON.stringify({rule, faults, group, at})}`)
  }
  if (notes.some(({reason}) => importNoteTexts.show(reason) === '')) throw new Error('a note without a reason')
}

/** Reads, and takes only the clear error for an answer; whether it was one. */
function isRefused(read: () => ImportResult, file: () => string): boolean {
  try {
    check(read())
    return false
  } catch (error) {
    if (!isImportError(error)) throw new Error(`thrown at ${file().slice(0, 2_000)}`, {cause: error})
    if (
      importNoteTexts.show(error.fault.reason) === '' ||
      (error.fault.code !== 'unknown-format' && error.fault.code !== 'too-much' && error.fault.path === '')
    )
      throw new Error(`no place: ${error.message}`, {cause: error})
    return true
  }
}

describe.each(formats.map(format => ({name: format.name, format})))('damaged $name files', each => {
  const samples = samplesOf[each.name] ?? []

  it.each(parts)(`are read or refused with an ImportError, part %i of ${mutations}`, part => {
    const chance = chanceOf(20261122 + part)
    let refused = 0
    for (let times = 0; times < mutations / parts.length; times++) {
      const sample = samples[Math.floor(chance() * samples.length)] ?? {file: ''}
      const isText = typeof sample.file === 'string' || times % 2 === 0
      const damaged = isText ? mutateText(textOf(sample), chance) : mutateJson(sample.file, chance)
      const read = () => (typeof damaged === 'string' ? readAllRules(damaged) : readWith(each.format, damaged))
      if (isRefused(read, () => JSON.stringify(damaged))) refused++
    }
    expect(refused).toBeGreaterThan(20)
    expect(({} as {polluted?: unknown}).polluted).toBeUndefined()
  })
})
