import {readFileSync} from 'node:fs'
import type {Plugin} from 'vite'
import {defineConfig} from 'wxt'

/** The modules that only regular expressions and Replace rules need. They export functions and nothing else. */
const expressions =
  /\/src\/(?:matching\/(?:regex\/(?:read|write)|replace-text)|translate\/(?:embed-expression|rules\/replace))\.ts$/

/**
 * Most people's worker never meets a regular expression, and is read anew at each wake. So in the worker these modules are stand-ins
 * that fetch `expressions.js` when one of their functions is first called. Chrome allows that for a script that was imported while the
 * worker was installed, which background.ts sees to.
 */
const lazyExpressions: Plugin = {
  name: 'lazy-expressions',
  load(id) {
    if (!expressions.test(id)) return null
    const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
    return [
      `const parts = () => globalThis.switchyardExpressions ?? (importScripts('/expressions.js'), globalThis.switchyardExpressions)`,
      ...names.map(name => `export const ${name} = (...given) => parts().${name}(...given)`),
    ].join('\n')
  },
}

export default defineConfig({
  imports: false,
  // Chrome stable no longer loads extensions from the command line: `npm run dev` builds and reloads, the person loads it once.
  webExt: {disabled: true},
  hooks: {
    'vite:build:extendConfig'(entrypoints, config) {
      if (entrypoints.some(({type}) => type === 'background')) config.plugins?.unshift(lazyExpressions)
    },
  },
  vite: () => ({build: {target: 'chrome128', modulePreload: {polyfill: false}}}),
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
    // Delay rules send navigations to the waiting page; a redirect may only go to a page that the site may open.
    web_accessible_resources: [{resources: ['wait.html'], matches: ['<all_urls>']}],
  },
})
