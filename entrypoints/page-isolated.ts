import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {startNavigatorIsolated} from '../src/page/navigator/isolated'
import {startIsolated} from '../src/page/isolated/start'
import {pagePort} from '../src/browser/shared/page-port'

/** In the extension's own world of a page, after the scripts of MAIN. Returns whether the document has `page-main`. */
export default defineUnlistedScript(() => {
  startNavigatorIsolated(pagePort.readStorage)
  return startIsolated(pagePort)
})
