import {describe, expect, it} from 'vitest'
import {importNoteTexts} from '../../../src/locales/import-notes'
import {readRule} from '../../../src/model/rule'
import {readAllRules} from '../../../src/import-export/import-rules'
import {translateRule} from '../../../src/dnr/translate'
import {getPriority} from '../../../src/dnr/priorities'
import {followBrowserRules} from '../../browser/oracle/follow'
import {createFallbackRedirect} from '../dnr/replace-helpers'

const host = '<host>old.example.test</host>'
const https = '<protocol>https</protocol>'
const locations = {
  'one address by all its parts': `${https}${host}<port>443</port>`,
  'a scheme and a host': `${https}${host}`,
  'a host': host,
  'hosts by a star': '<host>*.example.test</host>',
  'a path': `${host}<path>/api/*</path>`,
  'a path by all its parts': `${https}${host}<port>443</port><path>/api/*</path>`,
  'a query': `${host}<path>/api/*</path><query>*y=*</query>`,
  'a scheme alone': https,
}

type Rewriting = {
  readonly type: 'Host' | 'Path' | 'URL'
  readonly match: string
  readonly to: string
  readonly leads: string
  readonly flags?: readonly ('matchWholeValue' | 'caseSensitive' | 'matchValueRegex')[]
  /** Where the address that it is tried with has something else than `/api/v1/x`. */
  readonly path?: string
}
const numbers = {Host: 4, Path: 5, URL: 6}
const api = '/api/v1/x?y=1'
const moved = `https://new.example.test${api}`
const rewritings: readonly Rewriting[] = [
  {type: 'Host', match: 'old.example.test', to: 'new.example.test', leads: moved, flags: ['matchWholeValue']},
  {type: 'Host', match: 'old.example.test', to: 'new.example.test', leads: moved},
  {type: 'Host', match: 'OLD', to: 'new', leads: moved},
  {type: 'Host', match: '', to: 'new.example.test', leads: moved},
  {type: 'Host', match: 'old\\.(.*)', to: 'new.$1', leads: moved, flags: ['matchValueRegex']},
  {type: 'Host', match: 'old\\.(.*)', to: 'new.$1', leads: moved, flags: ['matchValueRegex', 'matchWholeValue']},
  {type: 'Host', match: 'old', to: 'very-old', leads: `https://very-old.example.test${api}`},
  {type: 'URL', match: '/v1/', to: '/v2/', leads: '/api/v2/x?y=1', flags: ['caseSensitive']},
  {type: 'URL', match: '/V1/', to: '/v2/', leads: '/api/v2/x?y=1'},
  {
    type: 'URL',
    match: '/api/img',
    to: '/static/img',
    leads: '/static/img?y=1',
    flags: ['caseSensitive'],
    path: '/api/img?y=1',
  },
  {type: 'URL', match: '/api/', to: '/api/v2/', leads: '/api/v2/v1/x?y=1'},
  {type: 'URL', match: '/api/', to: '/api/v2/', leads: '/api/v2/v1/x?y=1', flags: ['caseSensitive']},
  {type: 'URL', match: 'y=1', to: 'y=2', leads: '/api/v1/x?y=2'},
  {
    type: 'URL',
    match: 'https://old.example.test/api',
    to: 'http://localhost:3000/dev',
    leads: 'http://localhost:3000/dev/v1/x?y=1',
  },
  {
    type: 'URL',
    match: 'https://old.example.test/api',
    to: 'http://localhost:3000/dev',
    leads: 'http://localhost:3000/dev/v1/x?y=1',
    flags: ['caseSensitive'],
  },
  {type: 'URL', match: 'https://old.example.test', to: 'http://localhost:3000', leads: `http://localhost:3000${api}`},
  {type: 'URL', match: 'https://', to: 'http://', leads: `http://old.example.test${api}`, flags: ['caseSensitive']},
  {
    type: 'URL',
    match: '(https?)://old\\.example\\.test/api/(.*)',
    to: '$1://new.example.test/$2',
    leads: 'https://new.example.test/v1/x?y=1',
    flags: ['matchValueRegex'],
  },
  ...(
    [
      [
        'URL',
        '.*main\\..*\\.js',
        'http://localhost:8080/main.js',
        '/api/main.abc123.js?y=1',
        'http://localhost:8080/main.js?y=1',
      ],
      ['URL', '.*/v1/(.*)', 'http://localhost:8080/$1', api, 'http://localhost:8080/x?y=1'],
      ['URL', '(.*)/v1/(.*)', '$1/v2/$2', api, '/api/v2/x?y=1'],
      ['URL', '.+', 'http://localhost:3000/mock', api, 'http://localhost:3000/mock'],
      ['Path', '/api/.*', '/mock', api, '/mock?y=1'],
      ['Path', '/items/[^/]+', '/items/me', '/api/items/12?y=1', '/api/items/me?y=1'],
      ['Path', '.*\\.json', '/mock.json', '/api/x.json?y=1', '/mock.json?y=1'],
      ['Path', '.*/v1/(.*)', '/v2/$1', api, '/v2/x?y=1'],
      ['Path', '/(v1|v2)/', '/w-$1/', '/api/v1/x?y=/v1/', '/api/w-v1/x?y=/v1/'],
      ['Path', '/.*', '/mock', '/api/b?y=1', '/mock?y=1'],
      ['Path', '/.*\\.js', '/bundle.js', '/api/js/a.js?y=1', '/bundle.js?y=1'],
      ['Path', '/(.*)\\.json', '/mock/$1.js', '/api/b.json?y=1', '/mock/api/b.js?y=1'],
      ['Path', '/[^/]+/(.*)', '/mock/$1', api, '/mock/v1/x?y=1'],
      ['Path', '/v[0-9]+/', '/w/', '/api/v1/a/v2/x?y=1', '/api/w/a/w/x?y=1'],
      ['Path', '.*old.*', '/mock', api, api],
      ['Path', '(.*)old(.*)', '$1new$2', '/api/old/x?y=1', '/api/new/x?y=1'],
      ['Path', '(/api)/v1/(.*)', '$1/v2/$2', api, '/api/v2/x?y=1'],
      ['Path', '(/api|/rest)/', '/w/', api, '/w/v1/x?y=1'],
      ['Path', '/items/\\S+', '/items/me', '/api/items/12?y=1', '/api/items/me?y=1'],
      ['Host', '.*\\.example\\.test', 'mock.test', api, 'https://mock.test/api/v1/x?y=1'],
      ['Host', '.+\\.example\\.test', 'mock.test', api, 'https://mock.test/api/v1/x?y=1'],
      ['Host', '[^.]+\\.example\\.test', 'mock.test', api, 'https://mock.test/api/v1/x?y=1'],
      ['Host', '(\\w+)\\.example', '$1.staging', api, 'https://old.staging.test/api/v1/x?y=1'],
      ['Path', 'v1|v2', 'w', '/api/v1/x?y=v1', '/api/w/x?y=v1'],
    ] as const
  ).map(([type, match, to, path, leads]) => ({type, match, to, path, leads, flags: ['matchValueRegex']}) as const),
  {type: 'Path', match: '/v1/', to: '/v1/new/', leads: '/api/v1/new/x?y=1'},
  {type: 'Path', match: '/v1/', to: '/v1/new/', leads: '/api/v1/new/x?y=1', flags: ['caseSensitive']},
  {type: 'Path', match: '/api/', to: '/v2/', leads: '/v2/v1/x?y=1'},
  {type: 'Path', match: '/api', to: '', leads: '/v1/x?y=1'},
  {type: 'Path', match: '/api/(.*)', to: '/$1', leads: '/v1/x?y=1', flags: ['matchValueRegex']},
]

const fileOf = (location: string, {type, match, to, flags = []}: Rewriting) =>
  `<rewriteSet-array><rewriteSet><active>true</active><name>S</name><hosts><locationPatterns><locationMatch><location>${location}</location><enabled>true</enabled></locationMatch></locationPatterns></hosts><rules><rewriteRule><active>true</active><ruleType>${numbers[type]}</ruleType><matchValue>${match}</matchValue><newValue>${to}</newValue>${flags.map(flag => `<${flag}>true</${flag}>`).join('')}<replaceType>2</replaceType></rewriteRule></rules></rewriteSet></rewriteSet-array>`

/** The final URL by the rule of a file, in Chrome or by the page script's matcher. */
function ledBy(file: string, url: string) {
  const [record] = readAllRules(file).records
  const read = readRule({...record?.rule, id: 'any'})
  if (!read.ok || read.value.ruleType !== 'Replace' || record?.rule?.status !== 'Active') throw new Error(file)
  const notes = record.notes.map(({reason}) => importNoteTexts.show(reason))
  const translation = translateRule(read.value)
  const fallback = createFallbackRedirect(read.value, translation)
  if (fallback) return {url: fallback(url).url, notes}
  const {templates} = translation
  const rules = templates.map(({action, condition, band}, part) => ({
    id: part + 1,
    priority: getPriority(band, part),
    action,
    condition,
  }))
  return {url: followBrowserRules(rules, url).url, notes}
}

describe.each(Object.entries(locations))('a Charles rewrite for %s', (_name, location) => {
  it.each(rewritings)('gives the URL that Charles gives, or a note: $type $match to $to $flags', rewriting => {
    const url = `https://old.example.test${rewriting.path ?? api}`
    const led = ledBy(fileOf(location, rewriting), url)
    const goal = URL.parse(rewriting.leads, 'https://old.example.test')?.href
    expect(led.url).toBe(goal)
  })
})

it('a note says when the number of replaced matches differs from Charles', () => {
  const saidOf = (match: string, to: string, times: 1 | 2) => {
    const rewriting = {type: 'Path', match, to, leads: '', flags: ['matchValueRegex']} as const
    const file = fileOf(host, rewriting).replace('<replaceType>2', `<replaceType>${times}`)
    return ledBy(file, 'https://old.example.test/v1/a/v2/b')
  }
  const ofPath = [importNoteTexts('everyPlaceOf', {part: 'path'}), importNoteTexts('firstPlaceOf', {part: 'path'})]
  const counts = ({notes}: {readonly notes: readonly string[]}) => notes.filter(each => ofPath.includes(each))
  // Found again in its new text, it is left to the page, which replaces it once.
  expect(saidOf('/v\\d+/', '/v3/', 1).url).toBe('https://old.example.test/v3/a/v2/b')
  expect(counts(saidOf('/v\\d+/', '/v3/', 1))).toEqual([])
  expect(counts(saidOf('/v\\d+/', '/v3/', 2))).toEqual([importNoteTexts('firstPlaceOf', {part: 'path'})])
  expect(saidOf('/v\\d+/', '/w/', 1).url).toBe('https://old.example.test/w/a/w/b')
  expect(counts(saidOf('/v\\d+/', '/w/', 1))).toEqual([importNoteTexts('everyPlaceOf', {part: 'path'})])
  expect(counts(saidOf('/v\\d+/', '/w/', 2))).toEqual([])
})

it('a text that occurs twice in a host is replaced once, with a note', () => {
  const saidOf = (times: 1 | 2) => {
    const file = fileOf('<host>api.api.test</host>', {type: 'Host', match: 'api', to: 'web', leads: ''})
    const {url, notes} = ledBy(file.replace('<replaceType>2', `<replaceType>${times}`), 'https://api.api.test/a')
    return {url, notes: notes.filter(each => each === importNoteTexts('firstPlaceOf', {part: 'host'}))}
  }
  expect(saidOf(1)).toEqual({url: 'https://web.api.test/a', notes: []})
  expect(saidOf(2)).toEqual({url: 'https://web.api.test/a', notes: [importNoteTexts('firstPlaceOf', {part: 'host'})]})
})

it.each([
  ['Host', 'old.example.test', 'new.example.test', []],
  ['Path', '/v1(/.*)', '/v2$1', ['matchValueRegex']],
  ['URL', '^https://old\\.example\\.test/(.*)', 'https://new.example.test/$1', ['matchValueRegex']],
  ['URL', 'old\\.example\\.test(/.*)', 'new.example.test$1', ['matchValueRegex']],
] as const)(
  'Of the first place in the %s that %s alone can be it is not said that every one is',
  (type, match, to, flags) => {
    const file = fileOf(host, {type, match, to, leads: '', flags: [...flags]}).replace(
      '<replaceType>2',
      '<replaceType>1',
    )
    const {notes} = ledBy(file, 'https://old.example.test/v1/a')
    expect(notes.filter(each => /^(?:Every|Only the first) place/.test(each))).toEqual([])
  },
)

it('a Charles rewrite whose regex can match nothing is imported disabled', () => {
  const [record] = readAllRules(
    fileOf(host, {type: 'URL', match: '.*', to: 'http://b.test/', leads: '', flags: ['matchValueRegex']}),
  ).records
  expect(record?.rule?.status).toBe('Inactive')
  expect(record?.notes.map(({reason}) => importNoteTexts.show(reason)).join()).toContain(
    importNoteTexts('matchesNoText'),
  )
})

it('nearly all Charles rewrites give the same URL as Charles', () => {
  const stay = Object.values(locations).flatMap(location =>
    rewritings.filter(({path = api, ...rest}) => {
      if (rest.leads === path) return false
      const url = `https://old.example.test${path}`
      return ledBy(fileOf(location, rest), url).url === url
    }),
  )
  expect(stay.length).toBeLessThanOrEqual(2)
})
