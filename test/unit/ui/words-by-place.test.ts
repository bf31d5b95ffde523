import {readFileSync} from 'node:fs'
import {parseSync} from 'vite'
import {describe, expect, it} from 'vitest'
import {filesOfWords, moduleText, namesOf, statementsOf} from '../../../build/words-by-place'
import * as reasons from '../../../src/contract/reasons'
import * as words from '../../../src/ui/words'

const exported = {'src/ui/words.ts': words, 'src/contract/reasons.ts': reasons}

describe.each(filesOfWords)('%s, cut into modules by the build', file => {
  const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
  const statements = statementsOf(source)

  it('is cut where its statements begin, and nowhere else', () => {
    const {program} = parseSync(file, source)
    expect(statements).toHaveLength(program.body.length)
  })

  it('keeps every name that it exports', () => {
    expect(namesOf(statements).toSorted()).toEqual(Object.keys(exported[file]).toSorted())
  })

  it.each(Object.keys(exported[file]))('has a module that exports %s, and only that', name => {
    const {module, errors} = parseSync(file, moduleText(file, statements, name))
    expect(errors).toEqual([])
    expect(module.staticExports.flatMap(each => each.entries.map(entry => entry.exportName.name))).toEqual([name])
  })
})
