import {describe, expect, it} from 'vitest'
import {filesUnder, textOfFile} from '../../architecture/source'
import {paramsOfMessage, textCallsIn, textsInCode} from '../../architecture/texts'

/** The names of the presets are keys of their labels. */
const presets = ['src/ui/data/user-agents.ts', 'src/ui/templates.ts']
const files = [...filesUnder('src/ui'), ...filesUnder('entrypoints')].filter(path => /\.tsx?$/.test(path))
const calls = files.flatMap(path => textCallsIn(path, textOfFile(path)))
const catalogues = new Map(
  [...new Set(calls.map(({catalogue}) => catalogue))].map(name => [
    name,
    JSON.parse(textOfFile(`src/locales/en/${name}.json`)) as Record<string, string>,
  ]),
)
const keysOf = (catalogue: string) => Object.keys(catalogues.get(catalogue) ?? {})

describe('user-visible texts', () => {
  it('are in the catalogues, not in code', () => {
    const checked = files.filter(path => !presets.includes(path))
    expect(checked.flatMap(path => textsInCode(path, textOfFile(path)))).toEqual([])
  })

  it('get exactly the parameters of their messages', () => {
    const faults = calls.flatMap(({path, catalogue, key, params}) => {
      const matching = keysOf(catalogue).filter(each => key.test(each))
      if (matching.length === 0) return [`${path}: no text ${catalogue} ${key.source}`]
      if (params === undefined) return []
      const needed = new Set(matching.flatMap(each => [...paramsOfMessage(catalogues.get(catalogue)?.[each] ?? '')]))
      return [...needed, ...params]
        .filter(each => !needed.has(each) || !params.includes(each))
        .map(
          each =>
            `${path}: ${catalogue} ${key.source}: ${each} is ${needed.has(each) ? 'missing' : 'not in the message'}`,
        )
    })
    expect(faults).toEqual([])
  })

  it('are all used', () => {
    const unused = [...catalogues.keys()].flatMap(name =>
      keysOf(name)
        .filter(each => !calls.some(({catalogue, key}) => catalogue === name && key.test(each)))
        .map(each => `${name} ${each}`),
    )
    expect(unused).toEqual([])
  })
})

describe('a text in code', () => {
  it.each([
    ['<p>Rules on</p>', 'Rules on'],
    ['<button title="Close" />', 'Close'],
    [`const text = 'No rule matches'`, 'No rule matches'],
    ['const text = `No rule of ${type}`', 'No rule of '],
  ])('is found: %s', (code, text) => {
    expect(textsInCode('a.tsx', code)).toEqual([`a.tsx: ${text}`])
  })

  it.each(['<p>{texts("name")} · </p>', '<p class="notes" />', `import a from 'A b'`, `const kind = 'main_frame'`])(
    'is not: %s',
    code => {
      expect(textsInCode('a.tsx', code)).toEqual([])
    },
  )
})

describe('a call of a text function', () => {
  const code = `import {popupTexts} from '../../locales/popup'
    popupTexts('searchIn', {count})
    popupTexts(\`filtered.\${kind}\`)
    const phrase = createSegmentedTexts(popupTexts)
    phrase('overridden', {name: 'a'})`

  it('is read with its key and its parameters', () => {
    expect(textCallsIn('src/ui/popup/a.ts', code).map(({key, params}) => [key.source, params])).toEqual([
      ['^searchIn$', ['count']],
      [String.raw`^filtered\.[^.]+$`, []],
      ['^overridden$', ['name']],
    ])
  })

  it('covers each key where the function is passed on', () => {
    const passed = `import {popupTexts} from '../../locales/popup'\nshow(popupTexts)`
    expect(textCallsIn('src/ui/popup/a.ts', passed).map(({key}) => key.source)).toEqual(['.'])
  })
})

describe('the parameters of a message', () => {
  it('include those within plurals, selects and tags', () => {
    const message = '{a, plural, one {# {b}} other {{c, select, true {<code>{d}</code>} other {}}}} {e, number}'
    expect([...paramsOfMessage(message)].toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
