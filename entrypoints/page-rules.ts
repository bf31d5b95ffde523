import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {pagePort} from '../src/browser/shared/page-port'
import {readPlan} from '../src/page/isolated/plan'

/** Runs in the ISOLATED world before all other scripts, so that the rules arrive sooner. */
export default defineUnlistedScript(() => {
  readPlan(pagePort)
})
