import {describe, expect, it} from 'vitest'
import {formats, parseFile, readAllRules} from '../../../src/import-export/import-rules'
import {textOf} from '../../samples/import-export/sample'
import {samplesOf} from '../../samples/import-export/samples'
import {linesOf} from './describe'

describe.each(formats.map(({name}) => name))('%s files', name => {
  const samples = samplesOf[name] ?? []

  it('have at least ten samples', () => expect(samples.length).toBeGreaterThanOrEqual(10))

  it.each(samples)('become rules: $says', sample => {
    const read = readAllRules(textOf(sample))
    expect(read.format).toBe(name)
    expect(linesOf(read)).toEqual(sample.becomes)
  })

  it.each(samples)('are not recognised as another format: $says', sample => {
    const given = parseFile(textOf(sample))
    expect(formats.filter(({recognises}) => recognises(given)).map(each => each.name)).toEqual([name])
  })
})
