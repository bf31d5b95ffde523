import {expect, it} from 'vitest'
import type {BrowserRule} from '../../../src/model/extension-rule'
import {createStrictBrowser} from './strict-browser'

const rule = {
  id: 1,
  priority: 1,
  action: {type: 'redirect', redirect: {regexSubstitution: 'https://b.test/\\1'}},
  condition: {
    regexFilter: '^https://a\\.test/(.*)',
    requestDomains: ['a.test', '[::1]', 'xn--bcher-kva.test'],
    requestMethods: ['get'],
    resourceTypes: ['image'],
  },
} satisfies BrowserRule

const {condition} = rule
const redirect = (url: string) => ({action: {type: 'redirect', redirect: {url}}})

it('the strict browser accepts a rule that Chrome accepts', async () => {
  const browser = createStrictBrowser()
  await browser.update('dynamic', {remove: [], add: [rule]})
  expect(await browser.installed('dynamic')).toEqual([rule])
})

it.each<readonly [string, object]>([
  ['a priority below 1', {priority: 0}],
  ['a regex with a lookahead', {condition: {...condition, regexFilter: '(?=a)(b)'}}],
  ['a regex that is none', {condition: {...condition, regexFilter: '(a'}}],
  ['a regex that is too large', {condition: {...condition, regexFilter: '(a)'.repeat(100)}}],
  ['a group that does not exist', {action: {type: 'redirect', redirect: {regexSubstitution: '\\2'}}}],
  ['a backslash before a letter', {action: {type: 'redirect', redirect: {regexSubstitution: '\\a'}}}],
  ['a javascript: redirect', redirect('JavaScript:alert(1)')],
  ['a method in capitals', {condition: {...condition, requestMethods: ['GET']}}],
  ['an unknown type', {condition: {...condition, resourceTypes: ['fetch']}}],
  ['a domain with a space', {condition: {...condition, requestDomains: ['a b.test']}}],
  ['a domain in capitals', {condition: {...condition, requestDomains: ['A.test']}}],
  ['a domain that is not ASCII', {condition: {...condition, excludedRequestDomains: ['bücher.test']}}],
  ['a page on a domain with a slash', {condition: {...condition, topDomains: ['a.test/']}}],
  ['no header list', {action: {type: 'modifyHeaders'}}],
  ['an empty header list', {action: {type: 'modifyHeaders', requestHeaders: []}}],
])('the strict browser rejects %s', async (_what, change) => {
  const browser = createStrictBrowser()
  await expect(browser.update('dynamic', {remove: [], add: [{...rule, ...change}]})).rejects.toThrow(
    /^(Rule with id 1|Error at property) /,
  )
})
