import {operators, sourceKeys, type Source} from '../../../src/model/source'
import {readAddress, withoutFragment} from '../../../src/matching/address'
import type {Chance} from './chance'

const hosts = [
  'a.test',
  'shop.test',
  'www.shop.test',
  'xn--bcher-kva.test',
  'shop.test.evil.test',
  '127.0.0.1',
  'ab-c.test',
  'api.shop.test',
]
const words = ['a', 'ab', 'aab', 'shop', 'cart', 'v1', 'API', 'x.y', 'img', 'test', '1', '22', 'b', 'shop.test', '']
const odd = [
  '*',
  '^',
  '|',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '$',
  '+',
  '\\',
  '%20',
  '%2F',
  'é',
  'ß',
  '"',
  '<',
  '~',
  "'",
  '!',
  '@',
  ':',
  ',',
  ';',
  '=',
  '&',
  '`',
  '_',
  '-',
  ' ',
  '//',
]

const text = (by: Chance): string =>
  Array.from({length: by.below(3)}, () => (by.percent(25) ? by.pick(odd) : by.pick(words))).join(
    by.pick(['', '', '-', '.', '/']),
  )

/** Generates a URL as a person may type it, before normalization. */
export function anyUrl(by: Chance): string {
  const scheme = by.pick(['http', 'https', 'https', 'http', 'ws', 'wss'])
  const user = by.percent(3) ? by.pick(['shop.test@', 'me:secret@', 'a@']) : ''
  const host = by.percent(3) ? '[::1]' : by.pick(hosts)
  const port = by.percent(20) ? by.pick([':80', ':443', ':8080', ':1']) : ''
  const path = Array.from({length: by.below(4)}, () => `/${text(by)}`).join('')
  const query = by.percent(50)
    ? `?${by.percent(30) ? `u=http://${by.pick(hosts)}/${text(by)}&` : ''}${text(by)}=${text(by)}`
    : ''
  const fragment = by.percent(25) ? `#${by.percent(40) ? `http://${by.pick(hosts)}/` : ''}${text(by)}` : ''
  return `${scheme}://${user}${host}${port}${path}${query}${fragment}`
}

/** Generates a URL that is similar to another. */
export function nearUrl(by: Chance, url: string): string {
  const part = by.part(url, 6)
  switch (by.below(7)) {
    case 0:
      return `${url}${by.percent(50) ? '#' : ''}${by.pick(words)}`
    case 1:
      return url.replace(part, by.pick(words))
    case 2:
      return url.replace(/^\w+:\/\/[^/]*/, `http://${by.pick(hosts)}`)
    case 3:
      return `http://${by.pick(hosts)}/?u=${url}`
    case 4:
      return `http://${by.pick(hosts)}/${by.pick(words)}#${url}`
    case 5:
      return url.replace(part, part.toUpperCase())
    default:
      return url.replace(/(:\/\/[^/]*\/)/, `$1${by.pick(words)}/`)
  }
}

const escaped = (value: string) => value.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Generates a regex from a text by replacing, repeating and grouping some characters. */
function regexFrom(by: Chance, value: string): string {
  let regex = ''
  for (const character of value) {
    const roll = by.below(100)
    if (roll < 70) regex += escaped(character)
    else if (roll < 75) regex += '.'
    else if (roll < 79) regex += by.pick(['.*', '.+', '.*?', '[^/]*', '[^/]+', '\\w*', '\\S+?', '.{0,3}'])
    else if (roll < 83)
      regex += /\w/.test(character)
        ? by.pick(['\\w', '[a-z]', '[^/?#]', '[[:alnum:]]', '\\W', '(?i:' + character + ')'])
        : '\\W'
    else if (roll < 87) regex += `(${escaped(character)}|${by.pick(words) || 'q'})`
    else if (roll < 90) regex += `(?:${escaped(character)}${by.pick(['a', '/', ''])})${by.pick(['?', '*', '+', '??'])}`
    else if (roll < 93) regex += escaped(character) + by.pick(['+', '*', '?', '{1,2}', '+?'])
    else if (roll < 95) regex += by.pick(['(^|/)', '(?:^|[?&/])', '(/|$)', '(?:[?#]|$)', '(\\W|$)'])
    else if (roll < 96) regex += `\\b${escaped(character)}`
    else if (roll < 97) regex += `\\Q${character}\\E`
    else if (roll < 98) regex += by.pick(['()', '(?:)', '\\B', '^', '$', '(.*)', '(\\d+)'])
    else regex += `(${escaped(character)})`
  }
  if (by.percent(25)) regex = `^${regex}`
  if (by.percent(25)) regex = `${regex}$`
  if (by.percent(15))
    regex = by.percent(50)
      ? `${regex}|${escaped(by.pick(words) || 'q')}`
      : `${by.pick(['^', '']) + escaped(by.pick(words) || 'q')}${by.pick(['$', ''])}|${regex}`
  if (by.percent(15)) regex = by.percent(50) ? `/${regex}/i` : `(?i)${regex}`
  return regex === '' ? '.' : regex
}

const wildcardFrom = (by: Chance, value: string): string => {
  let wild = value
  for (let left = 1 + by.below(3); left > 0; left--) wild = wild.replace(by.part(wild, 12), '*')
  return by.percent(20) ? `*${wild.slice(by.below(4))}*` : wild
}

/** Generates a source that often matches the URL. */
export function anySource(by: Chance, url: string): Source {
  const key = by.pick(sourceKeys)
  const operator = by.pick(operators)
  const address = readAddress(url)
  const whole =
    key === 'url'
      ? by.percent(10)
        ? url
        : withoutFragment(url)
      : key === 'host'
        ? by.pick([address.host, address.host, address.writtenHostPort, address.hostPort])
        : address.path
  const other = by.percent(10)
  const value =
    operator === 'Equals'
      ? other && key !== 'path'
        ? whole.toUpperCase()
        : whole
      : operator === 'Contains'
        ? by.part(whole) || '/'
        : operator === 'Matches'
          ? regexFrom(by, by.percent(40) ? whole.slice(0, 30) : by.part(whole, 14))
          : wildcardFrom(by, whole)
  return {key, operator, value: value === '' ? 'a' : value, filters: []}
}
