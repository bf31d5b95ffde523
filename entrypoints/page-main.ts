import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {startMain} from '../src/page/main/start'

/** Runs in the MAIN world, before scripts of the page and before `page-isolated`. */
export default defineUnlistedScript(() => startMain())
