import {parseSync} from 'vite'
import {describe, expect, it} from 'vitest'
import {filesUnder, textOfFile, walk, type Node} from '../../architecture/source'

const home = 'src/model/reasons.ts'
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
/** What a browser asks for when the offscreen document is opened, and what `navigator.vendor` says. */
const forNobody = ['Runs the code of rules, out of reach of pages.', 'Apple Computer, Inc.']

/** A text as it is written, each value that is put into it as `{}`. */
function textOf(node: Node): string | undefined {
  if (node['type'] === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node['type'] !== 'TemplateLiteral') return undefined
  return (node['quasis'] as {value: {cooked: string}}[]).map(({value}) => value.cooked).join('{}')
}

function textsIn(path: string, code: string): string[] {
  const texts: string[] = []
  walk(parseSync(path, code).program, node => {
    const text = textOf(node)
    if (text !== undefined) texts.push(text)
  })
  return texts
}

const isSentence = (text: string): boolean => /^(?:\p{Lu}|\d|[“<]|\{\})/u.test(text) && /\s\S+\s[^]*[.?]$/.test(text)
const sentencesIn = (path: string, code: string): string[] =>
  textsIn(path, code)
    .filter(text => isSentence(text) && !forNobody.includes(text))
    .map(text => `${path}: ${text}`)

describe('sentences for people', () => {
  const own = textsIn(home, textOfFile(home)).filter(text => /\s/.test(text))

  it('stand in one file, ready for other languages', () => {
    const paths = folders.flatMap(folder => filesUnder(`src/${folder}`)).filter(path => path !== home)
    expect(paths.length).toBeGreaterThan(100)
    expect(paths.flatMap(path => sentencesIn(path, textOfFile(path)))).toEqual([])
  })

  it('stand there once each', () => {
    expect(own.filter(isSentence).length).toBeGreaterThan(100)
    expect(own.filter((text, index) => own.indexOf(text) !== index)).toEqual([])
  })

  it.each([
    `const a = 'This is one.'`,
    `f('Is this one?')`,
    'const a = (b: string) => `${b} is one.`',
    'const a = {b: `“${c}” is no other one.`}',
  ])('are seen elsewhere: %s', code => {
    expect(sentencesIn('a.ts', code)).toHaveLength(1)
  })

  it.each([`// This is none.`, `const a = 'no sentence.'`, `const a = 'Not one of these'`, 'const a = `${b} ${c}`'])(
    'are told from other texts: %s',
    code => {
      expect(sentencesIn('a.ts', code)).toEqual([])
    },
  )
})
