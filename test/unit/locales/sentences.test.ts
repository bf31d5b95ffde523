import {parseSync} from 'vite'
import {describe, expect, it} from 'vitest'
import {filesUnder, textOfFile, walk, type Node} from '../../architecture/source'
import {createTexts} from '../../../src/locales/texts'

const folders = [
  'api',
  'browser',
  'dnr',
  'engine',
  'import-export',
  'matching',
  'messaging',
  'model',
  'simulator',
  'storage',
  'sync',
]
/** A reason that Chrome asks for, and a value of `navigator.vendor`: no user reads them. */
const notShown = ['Runs the code of rules, out of reach of pages.', 'Apple Computer, Inc.']

/** A string or template literal; each inserted value is `{}`. */
function textOf(node: Node): string | undefined {
  if (node['type'] === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node['type'] !== 'TemplateLiteral') return undefined
  return (node['quasis'] as {value: {cooked: string}}[]).map(({value}) => value.cooked).join('{}')
}

const isSentence = (text: string): boolean => /^(?:\p{Lu}|\d|[“<]|\{\})/u.test(text) && /\s\S+\s[^]*[.?]$/.test(text)

function sentencesIn(path: string, code: string): string[] {
  const sentences: string[] = []
  walk(parseSync(path, code).program, node => {
    const text = textOf(node)
    if (text !== undefined && isSentence(text) && !notShown.includes(text)) sentences.push(`${path}: ${text}`)
  })
  return sentences
}

describe('code without pages', () => {
  it('holds no sentence: texts are in catalogues', () => {
    const paths = folders.flatMap(folder => filesUnder(`src/${folder}`))
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.flatMap(path => sentencesIn(path, textOfFile(path)))).toEqual([])
  })

  it.each([
    `const a = 'This is one.'`,
    `f('Is this one?')`,
    'const a = (b: string) => `${b} is one.`',
    'const a = {b: `“${c}” is no other one.`}',
  ])('would be reported for %s', code => {
    expect(sentencesIn('a.ts', code)).toHaveLength(1)
  })

  it.each([`// This is none.`, `const a = 'no sentence.'`, `const a = 'Not one of these'`, 'const a = `${b} ${c}`'])(
    'is not reported for %s',
    code => {
      expect(sentencesIn('a.ts', code)).toEqual([])
    },
  )
})

describe('the catalogues', () => {
  const catalogues = filesUnder('src/locales/en')
    .filter(path => path.endsWith('.json'))
    .map(path => [path, JSON.parse(textOfFile(path)) as Readonly<Record<string, string>>] as const)

  it('hold texts in the syntax of ICU messages', () => {
    expect(catalogues.length).toBeGreaterThan(0)
    for (const [, en] of catalogues) {
      const texts = createTexts({en})
      for (const [key, text] of Object.entries(en)) {
        const names = [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => [name, 1])
        expect(texts(key, Object.fromEntries(names))).not.toBe('')
      }
    }
  })

  it.each(catalogues)('hold each sentence once: %s', (_path, en) => {
    const sentences = Object.values(en).filter(isSentence)
    expect(sentences.filter((text, index) => sentences.indexOf(text) !== index)).toEqual([])
  })
})
