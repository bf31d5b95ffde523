// @vitest-environment happy-dom
import {screen, waitFor} from '@testing-library/preact'
import {afterEach, describe, expect, it} from 'vitest'
import {isLeftOut} from '../../../src/model/problems'
import {faultsOfRule, readRule} from '../../../src/model/rule'
import type {ResourceType} from '../../../src/model/source'
import {compileSource} from '../../../src/matching/matcher'
import {readRequest} from '../../../src/matching/request'
import {translateRule} from '../../../src/dnr/translate'
import {createNewRule} from '../../../src/ui/options/editor/model/draft-fields'
import '../../../src/ui/options/new-rule/new-rule-page'
import {templateNames, templates, type TemplateName} from '../../../src/ui/templates'
import {aRule, aView} from './builders'
import {fakeClient} from './fake-client'
import {createFakeStoredValues} from './fake-browser-adapter'
import {closePage, openOptions, pick, press} from './page'

afterEach(closePage)

const hrefOf = (name: RegExp) => screen.getByRole('link', {name}).getAttribute('href')
const source = () =>
  ['Source key', 'Source operator', 'Source value'].map(
    name => screen.getByLabelText<HTMLInputElement>(name, {selector: 'select, input, textarea'}).value,
  )

describe('the page of rule types and templates', () => {
  it('is the last item of “New rule” and links to forms', async () => {
    await openOptions(fakeClient({rules: [aView(aRule('Cancel'))]}), '#/rules')
    await waitFor(() => pick('New rule', 'From a template'))
    await waitFor(() => screen.getByRole('heading', {level: 1, name: 'New rule'}))
    expect(hrefOf(/^Delay/)).toBe('#/rules/new/Delay')
    expect(hrefOf(/^Open CORS/)).toBe('#/rules/new/Headers?template=cors')
    expect(screen.getByRole('link', {name: /^Rules/}).getAttribute('aria-current')).toBe('page')
  })

  it('is linked if there are no rules yet', async () => {
    await openOptions(fakeClient(), '#/rules')
    await waitFor(() => screen.getByRole('link', {name: 'Start from a template'}))
    expect(hrefOf(/^Start from a template/)).toBe('#/rules/new')
  })

  it.each([
    ['linkUrl', 'https://api.shop.test/v1/cart?a=1#top', ['url', 'Equals', 'https://api.shop.test/v1/cart?a=1']],
    ['srcUrl', 'https://shop.test/a.png', ['url', 'Equals', 'https://shop.test/a.png']],
    ['pageUrl', 'http://localhost:8080/x', ['host', 'Equals', 'localhost:8080']],
    ['srcUrl', 'data:image/png;base64,AAAA', ['host', 'Equals', '']],
  ])('fills the source from the clicked element: %s %s', async (name, url, expected) => {
    await openOptions(fakeClient(), `#/rules/new?${new URLSearchParams({[name]: url}).toString()}`)
    await waitFor(() => screen.getByRole('link', {name: /^Cancel/}))
    location.hash = hrefOf(/^Cancel/) ?? ''
    await waitFor(() => expect(source()).toEqual(expected))
  })

  it('uses the host or the full URL of a link, as the template needs', async () => {
    await openOptions(
      fakeClient(),
      `#/rules/new?${new URLSearchParams({linkUrl: 'https://shop.test/a?b=1'}).toString()}`,
    )
    await waitFor(() => screen.getByRole('link', {name: /^CSP off/}))
    const url = encodeURIComponent('https://shop.test/a?b=1')
    for (const name of [/^Open CORS/, /^CSP off/, /^No tracking/, /iPhone/, /Android/, /iPad/, /^To localhost/])
      expect(hrefOf(name)).toContain(`?host=shop.test&url=${url}`)
    for (const name of [/^Mock/, /^Slow/]) expect(hrefOf(name)).toContain(`?address=${url}`)
  })
})

describe('a template', () => {
  const start = {host: 'shop.test', address: '', draft: ''}

  it.each(templateNames)('%s is a valid rule that is in force', template => {
    for (const from of [start, {...start, host: '', address: 'https://shop.test/v1/cart'}]) {
      const rule = createNewRule(templates[template].type, {...from, template})
      const read = readRule({...rule, id: 'any'})
      expect(read.ok && faultsOfRule(read.value)).toEqual([])
      expect(translateRule(rule).problems.filter(isLeftOut)).toEqual([])
      expect(rule.name).not.toBe('')
    }
  })

  it.each(templateNames)('%s opens a form and stores nothing before Save', async template => {
    const storedValues = createFakeStoredValues()
    const client = fakeClient()
    const {type} = templates[template]
    await openOptions(client, `#/rules/new/${type}?host=shop.test&template=${template}`, {storedValues})
    await waitFor(() => screen.getByRole('button', {name: 'Save'}))
    expect(screen.queryByText('Unsaved changes')).toBeNull()
    expect([...storedValues.all.keys()].filter(key => key.startsWith('draft'))).toEqual([])
    expect(client.asked.filter(({name}) => name === 'rule.create')).toEqual([])
    press('Save')
    await waitFor(() => expect(client.bodies('rule.create')).toHaveLength(1))
    expect(client.bodies('rule.create')[0]?.payload['ruleType']).toBe(type)
  })

  function isFor(template: TemplateName, url: string, resourceType: ResourceType): boolean {
    const [pair] = createNewRule(templates[template].type, {...start, template}).pairs
    const compiled = compileSource(pair?.source)
    return 'match' in compiled && compiled.match(readRequest({url, method: 'GET', resourceType})).matched
  }

  it.each([
    ['localhost', 'https://shop.test/cart', 'main_frame', true],
    ['localhost', 'https://login.test/?back=https://shop.test/cart', 'main_frame', false],
    ['localhost', 'https://shopXtest/cart', 'main_frame', false],
    ['mock', 'https://shop.test/v1/cart', 'xmlhttprequest', true],
    ['mock', 'https://shop.test/', 'main_frame', false],
    ['slow', 'https://shop.test/', 'main_frame', false],
  ] as const)('%s applies only to the right requests: %s as %s', (name, url, type, expected) => {
    expect(isFor(name, url, type)).toBe(expected)
  })

  it('for an API is not offered for an image, and a URL that is not http says so', async () => {
    await openOptions(fakeClient(), `#/rules/new?srcUrl=${encodeURIComponent('https://shop.test/a.png')}`)
    await waitFor(() => screen.getByRole('link', {name: /^Open CORS/}))
    expect(screen.queryByRole('link', {name: /^(?:Mock|Slow) an API|^Slow API/})).toBeNull()
    expect(screen.queryByText(/Rules work on http/)).toBeNull()
    closePage()
    await openOptions(fakeClient(), `#/rules/new?linkUrl=${encodeURIComponent('mailto:a@shop.test')}`)
    await waitFor(() => screen.getByText(/^Rules work on http and https pages only/))
    expect(screen.getByRole('link', {name: /^Mock an API/})).toBeTruthy()
  })

  it('leaves the host empty if nothing was clicked', async () => {
    await openOptions(fakeClient(), '#/rules/new/Headers?template=csp')
    await waitFor(() => expect(source()).toEqual(['host', 'Equals', '']))
  })

  it('“CSP off” removes all headers that keep a page out of a frame', () => {
    expect(createNewRule('Headers', {...start, template: 'csp'}).pairs).toMatchObject([
      {
        modifications: ['Content-Security-Policy', 'Content-Security-Policy-Report-Only', 'X-Frame-Options'].map(
          header => ({target: 'Response', type: 'Remove', header}),
        ),
      },
    ])
  })

  it('for an API applies to fetch and XHR, even before its source is entered', () => {
    for (const [type, template] of [
      ['Response', 'mock'],
      ['Delay', 'slow'],
    ] as const)
      expect(createNewRule(type, {...start, template}).pairs[0]?.source?.filters).toEqual([
        {resourceType: ['xmlhttprequest']},
      ])
  })

  it('that is unknown or of another type is ignored', () => {
    const plain = createNewRule('Delay', {...start, template: ''})
    expect(createNewRule('Delay', {...start, template: 'cors'}).pairs).toEqual(plain.pairs)
    expect(createNewRule('Delay', {...start, template: 'toString'})).toEqual(plain)
  })
})
