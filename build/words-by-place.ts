import {readFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'
import type {Plugin} from 'vite'

const wordsFile = fileURLToPath(new URL('../src/ui/words.ts', import.meta.url))
/** Its parts seem to stand beside it, since they import what it imports. */
const wordsFolder = wordsFile.replace(/\.ts$/, '-of-')
const moduleOf = (name: string) => `'${wordsFolder}${name}.ts'`
const nameOf = (statement: string) => /^export const (\w+)/.exec(statement)?.[1]

/** Top-level statements begin in the first column, with a word. */
export const statementsOf = (source: string): readonly string[] =>
  source.split(/^(?=(?:export|const|import|type)\b)/m).filter(text => /^\w/.test(text))

export const namesOf = (statements: readonly string[]): readonly string[] =>
  statements.flatMap(statement => nameOf(statement) ?? [])

/** The module of one exported constant: all that is not exported, and imports of the other ones. */
export const moduleText = (statements: readonly string[], own: string): string =>
  [
    ...namesOf(statements)
      .filter(name => name !== own)
      .map(name => `import {${name}} from ${moduleOf(name)}`),
    ...statements.filter(statement => (nameOf(statement) ?? own) === own),
  ].join('\n')

/**
 * All texts stand in one file, and a file is never divided between two bundles: the popup would carry the words of every page. So in a
 * build each exported constant of words.ts is a module of its own, and goes where it is used.
 */
export const wordsByPlace: Plugin = {
  name: 'words-by-place',
  apply: 'build',
  enforce: 'pre',
  resolveId: id => (id.startsWith(wordsFolder) ? {id, moduleSideEffects: false} : null),
  load(id) {
    if (!id.endsWith('/src/ui/words.ts') && !id.startsWith(wordsFolder)) return null
    const statements = statementsOf(readFileSync(wordsFile, 'utf8'))
    const code = id.startsWith(wordsFolder)
      ? moduleText(statements, id.slice(wordsFolder.length, -'.ts'.length))
      : namesOf(statements)
          .map(name => `export {${name}} from ${moduleOf(name)}`)
          .join('\n')
    return {code, moduleSideEffects: false}
  },
}
