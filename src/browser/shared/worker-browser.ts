import type {Browser} from 'webextension-polyfill'

/** Chrome's own API has promises for all that the worker calls; the polyfill would be a tenth of the worker's code. */
export const browser = (globalThis as unknown as {readonly chrome: Browser}).chrome
