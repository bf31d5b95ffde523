import {minify} from 'terser'
import type {Plugin} from 'vite'
import {defineConfig} from 'wxt'
import {wordsByPlace} from './build/words-by-place'

/** Scripts in pages are paid for on every page: without the bundler's own words around what they do. */
const bareScripts: Plugin = {
  name: 'bare-scripts',
  enforce: 'pre',
  resolveId: id => (id === 'wxt/utils/define-unlisted-script' ? '\0bare-script' : null),
  load: id => (id === '\0bare-script' ? 'export const defineUnlistedScript = main => main()' : null),
  transform(code, id) {
    if (!id.includes('virtual:wxt-unlisted-script-entrypoint?')) return null
    const [, script] = /import definition from "(.+?)"/.exec(code) ?? []
    if (script === undefined) throw new Error('The bundler starts scripts in another way than it did')
    return `import definition from ${JSON.stringify(script)}\nexport default definition`
  },
}

/** Where every byte counts a second minifier goes over them, which is slower and finds some 2 % more. What a script ends with is its answer to who runs it. */
const squeezedScripts: Plugin = {
  name: 'squeezed-scripts',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        const isScript = chunk.fileName.startsWith('page-')
        const isWorker = chunk.fileName === 'background.js'
        if (!isScript && !isWorker && !chunk.fileName.startsWith('chunks/popup-')) continue
        // What a round makes an arrow the next can move.
        for (const _round of isScript ? [1, 2] : [1]) {
          const {code} = await minify(chunk.code, {
            ecma: 2020,
            module: !isScript && !isWorker,
            compress: {
              // A third pass sets large functions in where the worker calls them.
              passes: isWorker ? 2 : 3,
              expression: isScript,
              hoist_funs: isScript,
              // None of them makes objects by a function of its own.
              unsafe_arrows: isScript,
            },
          })
          if (code !== undefined) chunk.code = code
        }
      }
    },
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
 * What the options page loads by itself, in one file: each file more is fetched through other processes, which on a busy machine is what
 * takes long. The popup needs no such word: it has but one part that comes later.
 */
const oneFile: Plugin = {
  name: 'one-file',
  outputOptions: options => ({...options, codeSplitting: {groups: [{name: 'first', tags: ['$initial']}]}}),
}

export default defineConfig({
  imports: false,
  // Chrome stable no longer loads extensions from the command line: `npm run dev` builds and reloads, the person loads it once.
  webExt: {disabled: true},
  hooks: {
    'vite:build:extendConfig'(entrypoints, config) {
      if (entrypoints.some(({type}) => type === 'options')) config.plugins?.unshift(oneFile)
      // `src/page/main/extent.ts`
      const isLesser = entrypoints.some(({name}) => name === 'page-main')
      config.define = {...config.define, switchyardIsWhole: String(!isLesser)}
    },
    // Each page is built by itself: of files that pages share, each would load several.
    'entrypoints:grouped'(_wxt, groups) {
      groups.splice(
        0,
        groups.length,
        ...groups.flatMap(group => (Array.isArray(group) ? group.map(page => [page]) : [group])),
      )
    },
  },
  // Words that contexts share stand where they are used: scripts in pages are counted in bytes.
  vite: () => ({
    plugins: [wordsByPlace, earlyLater, bareScripts, squeezedScripts],
    build: {
      target: 'chrome128',
      modulePreload: {polyfill: false},
      rolldownOptions: {optimization: {inlineConst: {mode: 'all', pass: 2}}},
    },
  }),
  manifest: {
    name: 'Switchyard',
    description: 'Changes live traffic by rules: redirects, headers, delays, answers and more.',
    minimum_chrome_version: '128',
    storage: {managed_schema: 'schema/managed.json'},
    // The feedback permission is what lets the tests ask Chromium which rule matches (`testMatchOutcome`).
    permissions: [
      'alarms',
      'contextMenus',
      'declarativeNetRequest',
      'declarativeNetRequestFeedback',
      'offscreen',
      'scripting',
      'storage',
      'unlimitedStorage',
      // To watch requests while the activity log is open. With access to all sites it asks for nothing more.
      'webRequest',
    ],
    // Rule code runs in workers of the sandboxed page, which pass its policy on: nothing leads out of them.
    content_security_policy: {
      sandbox: "sandbox allow-scripts; default-src 'none'; script-src 'self' 'unsafe-eval'; worker-src blob:",
    },
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
