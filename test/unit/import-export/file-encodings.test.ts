import {importNoteTexts} from '../../../src/locales/import-notes'
import {describe, expect, it} from 'vitest'
import {readForPreview, type ImportUpdate} from '../../../src/import-export/reader'

const profile = (value: string) =>
  `[{"version": 2,\n "title": "T", "headers": [{"name": "X-Name", "value": "${value}"}]}]`
const inLatin1 = (text: string) => Uint8Array.from(text, letter => letter.charCodeAt(0))
const inUtf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(`\uFEFF${text}`, letter => letter.charCodeAt(0)).buffer)

async function said(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  const heard: ImportUpdate[] = []
  await readForPreview({from: new Blob([bytes]), rules: []}, each => heard.push(each))
  const last = heard.at(-1)
  if (last && 'failed' in last) return {failed: importNoteTexts.show(last.failed)}
  return last && 'file' in last ? last.file.imported.records[0]?.rule?.pairs[0] : last
}

describe('an imported file', () => {
  it.each(['Zoë', '\uFFFD'])('in UTF-8 is read unchanged: %s', async value => {
    for (const mark of ['', '\uFEFF'])
      expect(await said(new TextEncoder().encode(mark + profile(value)))).toMatchObject({modifications: [{value}]})
  })

  it('in UTF-16 with a byte order mark is read', async () => {
    const bytes = inUtf16(profile('Zoë'))
    const turned = bytes.map((_, at) => bytes[at ^ 1] ?? 0)
    for (const each of [bytes, turned]) expect(await said(each)).toMatchObject({modifications: [{value: 'Zoë'}]})
  })

  it('in another encoding is refused', async () => {
    const words = 'The file is not UTF-8. Save it as UTF-8 and import it again.'
    expect(await said(inLatin1(profile('Zoë')))).toEqual({failed: `At line 2, column 59: ${words}`})
  })
})
