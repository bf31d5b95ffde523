import {defineUnlistedScript} from 'wxt/utils/define-unlisted-script'
import {meetLater} from '../src/page/main/meet'
import {startMain} from '../src/page/main/start'

/** The whole of it, for pages that were open before. Says by which name it is met. */
export default defineUnlistedScript(() => startMain(meetLater))
