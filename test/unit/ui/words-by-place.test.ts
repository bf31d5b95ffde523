import {readFileSync} from 'node:fs'
import {parseSync} from 'vite'
import {describe, expect, it} from 'vitest'
import {moduleText, namesOf, statementsOf} from '../../../build/words-by-place'
import * as words from '../../../src/ui/words'

const source = readFileSync(new URL('../../../src/ui/words.ts', import.meta.url), 'utf8')
const statements = statementsOf(source)

describe('words.ts, cut into modules by the build', () => {
  it('is cut where its statements begin, and nowhere else', () => {
    const {program} = parseSync('words.ts', source)
    expect(statements).toHaveLength(program.body.length)
  })

  it('keeps every name that it exports', () => {
    expect(namesOf(statements).toSorted()).toEqual(Object.keys(words).toSorted())
  })

  it.each(Object.keys(words))('has a module that exports %s, and only that', name => {
    const {module, errors} = parseSync('words.ts', moduleText(statements, name))
    expect(errors).toEqual([])
    expect(module.staticExports.flatMap(each => each.entries.map(entry => entry.exportName.name))).toEqual([name])
  })
})
