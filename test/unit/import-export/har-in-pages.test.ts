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

describe('a script of a HAR file', () => {
  it.each([
    `import {v} from './vendor.js'`,
    `import{a as b,c}from"../vendor.js";b()`,
    `var a=1;import*as e from"/assets/e.js"`,
    `import e,{f}from"./e.js"`,
    `export*from"./e.js"`,
    `import"./side-effects.js"`,
    `import {\n  a,\n  b,\n} from './long.js'`,
  ])('with a relative static import is imported disabled: %s', text => {
    const [only] = read({kind: 'script', text})
    expect(only?.[0]).toBe('Inactive')
    expect(only?.[1]).toContain(importNoteTexts('moduleHasNoAddress'))
    expect(read({kind: '', text, type: 'application/javascript'})[0]?.[0]).toBe('Inactive')
  })

  it.each([
    'const later = () => import("./later.js")',
    'import(/* webpackChunkName: "a" */ `./a.js`)',
    'use(import.meta.url)',
  ])('with a relative dynamic import has a note: %s', text => {
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
  ])('without relative URLs has no note: %s', text => {
    expect(read({kind: 'script', text})[0]).toEqual(['Active', ''])
  })
})

describe('a stylesheet of a HAR file', () => {
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
  ])('gets absolute URLs: %s', (text, whole) => {
    expect(given(text)).toBe(whole)
    expect(given(text, '')).toBe(whole)
    expect(read({kind: 'stylesheet', text, type: 'text/css'})[0]).toEqual([
      'Active',
      importNoteTexts('urlsMadeAbsolute'),
    ])
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
  ])('resolves escapes and image sets, not strings and comments: %s', (text, whole) => {
    expect(given(text)).toBe(whole)
  })

  it('is imported disabled when its page requires its integrity hash', () => {
    const link = '<link rel="stylesheet" integrity="sha384-abc" crossorigin href="/1">'
    const page: Given = {kind: 'document', text: link, type: 'text/html'}
    const style = (text: string): Given => ({kind: 'stylesheet', text, type: 'text/css'})
    const [, off] = read(page, style('a{background:url(a.png)}'))
    expect(off?.[0]).toBe('Inactive')
    expect(off?.[1]).toContain(importNoteTexts('integrityForbidsChange'))
    expect(read(page, style('a{color:red}'))[1]).toEqual(['Active', ''])
  })

  it.each([
    'a{background:url(data:image/png;base64,AA==)}',
    `a{background:url("data:image/svg+xml,<svg fill='url(#a)' href='url(b.png)'>")}`,
    'a{background:url("https://cdn.test/a.png")}',
    'a{filter:url(#blur)}',
    'a{background:url()}',
  ])('without relative URLs stays unchanged: %s', text => {
    expect(given(text)).toBe(text)
    expect(read({kind: 'stylesheet', text, type: 'text/css'})[0]).toEqual(['Active', ''])
  })

  it('fetched by a script stays unchanged', () => {
    expect(given('a{background:url(a.png)}', 'fetch')).toBe('a{background:url(a.png)}')
  })
})

describe('an SVG of a HAR file', () => {
  const drawing = (text: string, kind = 'image'): Given => ({
    kind,
    text: `<svg xmlns="x">${text}</svg>`,
    type: 'image/svg+xml',
  })

  it('used as a sprite is imported disabled', () => {
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

describe('redirects of a HAR file', () => {
  const to = (goal: string, at: number, wait = 0): Given => ({
    kind: 'document',
    text: '',
    status: 302,
    goal,
    as: at,
    wait,
  })
  const last: Given = {kind: 'document', text: '<p>app</p>', type: 'text/html', as: 0}

  it('that form a loop, as in a login, are imported disabled', () => {
    const all = read(to('/1', 0, 20), to('https://shop.test/2#x', 1), to('/0', 2), last)
    // What answers some kinds of request alone comes before what leads all of them on.
    const [mock, ...others] = all
    expect(mock?.[0]).toBe('Active')
    expect(
      others.map(([status, said]) => [status, said.includes(importNoteTexts('redirectsBackThroughOthers'))]),
    ).toEqual(Array.from({length: 4}, () => ['Inactive', true]))
  })

  it('that lead elsewhere, or into the loop of others, stay enabled', () => {
    const all = read(to('/1', 0), to('/2', 1), to('/3', 2), to('/2', 3))
    expect(all.map(([status]) => status)).toEqual(['Active', 'Active', 'Inactive', 'Inactive'])
  })
})

it('a note names the file of a HAR body that is stored separately', () => {
  const entry = answer({kind: 'fetch', text: ''}, 0)
  const response = {...entry.response, content: {mimeType: 'application/json', size: 9, _file: 'a1.json'}}
  const {records} = readAllRules(JSON.stringify({log: {entries: [{...entry, response}]}}))
  expect(records.map(({rule, faults}) => [rule, faults.map(({reason}) => importNoteTexts.show(reason))])).toEqual([
    [null, [importNoteTexts('bodyInOtherFile', {file: '“a1.json”'})]],
  ])
})

it('the target of a disabled redirect has a note', () => {
  const led = {kind: 'fetch', text: '', status: 303, goal: '/1', sent: 'q=1', wait: 20}
  const [redirect, ...goal] = read(led, {kind: 'fetch', text: '{}', wait: 20}, {kind: 'fetch', text: '{}'})
  expect(redirect?.[0]).toBe('Inactive')
  expect(goal).toEqual([
    ['Active', importNoteTexts('recordedRedirectIsOff')],
    ['Active', importNoteTexts('recordedRedirectIsOff')],
    ['Active', ''],
  ])
})

it('a redirect to a login and its delay are imported disabled', () => {
  const led = {kind: 'document', text: '', status: 302, wait: 20}
  const page = {kind: 'document', text: '<p>page</p>', type: 'text/html'}
  const all = read({...led, goal: '/1'}, page, {...led, as: 1, status: 303, goal: '/0', sent: 'me=1'}, {...page, as: 0})
  const [way, wait] = all.filter(([, said]) => said.includes(importNoteTexts('redirectBlocksPage')))
  expect([way?.[0], wait?.[0]]).toEqual(['Inactive', 'Inactive'])
})

describe('a page of a HAR file', () => {
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
  ])('with a policy against data: URLs disables its mocks: %s', (policy, directive) => {
    const [, second, third] = read(page(policy), script, {kind: 'fetch', text: '{}'})
    expect(second?.[0]).toBe('Inactive')
    expect(second?.[1]).toContain(importNoteTexts('blockedByPolicy', {directive}))
    // Nor where the recording does not name the kind.
    const [, unnamed] = read(page(policy), {...script, kind: '', type: 'text/javascript'})
    expect(unnamed?.[0]).toBe('Inactive')
    expect(third).toEqual(['Active', ''])
  })

  it('is the page that sent the request, after redirects and navigations', () => {
    const strict = page(`script-src 'self'`)
    expect(read({...page(), status: 302, goal: 'https://shop.test/1'}, strict, script)[2]?.[0]).toBe('Inactive')
    expect(read(page(), strict, script)[2]?.[0]).toBe('Inactive')
    expect(read(strict, page(), script)[2]).toEqual(['Active', ''])
    expect(read(strict, page(), {...script, referer: 'https://shop.test/0'})[2]?.[0]).toBe('Inactive')
  })

  it('is not a frame, unless the frame sent the request', () => {
    const frame: Given = {...page(), destination: 'iframe'}
    const strict = page(`script-src 'self'`)
    // Of another site's files the browser says only from which site they are asked for.
    const toCdn = {...script, referer: 'https://shop.test/'}
    expect(read(strict, frame, toCdn)[2]?.[0]).toBe('Inactive')
    expect(read(page(), {...frame, policy: `script-src 'self'`}, toCdn)[2]).toEqual(['Active', ''])
    expect(read(strict, frame, {...script, referer: 'https://shop.test/1'})[2]).toEqual(['Active', ''])
    expect(read(page(`frame-src 'self'`), frame)[1]?.[0]).toBe('Inactive')
  })

  it('is not a frame over HTTP, which has no Sec-Fetch-Dest', () => {
    const entries = [answer(page(), 0), {...answer(page(), 1), _initiator: {type: 'parser', url: 'http://shop.test/0'}}]
    const {records} = readAllRules(JSON.stringify({log: {version: '1.2', entries}}))
    expect(records.map(({rule}) => rule?.pairs[0]?.source?.filters?.at(-1))).toEqual([
      {resourceType: ['main_frame']},
      {resourceType: ['sub_frame']},
    ])
  })

  it('gets no delay when a rule answers it', () => {
    expect(read({...page(), wait: 20})).toEqual([
      ['Active', `${importNoteTexts('mockedPageHasNoAddress')} ${importNoteTexts('pageDelayUnsupported', {wait: 20})}`],
    ])
  })

  it('is imported disabled when its requests have mocks', () => {
    const later = {page: 'page_2'}
    const all = read(page(), script, {...page(), ...later}, {...script, as: 1, ...later}, {...page(), page: 'page_3'})
    expect(all.map(([status]) => status)).toEqual(['Inactive', 'Active', 'Inactive', 'Active'])
    expect(all[2]?.[1]).toContain(importNoteTexts('outOfReachOfMocks'))
  })

  it('opened by a form is answered for any form data and has no delay', () => {
    const [made, ...others] = read({...page(), sent: 'q=1', wait: 20}, {...page(), as: 0, sent: 'q=2'})
    expect(made).toEqual([
      'Active',
      `${importNoteTexts('formBodyNotRead')} ${importNoteTexts('mockedPageHasNoAddress')} ${importNoteTexts('pageDelayUnsupported', {wait: 20})}`,
    ])
    expect(others.map(([status]) => status)).toEqual(['Inactive'])
    const led = {...page(), sent: 'q=1', wait: 20, goal: '/9'}
    expect(read({...led, status: 307})).toEqual([
      ['Active', `${importNoteTexts('formBodyNotRead')} ${importNoteTexts('delayUnsupported', {wait: 20})}`],
    ])
    expect(read({...led, status: 303})).toEqual([
      [
        'Inactive',
        `${importNoteTexts('formBodyNotRead')} ${importNoteTexts('methodKept', {status: 303, method: 'POST'})} ${importNoteTexts('delayUnsupported', {wait: 20})}`,
      ],
    ])
    // To its own address it goes on with GET, and round no more.
    expect(read({...led, status: 302, goal: '/0'})[0]?.[0]).toBe('Inactive')
  })

  it('disables the delay together with a blocked response', () => {
    const unnamed = {...script, kind: '', type: 'text/javascript', wait: 20}
    expect(
      read(page(`script-src 'self'`), unnamed)
        .slice(1)
        .map(([status]) => status),
    ).toEqual(['Inactive', 'Inactive'])
  })

  it('can be any page that sent the same request', () => {
    const [, first] = read(page(), script, page(`script-src 'self'`), {
      ...script,
      as: 1,
      referer: 'https://shop.test/2',
    })
    expect(first?.[0]).toBe('Inactive')
  })

  it('from the cache has its policy and its text', () => {
    const had = {...page(`script-src 'self'`), status: 304}
    expect(read(had, script)[1]?.[0]).toBe('Inactive')
    expect(read({kind: 'fetch', text: '{"me":1}', status: 304})[0]).toEqual(['Active', ''])
  })

  it('can have its policy in a meta element', () => {
    const text = `<meta http-equiv="Content-Security-Policy" content="script-src 'self'">`
    expect(read({...page(), text}, script)[1]?.[0]).toBe('Inactive')
    // As frameworks write it.
    const escaped = text.replace(`'self'`, '&#x27;self&#39; &quot;x&quot; data:; img-src &apos;self&apos;')
    expect(read({...page(), text: escaped}, script)[1]).toEqual(['Active', ''])
    expect(read({...page(), text: escaped}, {kind: 'image', text: '<svg/>', type: 'image/svg+xml'})[1]?.[0]).toBe(
      'Inactive',
    )
  })

  it('accepts a nonce only on elements that have it', () => {
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

it('a preload for fetch() is a fetch', () => {
  const ahead = {kind: 'other', text: '{}', type: 'application/json', destination: 'empty'}
  expect(read(ahead)).toEqual([['Active', '']])
  expect(read({...ahead, destination: 'manifest'})[0]?.[0]).toBe(undefined)
})

it('a HAR response too large for Chrome is disabled or has a note', () => {
  const text = 'a'.repeat(2_200_000)
  expect(read({kind: 'script', text})[0]).toEqual(['Inactive', expect.stringContaining('Chrome allows 2 MB')])
  expect(read({kind: '', text, type: 'text/javascript'})[0]?.[1]).toContain('works for fetch and XHR only')
  expect(read({kind: 'fetch', text})[0]).toEqual(['Active', ''])
})
