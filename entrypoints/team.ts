import * as switchyardTeam from 'lazy-parts:team'
import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'

/** The sync with a team account, which a worker without one never loads; wxt.config.ts says how it gets there. */
export default defineUnlistedScript(() => {
  Object.assign(globalThis, {switchyardTeam})
})
