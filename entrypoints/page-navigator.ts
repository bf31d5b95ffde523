import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {startNavigatorMain} from '../src/page/navigator/main'

/** In the page's own world, before any script of the page and before `page-isolated`, where rules set another user agent. */
export default defineUnlistedScript(() => startNavigatorMain())
