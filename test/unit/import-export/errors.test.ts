import {importNoteTexts} from '../../../src/locales/import-notes'
import {describe, expect, it} from 'vitest'
import {isImportError} from '../../../src/import-export/import-error'
import {readAllRules} from '../../../src/import-export/import-rules'
import {limits} from '../../../src/import-export/limits'

function errorOf(text: string): string {
  try {
    readAllRules(text)
  } catch (error) {
    if (isImportError(error)) return `${error.fault.code} | ${importNoteTexts.show(error.reason)}`
    throw error
  }
  return 'none'
}

describe('an unreadable file', () => {
  it.each([
    ['', 'unknown-format | At line 1, column 1: This file is empty.'],
    ['hello', 'unknown-format | At line 1, column 1: This is not JSON, XML or a cURL command.'],
    [
      '`curl https://a.test/ -H "x: 1"` and `curl https://b.test/ -H "x: 2"`',
      'unknown-format | At line 1, column 1: This is not JSON, XML or a cURL command.',
    ],
    ...[
      'fetch("https://a.test/", {"method": "GET"});',
      'await fetch("https://a.test/", {});',
      'Invoke-WebRequest -UseBasicParsing -Uri "https://a.test/"',
      '$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\nInvoke-WebRequest',
    ].map(text => [
      text,
      'unknown-format | At line 1, column 1: This was copied for a script or PowerShell. Use “Copy as cURL” in DevTools.',
    ]),
    ['{"a": 1,\n "b": }', 'not-json | At line 2, column 7: This is not valid JSON. Unexpected “}”.'],
    ['[1, 2', 'not-json | At line 1, column 6: This is not valid JSON. The file is incomplete.'],
    ['{"a": "x\ny"}', 'not-json | At line 1, column 9: This is not valid JSON. Unexpected “\ny"}”.'],
    ['{"a": tru}', 'not-json | At line 1, column 7: This is not valid JSON. Unexpected “tru}”.'],
    ['{"a": 01}', 'not-json | At line 1, column 7: This is not valid JSON. Unexpected “01}”.'],
    ['{"a": 1} x', 'not-json | At line 1, column 10: This is not valid JSON. Unexpected “x”.'],
    ['{a: 1}', 'not-json | At line 1, column 2: This is not valid JSON. Unexpected “a: 1}”.'],
    ['[1,]', 'not-json | At line 1, column 4: This is not valid JSON. Unexpected “]”.'],
    ["curl 'https://a.test", 'not-a-command | At line 1, column 6: This quote is never closed.'],
    ["curl a.test\ncurl 'b.test", 'not-a-command | At line 2, column 6: This quote is never closed.'],
    ["curl a.test; curl 'b.test", 'not-a-command | At line 1, column 19: This quote is never closed.'],
    [
      'curl ^"https://a.test/x^" ^\n  -H ^"a: b^" ^\n  -H ^"c: d',
      'not-a-command | At line 3, column 7: This quote is never closed.',
    ],
    [
      'curl "https://a.test/x" ^\r\n  -H "a: b" ^\r\n  -H "c: d',
      'not-a-command | At line 3, column 6: This quote is never closed.',
    ],
    [
      'curl "https://a.test/x" ^\r\n  -H "a: ""b""" ^\r\n  -H "c: d',
      'not-a-command | At line 3, column 6: This quote is never closed.',
    ],
    ['curl -s', 'not-as-documented | At line 1, column 1: The command has no URL.'],
  ])('%j reports the position', (text, message) => expect(errorOf(text)).toBe(message))

  it('of an unknown format reports its contents and the known formats', () =>
    expect(errorOf('{"colour": "red", "size": 2}')).toBe(
      'unknown-format | This is JSON in an unknown format (its fields are colour, size). ' +
        'Supported formats: Switchyard, Requestly, ModHeader, Redirector, Header Editor, Resource Override, SimpleModifyHeaders, inssman, HAR, Charles, cURL.',
    ))

  it('without the list of its format names the list', () => {
    expect(errorOf('{"createdBy": "Redirector v3"}')).toContain('At $.redirects: ')
    expect(errorOf('{"log": {"entries": 5}}')).toContain('At $.log.entries: ')
    expect(errorOf('{"format": "switchyard", "version": 1, "rules": 4}')).toContain('At $.rules: ')
  })

  it('of a newer version reports the version', () =>
    expect(errorOf('{"format": "switchyard", "version": 2, "rules": []}')).toBe(
      'not-as-documented | At $.version: This file has version 2, written by a newer Switchyard. This Switchyard supports version 1.',
    ))

  it.each([
    ['<rewrite>\n  <sets>\n</rewrite>', 'line 3, column 1'],
    ['<map>\n<toolEnabled>true</toolEnabled>\r\n\r\n</x>', 'line 4, column 1'],
    ['<map>\n<toolEnabled>true</x>\n</map>', 'line 2, column 14'],
    ['<map>\n<toolEnabled a=1>true</toolEnabled></map>', 'line 2, column 1'],
  ])('of invalid XML reports line and column: %j', (text, place) =>
    expect(errorOf(text)).toMatch(new RegExp(`^not-xml \\| At ${place}: This is not valid XML: `)),
  )

  it('of XML with a document type or an entity is refused before parsing', () => {
    expect(errorOf('<!DOCTYPE a [<!ENTITY b "c">]>\n<map>&b;</map>')).toBe(
      'not-xml | At line 1, column 1: For your safety, document types and entities are not supported.',
    )
    expect(errorOf('<map>&unknown;</map>')).toContain('not-xml')
    expect(errorOf('<map>'.repeat(10_000)).length).toBeLessThan(500)
    expect(errorOf('<map><!-- <!DOCTYPE x> --><mappings/></map>')).toBe('none')
  })
})

it('a record whose text is in another file names that file', () => {
  const source = {key: 'Url', operator: 'Contains', value: 'shop.test'}
  const response = {type: 'local_file', value: '/home/me/a.json'}
  const rule = {objectType: 'rule', ruleType: 'Response', name: 'Mock', pairs: [{source, response}]}
  expect(readAllRules(JSON.stringify([rule])).records.flatMap(({faults}) => faults)).toEqual([
    {
      path: 'pairs[0].response.value',
      code: 'refused',
      reason: {code: 'pasteTextOfFile', params: {file: '“/home/me/a.json”'}},
    },
  ])
})

describe('an extreme file', () => {
  it('with deeply nested lists is refused', () => {
    const deep = 300_000
    expect(errorOf(`{"log": ${'['.repeat(deep)}${']'.repeat(deep)}}`)).toBe(
      'too-much | Lists and objects are nested more than 100 levels deep.',
    )
    expect(errorOf(`{"log": "${'['.repeat(deep)}"}`)).toContain('unknown-format')
    expect(errorOf(`<map>${'<a>'.repeat(2_000)}${'</a>'.repeat(2_000)}</map>`)).toContain('more than 100 levels deep')
  })

  it('with more records than the limit is refused', () =>
    expect(errorOf(`{"log":{"entries":[${'0,'.repeat(limits.records)}0]}}`)).toBe(
      `too-much | At $.log.entries: This file has ${limits.records + 1} records. At most ${limits.records} can be imported from one file.`,
    ))

  it('with long texts and regexes is read quickly', () => {
    // Each of these once took a minute and more.
    expect(errorOf(`<map>${'<!--'.repeat(400_000)}</map>`)).toContain('document types and entities are not supported')
    expect(errorOf(`<map>${'<![CDATA['.repeat(400_000)}</map>`)).toContain(
      'document types and entities are not supported',
    )
    for (const command of [
      `curl https://a.test/ -H a:b ${'a=1\n'.repeat(100_000)}`,
      `curl https://a.test/ -H a:b${'\nenv A=1'.repeat(100_000)}`,
    ])
      expect(readAllRules(command).records).toHaveLength(1)
    const long = '['.repeat(200_000)
    expect(
      readAllRules(JSON.stringify([{title: 'x', urlReplacements: [{name: long, value: '$1'}]}])).records[0]?.rule,
    ).toBeNull()
    expect(readAllRules(`curl -d "${'\\"'.repeat(200_000)}" https://a.test/`).records).toHaveLength(2)
  })
})
