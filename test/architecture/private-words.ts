import {walk} from './source'
import {parseSync} from 'vite'

/**
 * Words of the first versions that only their authors understood, and what replaced them. The
 * glossary in docs/architecture.md explains the terms on the right.
 */
const replacements: ReadonlyMap<string, string> = new Map(
  Object.entries({
    anew: 'again',
    contender: 'candidate',
    contest: 'rule index',
    crew: 'worker pool',
    deed: 'effect',
    deeds: 'effects, actions',
    desk: 'request context',
    extent: 'scope',
    fate: 'termination, outcome',
    firsts: 'order',
    gather: 'create, collect',
    goings: 'URL transforms',
    guilty: 'rejected',
    heard: 'received',
    hears: 'listens',
    judge: 'validate',
    judged: 'validated',
    judging: 'validation',
    landed: 'applied',
    landing: 'result',
    lesser: 'reduced',
    making: 'creating',
    meets: 'matches',
    mended: 'fixed',
    puts: 'patches',
    said: 'message, text, response metadata',
    shelf: 'section, store',
    shelves: 'sections, stores',
    staging: 'upload',
    stand: 'state',
    surroundings: 'options',
    tell: 'report, explain',
    tells: 'reports',
    told: 'reported, explanation',
    treatment: 'decision, action',
    twin: 'counterpart',
    unmake: 'undo creation',
    unpurge: 'restore',
    walk: 'flow, traverse',
    witness: 'example URL',
  }),
)

const nameTypes = new Set(['Identifier', 'JSXIdentifier', 'PrivateIdentifier'])

/** The words of a name: `get`, `Rule` and `URL` of `getRuleURL`. */
const splitName = (name: string): readonly string[] => name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []

/** The names in a file that contain a private word, each with what to write instead. */
export function findPrivateWords(path: string, code: string): string[] {
  const faults = new Set<string>()
  walk(parseSync(path, code).program, node => {
    if (!nameTypes.has(String(node['type']))) return
    const name = String(node['name'])
    for (const word of splitName(name)) {
      const replacement = replacements.get(word.toLowerCase())
      if (replacement !== undefined) faults.add(`${path}: ${name} contains "${word}"; instead: ${replacement}`)
    }
  })
  return [...faults]
}
