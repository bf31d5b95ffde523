import type {Browser} from 'webextension-polyfill'

/**
 * The browser's API in the worker. Chrome's own has promises for all that the worker calls, and the polyfill would be a tenth of
 * what the browser reads at each wake; the pages have it.
 */
export const browser = (globalThis as unknown as {readonly chrome: Browser}).chrome
