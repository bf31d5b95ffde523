import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {startNavigatorMain} from '../src/page/navigator/main'

/** Runs in the MAIN world before scripts of the page, where rules set a user agent. */
export default defineUnlistedScript(() => startNavigatorMain())
