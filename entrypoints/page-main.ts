import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {startMain} from '../src/page/main/start'

/** In the page's own world, before any script of the page and before `page-isolated`. */
export default defineUnlistedScript(() => startMain())
