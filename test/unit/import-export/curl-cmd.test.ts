import {expect, it} from 'vitest'
import {readAllRules} from '../../../src/import-export/import-rules'
import {chanceOf} from './mutate'

const signs = /[^\w\s:=+~'/.,?;()*`-]/gu
const withBackslashes = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')

/** How browsers write a text for `cmd`, by what their copies are seen to hold. */
const written: Record<string, (text: string) => string> = {
  'quotes and signs with carets': text =>
    `^"${withBackslashes(text)
      .replace(signs, '^$&')
      .replace(/%(?=\w)/g, '%^')
      .replaceAll('\n', '^\n\n')}^"`,
  'each line in quotes of its own': text =>
    `^"${withBackslashes(text).replace(signs, '^$&').replaceAll('\n', '"^\r\n\r\n"')}^"`,
  'carets where a text has lines alone': text => {
    const quote = text.includes('\n') ? '^"' : '"'
    const signed = withBackslashes(text)
      .replace(signs, '^$&')
      .replace(/%(?=\w)/g, '%^')
    return `${quote}${signed.replaceAll('\n', '^\n\n')}${quote}`
  },
  'each quote twice': text =>
    `"${text.replaceAll('\\', '\\\\').replaceAll('"', '""').replaceAll('%', '"%"').replaceAll('\n', '"^\r\n"')}"`,
}

const parts = [
  '{"id": 1, "q": "a b"}',
  '"',
  '\\',
  '%20',
  '100% ',
  '%PATH%',
  '\n',
  '\n  ',
  '2^3',
  '^[a-z]+$',
  '&x=1',
  '|',
  '<b>é</b>',
  '!',
  '[1]',
  "it's",
  '$5',
  '#',
  '@',
  'Ω',
  '😀',
  'word',
  ' ',
  ';',
]

const bodyOf = (command: string): unknown =>
  readAllRules(command).records.flatMap(({rule}) => (rule?.ruleType === 'Request' ? [rule.pairs[0]?.['value']] : []))[0]

it.each(Object.entries(written))('a cURL body copied for cmd is read unchanged: %s', (_how, write) => {
  const chance = chanceOf(7)
  const partsOf = (count: number) =>
    Array.from({length: count}, () => parts[Math.floor(chance() * parts.length)] ?? '').join('')
  for (let round = 0; round < 500; round++) {
    const text = `{"n": ${round}, "t": ${JSON.stringify(partsOf(3))}}${partsOf(Math.floor(chance() * 6))}x`
    const command = [
      `curl ${write('https://a.test/p?x=%20')}`,
      `  -H ${write('accept: "text", */*')}`,
      `  --data-raw ${write(text)}`,
    ].join(' ^\r\n')
    expect({command, body: bodyOf(command)}).toEqual({command, body: text})
  }
})
