import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {startClaims} from '../src/page/isolated/claims'
import {readPlan} from '../src/platform/page-plan-port'

/** In the extension's own world of a page, before any script of the page, where rules say another user agent. */
export default defineUnlistedScript(() => startClaims(readPlan))
