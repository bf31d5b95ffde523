import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {startNavigatorIsolated} from '../src/page/navigator/isolated'
import {startIsolated} from '../src/page/isolated/start'
import {pagePort} from '../src/browser/shared/page-port'

/** Runs in the ISOLATED world after MAIN. Returns whether the document has `page-main`. */
export default defineUnlistedScript(() => {
  startNavigatorIsolated(pagePort)
  return startIsolated(pagePort)
})
