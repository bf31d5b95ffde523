import {readFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'
import type {Plugin} from 'vite'

/** The files that hold the texts. */
export const filesOfWords = ['src/ui/words.ts', 'src/contract/reasons.ts'] as const
type File = (typeof filesOfWords)[number]
const placeOf = (file: File) => fileURLToPath(new URL(`../${file}`, import.meta.url))
/** The parts of a file seem to stand beside it, since they import what it imports. */
const folderOf = (file: File) => placeOf(file).replace(/\.ts$/, '-of-')
const moduleOf = (file: File, name: string) => `'${folderOf(file)}${name}.ts'`
const nameOf = (statement: string) => /^export const (\w+)/.exec(statement)?.[1]

/** Top-level statements begin in the first column, with a word. */
export const statementsOf = (source: string): readonly string[] =>
  source.split(/^(?=(?:export|const|import|type)\b)/m).filter(text => /^\w/.test(text))

export const namesOf = (statements: readonly string[]): readonly string[] =>
  statements.flatMap(statement => nameOf(statement) ?? [])

const innerNameOf = (statement: string) => /^const (\w+)/.exec(statement)?.[1]
const names = (statement: string, name: string) => new RegExp(`\\b${name}\\b`).test(statement)

/** What is not exported and one constant needs, directly or by one another. */
function innerOf(statements: readonly string[], own: string): readonly string[] {
  const inner = statements.filter(statement => innerNameOf(statement) !== undefined)
  const needed = new Set<string>()
  const look = (text: string) => {
    for (const each of inner) {
      if (needed.has(each) || !names(text, innerNameOf(each) ?? '')) continue
      needed.add(each)
      look(each)
    }
  }
  look(own)
  return inner.filter(each => needed.has(each))
}

/**
 * The module of one exported constant: with it what it needs of what is not exported, and imports of the others that these name. An import more would
 * tie the words of one place to those of another, and have all of them loaded with the first.
 */
export function moduleText(file: File, statements: readonly string[], own: string): string {
  const exported = statements.find(statement => nameOf(statement) === own) ?? ''
  const parts = [...innerOf(statements, exported), exported]
  const imported = namesOf(statements).filter(name => name !== own && parts.some(part => names(part, name)))
  const others = statements.filter(each => nameOf(each) === undefined && innerNameOf(each) === undefined)
  return [
    ...imported.map(name => `import {${name}} from ${moduleOf(file, name)}`),
    ...others,
    // In their order: some are needed while others are made.
    ...statements.filter(each => parts.includes(each)),
  ].join('\n')
}

/**
 * All texts stand in these files, and a file is never divided between two bundles: the popup would carry the words of every page. So in a
 * build each exported constant of theirs is a module of its own, and goes where it is used.
 */
export const wordsByPlace: Plugin = {
  name: 'words-by-place',
  apply: 'build',
  enforce: 'pre',
  resolveId: id => (filesOfWords.some(file => id.startsWith(folderOf(file))) ? {id, moduleSideEffects: false} : null),
  load(id) {
    const file = filesOfWords.find(each => id.endsWith(`/${each}`) || id.startsWith(folderOf(each)))
    if (file === undefined) return null
    const statements = statementsOf(readFileSync(placeOf(file), 'utf8'))
    const code = id.startsWith(folderOf(file))
      ? moduleText(file, statements, id.slice(folderOf(file).length, -'.ts'.length))
      : namesOf(statements)
          .map(name => `export {${name}} from ${moduleOf(file, name)}`)
          .join('\n')
    return {code, moduleSideEffects: false}
  },
}
