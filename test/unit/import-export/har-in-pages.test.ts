import {describe, expect, it} from 'vitest'
import {importNoteTexts} from '../../../src/locales/import-notes'
import {readAllRules} from '../../../src/import-export/import-rules'

type Given = {
  readonly kind: string
  readonly text: string
  readonly type?: string
  readonly policy?: string
  readonly wait?: number
  readonly status?: number
  readonly goal?: string
  readonly referer?: string
  /** Which place in the file it has the address of. */
  readonly as?: number
  readonly destination?: string
  readonly page?: string
  readonly sent?: string
}

const headersOf = (given: Readonly<Record<string, string | undefined>>) =>
  Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [{name, value}]))

const answer = (
  {
    kind,
    text,
    type = 'text/plain',
    policy,
    wait = 0,
    status = 200,
    goal = '',
    referer,
    as,
    destination,
    page,
    sent,
  }: Given,
  at: number,
) => ({
  startedDateTime: '2026-11-20T08:00:00.000Z',
  pageref: page ?? 'page_1',
  request: {
    method: sent === undefined ? 'GET' : 'POST',
    postData: {mimeType: 'application/x-www-form-urlencoded', text: sent ?? ''},
    url: `https://shop.test/${as ?? at}`,
    headers: headersOf({Referer: referer, 'Sec-Fetch-Dest': destination}),
  },
  response: {
    status,
    redirectURL: goal,
    headers: policy === undefined ? [] : [{name: 'Content-Security-Policy', value: policy}],
    content: {mimeType: type, size: text.length, text},
  },
  timings: {wait},
  ...(kind === '' ? {} : {_resourceType: kind}),
})

/** Of each entry its switch, and what is said of it. */
const read = (...entries: readonly Given[]) =>
  readAllRules(JSON.stringify({log: {version: '1.2', entries: entries.map(answer)}})).records.map(
    ({rule, notes}) => [rule?.status, notes.map(({reason}) => importNoteTexts.show(reason)).join(' ')] as const,
  )

describe('A script of a recording', () => {
  it.each([
    `import {v} from './vendor.js'`,
    `import{a as b,c}from"../vendor.js";b()`,
    `var a=1;import*as e from"/assets/e.js"`,
    `import e,{f}from"./e.js"`,
    `export*from"./e.js"`,
    `import"./side-effects.js"`,
    `import {\n  a,\n  b,\n} from './long.js'`,
  ])('that imports by a path arrives off, since it would not run: %s', text => {
    const [only] = read({kind: 'script', text})
    expect(only?.[0]).toBe('Inactive')
    expect(only?.[1]).toContain(importNoteTexts('moduleHasNoAddress'))
    expect(read({kind: '', text, type: 'application/javascript'})[0]?.[0]).toBe('Inactive')
  })

  it.each([
    'const later = () => import("./later.js")',
    'import(/* webpackChunkName: "a" */ `./a.js`)',
    'use(import.meta.url)',
  ])('that asks by a path later says so: %s', text => {
    expect(read({kind: 'script', text})[0]).toEqual([
      'Active',
      expect.stringContaining(importNoteTexts('scriptHasNoAddress')),
    ])
  })

  it.each([
    'window.a = 1',
    `import {v} from 'https://cdn.test/v.js'`,
    `import v from 'vue'`,
    `const reimport = './a.js'; x.import('./b.js')`,
    'export const a = "./b.js"',
    'use(import.meta.env)',
    "/*! Usage: import {tiny} from './tiny' */ a()",
    "// import './polyfills'\na()",
    '/**\n * import x from "./x"\n */\na()',
    'const said = \'import "./x"\'',
  ])('that names nothing by a path is complete: %s', text => {
    expect(read({kind: 'script', text})[0]).toEqual(['Active', ''])
  })
})

describe('A style of a recording', () => {
  /** What becomes of a text that came from https://shop.test/0. */
  const given = (text: string, kind = 'stylesheet') => {
    const [pair] =
      readAllRules(JSON.stringify({log: {version: '1.2', entries: [answer({kind, text, type: 'text/css'}, 0)]}}))
        .records[0]?.rule?.pairs ?? []
    return pair?.['value']
  }

  it.each([
    ['a{background:url(./a.png)}', 'a{background:url("https://shop.test/a.png")}'],
    [`a{background:url( '../i/a b.png' )}`, 'a{background:url( "https://shop.test/i/a%20b.png" )}'],
    [
      '@font-face{src:url(/f/a.woff2?v=1#x) format("woff2"),url("//cdn.test/a.woff")}',
      '@font-face{src:url("https://shop.test/f/a.woff2?v=1#x") format("woff2"),url("https://cdn.test/a.woff")}',
    ],
    [
      `@import "a.css";@import'/b.css' print;@import url(c.css);`,
      '@import "https://shop.test/a.css";@import"https://shop.test/b.css" print;@import url("https://shop.test/c.css");',
    ],
  ])('names by whole addresses what it named by a path: %s', (text, whole) => {
    expect(given(text)).toBe(whole)
    expect(given(text, '')).toBe(whole)
    expect(read({kind: 'stylesheet', text, type: 'text/css'})[0]).toEqual(['Active', importNoteTexts('pathsAreWhole')])
  })

  it.each([
    [String.raw`a{background:url(../img/a\ b.png)}`, 'a{background:url("https://shop.test/img/a%20b.png")}'],
    [
      `a{background:image-set("1.png" 1x,'2.png'  2x, "3.avif" type("image/avif"), url(4.png) 4x)}`,
      'a{background:image-set("https://shop.test/1.png" 1x,"https://shop.test/2.png"  2x, "https://shop.test/3.avif" type("image/avif"), url("https://shop.test/4.png") 4x)}',
    ],
    [
      '/* url(a.png) */a{content:"url(b.png)"}b{background:url(c.png)}',
      '/* url(a.png) */a{content:"url(b.png)"}b{background:url("https://shop.test/c.png")}',
    ],
  ])('reads escapes, sets of images, and no texts and comments: %s', (text, whole) => {
    expect(given(text)).toBe(whole)
  })

  it('arrives off where its page takes it as it was alone', () => {
    const link = '<link rel="stylesheet" integrity="sha384-abc" crossorigin href="/1">'
    const page: Given = {kind: 'document', text: link, type: 'text/html'}
    const style = (text: string): Given => ({kind: 'stylesheet', text, type: 'text/css'})
    const [, off] = read(page, style('a{background:url(a.png)}'))
    expect(off?.[0]).toBe('Inactive')
    expect(off?.[1]).toContain(importNoteTexts('keptByIntegrity'))
    expect(read(page, style('a{color:red}'))[1]).toEqual(['Active', ''])
  })

  it.each([
    'a{background:url(data:image/png;base64,AA==)}',
    `a{background:url("data:image/svg+xml,<svg fill='url(#a)' href='url(b.png)'>")}`,
    'a{background:url("https://cdn.test/a.png")}',
    'a{filter:url(#blur)}',
    'a{background:url()}',
  ])('stays as it is where it names nothing by a path: %s', text => {
    expect(given(text)).toBe(text)
    expect(read({kind: 'stylesheet', text, type: 'text/css'})[0]).toEqual(['Active', ''])
  })

  it('of an answer to a fetch stays as it came', () => {
    expect(given('a{background:url(a.png)}', 'fetch')).toBe('a{background:url(a.png)}')
  })
})

describe('A drawing of a recording', () => {
  const drawing = (text: string, kind = 'image'): Given => ({
    kind,
    text: `<svg xmlns="x">${text}</svg>`,
    type: 'image/svg+xml',
  })

  it('that holds several, of which pages take one, arrives off', () => {
    const off = read(drawing('<symbol id="cart"><path/></symbol>'))
    expect(off[0]?.[0]).toBe('Inactive')
    expect(off[0]?.[1]).toContain(importNoteTexts('spriteHasNoAddress'))
    expect(read(drawing('<symbol id="cart"/>', ''))[0]?.[0]).toBe('Inactive')
    expect(read(drawing('<symbol id="cart"/>', 'fetch'))[0]).toEqual(['Active', ''])
    expect(read(drawing('<path/>'))[0]).toEqual(['Active', ''])
    const page: Given = {kind: 'document', text: '<svg><use xlink:href="1#cart"/></svg>', type: 'text/html'}
    expect(read(page, drawing('<g id="cart"/>'))[1]?.[0]).toBe('Inactive')
  })
})

describe('Redirects of a recording', () => {
  const to = (goal: string, at: number, wait = 0): Given => ({
    kind: 'document',
    text: '',
    status: 302,
    goal,
    as: at,
    wait,
  })
  const last: Given = {kind: 'document', text: '<p>app</p>', type: 'text/html', as: 0}

  it('that lead back to where they began, as those of a login, arrive off, and what came in the end is on', () => {
    const all = read(to('/1', 0, 20), to('https://shop.test/2#x', 1), to('/0', 2), last)
    // What answers some kinds of request alone comes before what leads all of them on.
    const [mock, ...others] = all
    expect(mock?.[0]).toBe('Active')
    expect(others.map(([status, said]) => [status, said.includes(importNoteTexts('leadsBackByOthers'))])).toEqual(
      Array.from({length: 4}, () => ['Inactive', true]),
    )
  })

  it('that lead on, or into a circle of others, stay on', () => {
    const all = read(to('/1', 0), to('/2', 1), to('/3', 2), to('/2', 3))
    expect(all.map(([status]) => status)).toEqual(['Active', 'Active', 'Inactive', 'Inactive'])
  })
})

it('A body that is in a file beside the recording is said to be there', () => {
  const entry = answer({kind: 'fetch', text: ''}, 0)
  const response = {...entry.response, content: {mimeType: 'application/json', size: 9, _file: 'a1.json'}}
  const {records} = readAllRules(JSON.stringify({log: {entries: [{...entry, response}]}}))
  expect(records.map(({rule, faults}) => [rule, faults.map(({reason}) => importNoteTexts.show(reason))])).toEqual([
    [null, [importNoteTexts('bodyInOtherFile', {file: '“a1.json”'})]],
  ])
})

it('What a redirect leads to that goes on with GET says that nobody comes by way of it', () => {
  const led = {kind: 'fetch', text: '', status: 303, goal: '/1', sent: 'q=1', wait: 20}
  const [redirect, ...goal] = read(led, {kind: 'fetch', text: '{}', wait: 20}, {kind: 'fetch', text: '{}'})
  expect(redirect?.[0]).toBe('Inactive')
  expect(goal).toEqual([
    ['Active', importNoteTexts('wayIsOff')],
    ['Active', importNoteTexts('wayIsOff')],
    ['Active', ''],
  ])
})

it('What leads to a login, and is led back to after it, arrives off, and how long it took with it', () => {
  const led = {kind: 'document', text: '', status: 302, wait: 20}
  const page = {kind: 'document', text: '<p>page</p>', type: 'text/html'}
  const all = read({...led, goal: '/1'}, page, {...led, as: 1, status: 303, goal: '/0', sent: 'me=1'}, {...page, as: 0})
  const [way, wait] = all.filter(([, said]) => said.includes(importNoteTexts('leadsAwayAgain')))
  expect([way?.[0], wait?.[0]]).toEqual(['Inactive', 'Inactive'])
})

describe('A page of a recording', () => {
  const page = (policy?: string): Given => ({
    kind: 'document',
    text: '<p>page</p>',
    type: 'text/html',
    ...(policy === undefined ? {} : {policy}),
  })
  const script = {kind: 'script', text: 'a()'}

  it.each([
    [`script-src 'self'`, 'script-src'],
    [`default-src 'self'; img-src *`, 'default-src'],
    [`script-src * data:; script-src-elem https:`, 'script-src-elem'],
    [`img-src 'none', script-src 'self'`, 'script-src'],
  ])('that takes no script from a rule by its policy lets it arrive off: %s', (policy, directive) => {
    const [, second, third] = read(page(policy), script, {kind: 'fetch', text: '{}'})
    expect(second?.[0]).toBe('Inactive')
    expect(second?.[1]).toContain(importNoteTexts('keptOutByPolicy', {directive}))
    // Nor where the recording does not name the kind.
    const [, unnamed] = read(page(policy), {...script, kind: '', type: 'text/javascript'})
    expect(unnamed?.[0]).toBe('Inactive')
    expect(third).toEqual(['Active', ''])
  })

  it('is the one that asked, behind a redirect and after another one', () => {
    const strict = page(`script-src 'self'`)
    expect(read({...page(), status: 302, goal: 'https://shop.test/1'}, strict, script)[2]?.[0]).toBe('Inactive')
    expect(read(page(), strict, script)[2]?.[0]).toBe('Inactive')
    expect(read(strict, page(), script)[2]).toEqual(['Active', ''])
    expect(read(strict, page(), {...script, referer: 'https://shop.test/0'})[2]?.[0]).toBe('Inactive')
  })

  it('is no frame of it, unless that has asked itself', () => {
    const frame: Given = {...page(), destination: 'iframe'}
    const strict = page(`script-src 'self'`)
    // Of another site's files the browser says only from which site they are asked for.
    const toCdn = {...script, referer: 'https://shop.test/'}
    expect(read(strict, frame, toCdn)[2]?.[0]).toBe('Inactive')
    expect(read(page(), {...frame, policy: `script-src 'self'`}, toCdn)[2]).toEqual(['Active', ''])
    expect(read(strict, frame, {...script, referer: 'https://shop.test/1'})[2]).toEqual(['Active', ''])
    expect(read(page(`frame-src 'self'`), frame)[1]?.[0]).toBe('Inactive')
  })

  it('is none that its text names, as a frame over plain http, which says no destination', () => {
    const entries = [answer(page(), 0), {...answer(page(), 1), _initiator: {type: 'parser', url: 'http://shop.test/0'}}]
    const {records} = readAllRules(JSON.stringify({log: {version: '1.2', entries}}))
    expect(records.map(({rule}) => rule?.pairs[0]?.source?.filters?.at(-1))).toEqual([
      {resourceType: ['main_frame']},
      {resourceType: ['sub_frame']},
    ])
  })

  it('is not held up where a rule answers it: it would run no script', () => {
    expect(read({...page(), wait: 20})).toEqual([
      ['Active', `${importNoteTexts('pageOfItsOwn')} ${importNoteTexts('pageNotHeldUp', {wait: 20})}`],
    ])
  })

  it('arrives off beside mocks of what it asks for, also where another page asked for them first', () => {
    const later = {page: 'page_2'}
    const all = read(page(), script, {...page(), ...later}, {...script, as: 1, ...later}, {...page(), page: 'page_3'})
    expect(all.map(([status]) => status)).toEqual(['Inactive', 'Active', 'Inactive', 'Active'])
    expect(all[2]?.[1]).toContain(importNoteTexts('outOfReachOfMocks'))
  })

  it('that a form opens is answered whatever the form sends, and waited for by nobody', () => {
    const [made, ...others] = read({...page(), sent: 'q=1', wait: 20}, {...page(), as: 0, sent: 'q=2'})
    expect(made).toEqual([
      'Active',
      `${importNoteTexts('formNotLookedAt')} ${importNoteTexts('pageOfItsOwn')} ${importNoteTexts('pageNotHeldUp', {wait: 20})}`,
    ])
    expect(others.map(([status]) => status)).toEqual(['Inactive'])
    const led = {...page(), sent: 'q=1', wait: 20, goal: '/9'}
    expect(read({...led, status: 307})).toEqual([
      ['Active', `${importNoteTexts('formNotLookedAt')} ${importNoteTexts('cannotBeHeldUp', {wait: 20})}`],
    ])
    expect(read({...led, status: 303})).toEqual([
      [
        'Inactive',
        `${importNoteTexts('formNotLookedAt')} ${importNoteTexts('methodKept', {status: 303, method: 'POST'})} ${importNoteTexts('cannotBeHeldUp', {wait: 20})}`,
      ],
    ])
    // To its own address it goes on with GET, and round no more.
    expect(read({...led, status: 302, goal: '/0'})[0]?.[0]).toBe('Inactive')
  })

  it('lets how long it took go off with what it does not take', () => {
    const unnamed = {...script, kind: '', type: 'text/javascript', wait: 20}
    expect(
      read(page(`script-src 'self'`), unnamed)
        .slice(1)
        .map(([status]) => status),
    ).toEqual(['Inactive', 'Inactive'])
  })

  it('may be any of those that asked for the same', () => {
    const [, first] = read(page(), script, page(`script-src 'self'`), {
      ...script,
      as: 1,
      referer: 'https://shop.test/2',
    })
    expect(first?.[0]).toBe('Inactive')
  })

  it('that the browser had already has its policy and its text all the same', () => {
    const had = {...page(`script-src 'self'`), status: 304}
    expect(read(had, script)[1]?.[0]).toBe('Inactive')
    expect(read({kind: 'fetch', text: '{"me":1}', status: 304})[0]).toEqual(['Active', ''])
  })

  it('says its policy in its own text, too', () => {
    const text = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`
    expect(read({...page(), text}, script)[1]?.[0]).toBe('Inactive')
    // As frameworks write it.
    const escaped = text.replace(`'self'`, '&#x27;self&#39; &quot;x&quot; data:; img-src &apos;self&apos;')
    expect(read({...page(), text: escaped}, script)[1]).toEqual(['Active', ''])
    expect(read({...page(), text: escaped}, {kind: 'image', text: '<svg/>', type: 'image/svg+xml'})[1]?.[0]).toBe(
      'Inactive',
    )
  })

  it('takes by its word of once only what it gives it to', () => {
    const policy = `script-src 'self' 'nonce-abc'`
    const text = (attributes: string) => `<script ${attributes} src="/1"></script>`
    expect(read({...page(policy), text: text('')}, script)[1]?.[0]).toBe('Inactive')
    expect(read({...page(policy), text: text('nonce=abc')}, script)[1]).toEqual(['Active', ''])
    // Paths lead on from its base.
    const based = `<base href="/a/">${text('nonce=abc').replace('/1', '../1')}`
    expect(read({...page(policy), text: based}, script)[1]).toEqual(['Active', ''])
  })

  it.each([undefined, `img-src 'self'`, `script-src 'self' data:`, `script-src 'nonce-abc' 'strict-dynamic'`])(
    'that takes it lets it be: %s',
    policy => {
      expect(read(page(policy), script)[1]).toEqual(['Active', ''])
    },
  )
})

it('What a page loads ahead, to fetch it itself later, is a fetch', () => {
  const ahead = {kind: 'other', text: '{}', type: 'application/json', destination: 'empty'}
  expect(read(ahead)).toEqual([['Active', '']])
  expect(read({...ahead, destination: 'manifest'})[0]?.[0]).toBe(undefined)
})

it('An answer that is too large for Chrome arrives off, or says for whom it is', () => {
  const text = 'a'.repeat(2_200_000)
  expect(read({kind: 'script', text})[0]).toEqual(['Inactive', expect.stringContaining('Chrome allows 2 MB')])
  expect(read({kind: '', text})[0]?.[1]).toContain('works for fetch and XHR only')
  expect(read({kind: 'fetch', text})[0]).toEqual(['Active', ''])
})
