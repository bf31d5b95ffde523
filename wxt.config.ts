import {readFileSync} from 'node:fs'
import type {Plugin} from 'vite'
import {defineConfig} from 'wxt'
import {wordsByPlace} from './build/words-by-place'

/** The modules that the worker needs for some kinds of rules or some deeds only. They export functions and nothing else. */
const extras = [
  'engine/first-refused',
  'engine/witness',
  'matching/regex/read',
  'matching/regex/write',
  'matching/replace-text',
  'service/groups',
  'service/renumber',
  'service/trash',
  'translate/client-hints',
  'translate/data-url',
  'translate/embed-expression',
  'translate/rules/replace',
].map(path => `/src/${path}.ts`)

/**
 * The worker is read anew at each wake, and mostly meets neither a regular expression, a Replace or User agent rule, a text to redirect to, nor a
 * change of groups or trash. So in the worker these modules are stand-ins that fetch `extras.js` when one of their functions is first called. Chrome allows that for a script
 * that was imported while the worker was installed, which background.ts sees to.
 */
const lazyExtras: Plugin = {
  name: 'lazy-extras',
  load(id) {
    if (!extras.some(path => id.endsWith(path))) return null
    const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    return [
      `const parts = () => globalThis.switchyardExtras ?? (importScripts('/extras.js'), globalThis.switchyardExtras)`,
      ...names.map(name => `export const ${name} = (...given) => parts().${name}(...given)`),
    ].join('\n')
  },
}

/** What the popup loads beside its first frame is fetched together with it: a request more in a row would be seen. */
const earlyLater: Plugin = {
  name: 'early-later',
  transformIndexHtml: {
    order: 'post',
    handler(html, {path, bundle = {}}) {
      const chunks = Object.values(bundle).filter(each => each.type === 'chunk')
      const later = chunks.find(({facadeModuleId}) => facadeModuleId?.endsWith('/popup/later/later.ts'))
      if (!path.includes('popup') || !later) return []
      const wanted = [later.fileName, ...later.imports].filter(file => !html.includes(file))
      return wanted.map(file => ({
        tag: 'link',
        attrs: {rel: 'modulepreload', crossorigin: true, href: `/${file}`},
        injectTo: 'head' as const,
      }))
    },
  },
}

/**
 * What all pages stand on, in one file. Left to itself the bundler puts its helper for the polyfill into a part of the editor, and the
 * popup loads that as well.
 */
const oneBase: Plugin = {
  name: 'one-base',
  outputOptions: options => ({
    ...options,
    codeSplitting: {
      groups: [{name: 'base', test: /node_modules.(webextension-polyfill|@?preact|lucide-preact.dist.esm.(?!icons))/}],
    },
  }),
}

export default defineConfig({
  imports: false,
  // Chrome stable no longer loads extensions from the command line: `npm run dev` builds and reloads, the person loads it once.
  webExt: {disabled: true},
  hooks: {
    'vite:build:extendConfig'(entrypoints, config) {
      if (entrypoints.some(({type}) => type === 'background')) config.plugins?.unshift(lazyExtras)
      if (entrypoints.some(({type}) => type === 'popup')) config.plugins?.unshift(oneBase)
    },
  },
  vite: () => ({plugins: [wordsByPlace, earlyLater], build: {target: 'chrome128', modulePreload: {polyfill: false}}}),
  manifest: {
    name: 'Switchyard',
    description: 'Changes live traffic by rules: redirects, headers, delays, answers and more.',
    minimum_chrome_version: '128',
    // The feedback permission is what lets the tests ask Chromium which rule matches (`testMatchOutcome`).
    permissions: ['declarativeNetRequest', 'declarativeNetRequestFeedback', 'storage', 'unlimitedStorage'],
    host_permissions: ['<all_urls>'],
    action: {
      default_title: 'Switchyard',
      default_icon: {16: 'icon/16.png', 32: 'icon/32.png', 48: 'icon/48.png', 128: 'icon/128.png'},
    },
    commands: {
      _execute_action: {suggested_key: {default: 'Alt+Shift+S'}},
      // Without keys until somebody gives it some: it changes what all rules do.
      'toggle-rules': {description: 'Rules on'},
    },
    // Delay rules send navigations to the waiting page; a redirect may only go to a page that the site may open.
    web_accessible_resources: [{resources: ['wait.html'], matches: ['<all_urls>']}],
  },
})
