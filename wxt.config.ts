import {defineConfig} from 'wxt'

export default defineConfig({
  imports: false,
  // Chrome stable no longer loads extensions from the command line: `npm run dev` builds and reloads, the person loads it once.
  webExt: {disabled: true},
  vite: () => ({build: {target: 'chrome128'}}),
  manifest: {
    // The manifest's texts are in public/_locales, all others in src/locales.
    default_locale: 'en',
    name: '__MSG_name__',
    description: '__MSG_description__',
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
      default_title: '__MSG_name__',
      default_icon: {16: 'icon/16.png', 32: 'icon/32.png', 48: 'icon/48.png', 128: 'icon/128.png'},
    },
    commands: {
      _execute_action: {suggested_key: {default: 'Alt+Shift+S'}},
      // It has no default keys, because it switches all rules.
      'toggle-rules': {description: '__MSG_toggleRules__'},
    },
    // Delay rules redirect navigations to the delay page, so sites must be able to open it.
    web_accessible_resources: [{resources: ['delay-page.html'], matches: ['<all_urls>']}],
  },
})
