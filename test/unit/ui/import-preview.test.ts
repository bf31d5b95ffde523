import {describe, expect, it} from 'vitest'
import {readForPreview, type ReadFile} from '../../../src/import-export/reader'
import {createPreviewState} from '../../../src/ui/options/import/preview-state'

const entry = (path: string, wait: number) => ({
  request: {method: 'GET', url: `https://shop.test/${path}`, headers: []},
  response: {status: 200, headers: [], content: {mimeType: 'application/json', text: '{}'}},
  timings: {wait},
  _resourceType: 'fetch',
})

async function previewOf(entries: readonly object[], rules: readonly {readonly id: string}[] = []) {
  const files: ReadFile[] = []
  await readForPreview({from: JSON.stringify({log: {version: '1.2', entries}}), rules}, said => {
    if ('file' in said) files.push(said.file)
  })
  const [file] = files
  if (!file) throw new Error('It was not read.')
  return createPreviewState('shop.har', file, [])
}

const chosenIn = (preview: Awaited<ReturnType<typeof previewOf>>) => preview.chosen.value.map(({name}) => name)

describe('an import preview', () => {
  it('selects the delay of a response together with its response', async () => {
    const preview = await previewOf([entry('a', 300), entry('b', 200)])
    expect(chosenIn(preview)).toEqual(['GET /a', 'GET /a: wait', 'GET /b', 'GET /b: wait'])
    preview.select([0], false)
    expect(chosenIn(preview)).toEqual(['GET /b', 'GET /b: wait'])
    preview.select([0], true)
    expect(chosenIn(preview)).toEqual(['GET /a', 'GET /a: wait', 'GET /b', 'GET /b: wait'])
  })

  it('lets a response be selected without its delay', async () => {
    const preview = await previewOf([entry('a', 300)])
    preview.select([1], false)
    expect(chosenIn(preview)).toEqual(['GET /a'])
  })

  it('does not select rules that already exist', async () => {
    const before = await previewOf([entry('a', 300)])
    const wait = {id: 'rule_1', ...before.entries[1]?.rule}
    const preview = await previewOf([entry('a', 300)], [wait])
    expect(chosenIn(preview)).toEqual(['GET /a'])
    preview.select([0], false)
    preview.select([0], true)
    expect(chosenIn(preview)).toEqual(['GET /a'])
  })
})
