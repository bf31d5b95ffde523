import {describe, expect, it} from 'vitest'
import {browserFaults, edgesOf, importFaults, lengthFault, nineFaults, styleFaults} from '../architecture/faults'
import {findPrivateWords} from '../architecture/private-words'
import {textCallsAtLoad} from '../architecture/texts'
import {filesUnder, linesOf, readSources, sourceOf, textOfFile} from '../architecture/source'
import {foldersOfNine, layers, longTables, nineNames} from '../architecture/table'

const sources = readSources('src', 'entrypoints')

describe('the layers', () => {
  it('import one another in one direction only', () => {
    expect(sources.flatMap(importFaults)).toEqual([])
  })

  it('use browser APIs only in src/browser', () => {
    expect(sources.flatMap(browserFaults)).toEqual([])
  })

  it('are found by this test', () => {
    expect(sources.length).toBeGreaterThan(20)
    expect(sources.flatMap(edgesOf).length).toBeGreaterThan(20)
    expect(sources.some(({path}) => path.startsWith('entrypoints/'))).toBe(true)
  })

  it('form no cycle', () => {
    const reaches = (from: string, to: string): boolean =>
      (layers[from]?.may ?? []).some(next => next === to || reaches(next, to))
    expect(Object.keys(layers).filter(layer => reaches(layer, layer))).toEqual([])
  })
})

describe('the nine rule types', () => {
  it.each(foldersOfNine)('have one file each and no other files in %s', folder => {
    expect(nineFaults(folder, filesUnder(folder))).toEqual([])
  })
})

describe('files', () => {
  it('have no enums, and no default exports outside entrypoints', () => {
    expect(sources.flatMap(styleFaults)).toEqual([])
  })

  it('have at most the allowed length', () => {
    const texts = [...filesUnder('src'), ...filesUnder('entrypoints')].filter(path => /\.(?:tsx?|css|html)$/.test(path))
    expect(texts.flatMap(path => lengthFault(path, linesOf(path)))).toEqual([])
  })

  it('are listed as long tables only if they exist', () => {
    const present = sources.map(({path}) => path)
    expect(longTables.filter(path => !present.includes(path))).toEqual([])
  })
})

describe('names', () => {
  it('contain no private words', () => {
    expect(sources.flatMap(({path}) => findPrivateWords(path, textOfFile(path)))).toEqual([])
  })

  it('with a private word are found wherever it stands', () => {
    const code = 'const {hasSaid} = shelf; type Told = {readonly tells: string}; const said = `told`'
    expect(findPrivateWords('src/a.ts', code).map(fault => fault.split(' ')[1])).toEqual([
      'hasSaid',
      'shelf',
      'Told',
      'tells',
      'said',
    ])
  })
})

describe('texts', () => {
  it('are read after a module has loaded, when the language is chosen', () => {
    const paths = sources.map(({path}) => path).filter(path => path.startsWith('src/'))
    expect(paths.flatMap(path => textCallsAtLoad(path, textOfFile(path)))).toEqual([])
  })

  it.each([
    `const title = uiTexts('title')`,
    `export const table = {a: [uiTexts.parts('title')]}`,
    `const options = kinds.map(kind => [kind, uiTexts(kind)])`,
    `const format = createSegmentedTexts(uiTexts); const title = format('title')`,
  ])('are found at module level: %s', code => {
    expect(textCallsAtLoad('src/ui/a.ts', `import {uiTexts} from '../locales/ui'; ${code}`)).toHaveLength(1)
  })

  it.each([
    `const getTitle = () => uiTexts('title')`,
    `const table = {get title() { return uiTexts('title') }}`,
    `const table = {title: 'title'}; function show() { return kinds.map(kind => uiTexts(kind)) }`,
  ])('are not reported in a function: %s', code => {
    expect(textCallsAtLoad('src/ui/a.ts', `import {uiTexts} from '../locales/ui'; ${code}`)).toEqual([])
  })
})

describe('a violation', () => {
  it.each([
    ['src/model/a.ts', `import {x} from '../engine/x'`],
    ['src/model/a.ts', `import type {X} from '../engine/x'`],
    ['src/model/rules/a.ts', `export * from '../../matching'`],
    ['src/matching/a.ts', `const x = await import('../ui/x')`],
    ['src/matching/a.ts', `type X = import('../ui/x').X`],
    ['src/engine/a.ts', `import {x} from '../browser/x'`],
    ['src/simulator/a.ts', `import {x} from '../engine/plan'`],
    ['src/ui/a.ts', `import {x} from '../engine/plan'`],
    ['src/engine/a.ts', `import {x} from '@/src/browser/x'`],
    ['src/engine/a.ts', `import {x} from '../x'`],
    ['src/engine/a.ts', `import {x} from '../../entrypoints/background'`],
    ['src/browser/a.ts', `import {type X, y} from '../engine/x'`],
    ['src/helpers/a.ts', `export const x = 1`],
    ['src/a.ts', `export const x = 1`],
    ['entrypoints/a.ts', `import {x} from '../src/helpers/x'`],
  ])('of the layer table is found: %s: %s', (path, code) => {
    expect(importFaults(sourceOf(path, code))).toHaveLength(1)
  })

  it.each([
    ['src/dnr/a.ts', `import {x} from '../model/x'; import {y} from './y'; import {z} from 'zod/mini'`],
    ['src/dnr/a.ts', `export {x} from '../model'`],
    ['src/ui/a.ts', `import {x} from '../simulator/explain'`],
    ['src/browser/a.ts', `import type {X} from '../engine/x'; import {browser} from './browser'`],
    ['entrypoints/popup/main.tsx', `import {x} from '../../src/ui/x'; import './style.css'`],
  ])('is not reported for allowed imports: %s: %s', (path, code) => {
    expect(importFaults(sourceOf(path, code))).toEqual([])
  })

  it.each([
    ['src/engine/a.ts', `import browser from 'webextension-polyfill'`],
    ['src/engine/a.ts', `import {browser} from 'wxt/browser'`],
    ['src/page/a.ts', `import browser from 'webextension-polyfill'`],
    ['src/engine/a.ts', `chrome.runtime.getURL('')`],
    ['src/engine/a.ts', `globalThis.browser.runtime.id`],
    ['src/engine/a.ts', `type R = chrome.declarativeNetRequest.Rule`],
    ['entrypoints/background.ts', `browser.runtime.id`],
  ])('of the browser API rule is found: %s: %s', (path, code) => {
    expect(browserFaults(sourceOf(path, code))).toHaveLength(1)
  })

  it.each([
    ['src/browser/a.ts', `import browser from 'webextension-polyfill'`],
    ['src/page/a.ts', `chrome.runtime.getURL('')`],
    ['entrypoints/background.ts', `import {browser} from '../src/browser/browser'; browser.runtime.id`],
    ['src/engine/a.ts', `const f = ({browser}: {browser: {id: string}}) => browser.id; const s = 'chrome.runtime'`],
  ])('is not reported where browser APIs are allowed: %s: %s', (path, code) => {
    expect(browserFaults(sourceOf(path, code))).toEqual([])
  })

  it('of the style rules is found', () => {
    expect(styleFaults(sourceOf('src/ui/a.ts', 'enum A {B}'))).toHaveLength(1)
    expect(styleFaults(sourceOf('src/ui/a.ts', 'export default 1'))).toHaveLength(1)
    expect(styleFaults(sourceOf('src/ui/a.ts', 'const a = 1; export {a as default}'))).toHaveLength(1)
    expect(styleFaults(sourceOf('entrypoints/a.ts', 'export default 1'))).toEqual([])
    expect(lengthFault('src/ui/a.ts', 401)).toHaveLength(1)
    expect(lengthFault('entrypoints/a.ts', 60)).toHaveLength(1)
  })

  it('of the nine file names is found', () => {
    const nine = nineNames.map(name => `src/ui/options/editor/forms/${name}.tsx`)
    expect(nineFaults('src/ui/options/editor/forms', [...nine, 'src/ui/options/editor/forms/index.ts'])).toEqual([])
    expect(nineFaults('src/ui/options/editor/forms', nine.slice(1))).toEqual([
      'src/ui/options/editor/forms has no redirect',
    ])
    expect(nineFaults('src/ui/options/editor/forms', [...nine, 'src/ui/options/editor/forms/field.tsx'])).toEqual([
      'src/ui/options/editor/forms may not hold field',
    ])
    expect(nineFaults('src/ui/options/editor/forms', [])).toHaveLength(9)
  })
})
