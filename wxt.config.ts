import {defineConfig} from 'wxt'

export default defineConfig({
  imports: false,
  // Chrome stable no longer loads extensions from the command line: `npm run dev` builds and reloads, the person loads it once.
  webExt: {disabled: true},
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
