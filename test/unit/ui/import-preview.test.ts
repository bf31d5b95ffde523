import {describe, expect, it} from 'vitest'
import {readForPreview, type ReadFile} from '../../../src/import-export/reader'
import {createPreview} from '../../../src/ui/options/import/preview'

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
  return createPreview('shop.har', file, [])
}

const chosenIn = (preview: Awaited<ReturnType<typeof previewOf>>) => preview.chosen.value.map(({name}) => name)

describe('What a preview holds', () => {
  it('leaves out and takes along how long an answer took with the answer', async () => {
    const preview = await previewOf([entry('a', 300), entry('b', 200)])
    expect(chosenIn(preview)).toEqual(['GET /a', 'GET /a: wait', 'GET /b', 'GET /b: wait'])
    preview.want([0], false)
    expect(chosenIn(preview)).toEqual(['GET /b', 'GET /b: wait'])
    preview.want([0], true)
    expect(chosenIn(preview)).toEqual(['GET /a', 'GET /a: wait', 'GET /b', 'GET /b: wait'])
  })

  it('lets the answer be taken without how long it took', async () => {
    const preview = await previewOf([entry('a', 300)])
    preview.want([1], false)
    expect(chosenIn(preview)).toEqual(['GET /a'])
  })

  it('does not choose anew what is here already', async () => {
    const before = await previewOf([entry('a', 300)])
    const wait = {id: 'rule_1', ...before.entries.value[1]?.rule}
    const preview = await previewOf([entry('a', 300)], [wait])
    expect(chosenIn(preview)).toEqual(['GET /a'])
    preview.want([0], false)
    preview.want([0], true)
    expect(chosenIn(preview)).toEqual(['GET /a'])
  })

  it('is judged again by what is here: what has come is wanted no more, and again where it is gone', async () => {
    const preview = await previewOf([entry('a', 0), entry('b', 0), entry('c', 0)])
    preview.want([2], false)
    preview.filter.value = 'already-here'
    const [first] = preview.entries.value
    const here = {id: 'rule_1', ...first?.rule}
    preview.judge({rules: [here], groups: []})
    expect(chosenIn(preview)).toEqual(['GET /b'])
    expect(preview.entries.value[0]).toMatchObject({verdict: 'already-here', same: 'rule_1'})
    preview.judge({rules: [{...here, name: 'Another'}], groups: []})
    expect(chosenIn(preview)).toEqual(['GET /a', 'GET /b'])
    // Nothing of what was shown is left.
    expect(preview.filter.value).toBe('all')
  })

  it('wants what was here at first once it is gone, but for what somebody wants not', async () => {
    const before = await previewOf([entry('a', 0), entry('b', 0)])
    const rules = before.entries.value.map(({rule}, at) => ({id: `rule_${at}`, ...rule}))
    const preview = await previewOf([entry('a', 0), entry('b', 0)], rules)
    preview.want([1], false)
    preview.judge({rules: [], groups: []})
    expect(chosenIn(preview)).toEqual(['GET /a'])
  })
})
