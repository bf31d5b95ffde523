import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {startIsolated} from '../src/page/isolated/start'
import {pagePort} from '../src/platform/page-port'

/** In the extension's own world of a page, before the script of MAIN. Says whether it is the first one there. */
export default defineUnlistedScript(() => startIsolated(pagePort))
