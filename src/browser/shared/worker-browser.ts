import type {Browser} from 'webextension-polyfill'

/** Chrome's own API returns promises; the polyfill would be a tenth of the worker's code. */
export const browser = (globalThis as unknown as {readonly chrome: Browser}).chrome
