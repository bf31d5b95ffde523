import * as switchyardExtras from 'lazy-parts:extras'
import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'

/** The parts of the worker that only some kinds of rules or deeds need; wxt.config.ts says which, and how they get there. */
export default defineUnlistedScript(() => {
  Object.assign(globalThis, {switchyardExtras})
})
